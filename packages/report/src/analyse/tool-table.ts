import {
  type CallRecord,
  type CountedAs,
  type ErrorType,
  isFailure,
  isRefusal,
  type Rate,
  wilson,
} from "@recourse/core";
import { TwoGenerations } from "./two-generations.ts";

/** What one tool's failures cost. */
export interface ToolRow {
  readonly tool: string;
  readonly calls: number;
  readonly errors: number;
  readonly errorRate: Rate;
  readonly wasted: number;
  readonly refused: number;
  readonly recovery: Rate;
  readonly errorTokens: number;
  /** The failure tokens once, and again for each later turn of the run that carried them along. */
  readonly tokensPaid: number;
  readonly waitMs: number;
  /** The error type that most of its failures have. */
  readonly mostly: ErrorType | undefined;
  /** Whether any of its records declared an effect. */
  readonly declared: boolean;
}

interface Sums {
  calls: number;
  errors: number;
  wasted: number;
  refused: number;
  episodes: number;
  recovered: number;
  tokens: number;
  resent: number;
  waitMs: number;
  declared: boolean;
  readonly byType: Map<ErrorType, number>;
}

/** One tool in one run: the open episode, and the tokens by the turn in which they were spent. */
interface InRun {
  failing: boolean;
  tokens: number;
  tokensByTurn: number;
}

interface RunTools {
  lastTurn: number;
  readonly tools: Map<string, InRun>;
}

/** Runs that are followed at once, and tools that are told apart. */
const RUNS = 5_000;
const MAX_TOOLS = 2_000;
const OTHER_TOOLS = "(other tools)";

/** Sums by tool, worst first. */
export class ToolTable {
  readonly #sums = new Map<string, Sums>();
  readonly #runs = new TwoGenerations<RunTools>(
    RUNS,
    () => ({ lastTurn: 0, tools: new Map() }),
    (run) => this.#close(run, this.#sums),
  );

  /** @param counted what the metrics made of the record. */
  add(record: CallRecord, counted: CountedAs): void {
    if (counted === "skipped") return;
    const tool = this.#name(record.tool);
    const sums = this.#of(tool);
    const run = this.#runs.of(record.runId);
    run.lastTurn = Math.max(run.lastTurn, record.turn);
    let inRun = run.tools.get(tool);
    if (inRun === undefined) {
      inRun = { failing: false, tokens: 0, tokensByTurn: 0 };
      run.tools.set(tool, inRun);
    }
    sums.calls += 1;
    sums.declared ||= record.effect !== undefined;
    for (const attempt of record.attemptLog) sums.waitMs += attempt.waitMs;
    if (counted === "wasted") sums.wasted += 1;
    if (isRefusal(record)) sums.refused += 1;
    if (isFailure(record)) this.#failed(record, sums, inRun);
    else if (record.ok && inRun.failing) {
      inRun.failing = false;
      sums.recovered += 1;
    }
  }

  /** Worst first: by tokens paid, then by errors. */
  rows(): readonly ToolRow[] {
    // Runs that are still open count as they stand, without being closed.
    const resent = new Map<string, number>();
    for (const run of this.#runs.values()) {
      for (const [tool, inRun] of run.tools) {
        resent.set(tool, (resent.get(tool) ?? 0) + resentTokens(run, inRun));
      }
    }
    return [...this.#sums]
      .map(([tool, sums]) => row(tool, sums, resent.get(tool) ?? 0))
      .sort(
        (a, b) => b.tokensPaid - a.tokensPaid || b.errors - a.errors || (a.tool < b.tool ? -1 : 1),
      );
  }

  #failed(record: CallRecord, sums: Sums, inRun: InRun): void {
    sums.errors += 1;
    sums.tokens += record.contentTokens;
    inRun.tokens += record.contentTokens;
    inRun.tokensByTurn += record.contentTokens * record.turn;
    if (record.errorType !== undefined) {
      sums.byType.set(record.errorType, (sums.byType.get(record.errorType) ?? 0) + 1);
    }
    if (!inRun.failing) {
      inRun.failing = true;
      sums.episodes += 1;
    }
  }

  #close(run: RunTools, into: Map<string, Sums>): void {
    for (const [tool, inRun] of run.tools) {
      const sums = into.get(tool);
      if (sums !== undefined) sums.resent += resentTokens(run, inRun);
    }
  }

  #name(tool: string): string {
    return this.#sums.has(tool) || this.#sums.size < MAX_TOOLS ? tool : OTHER_TOOLS;
  }

  #of(tool: string): Sums {
    const known = this.#sums.get(tool);
    if (known !== undefined) return known;
    const sums: Sums = {
      calls: 0,
      errors: 0,
      wasted: 0,
      refused: 0,
      episodes: 0,
      recovered: 0,
      tokens: 0,
      resent: 0,
      waitMs: 0,
      declared: false,
      byType: new Map(),
    };
    this.#sums.set(tool, sums);
    return sums;
  }
}

/** As core's metrics have it: read in the turn after its own, carried along in each later one. */
function resentTokens(run: RunTools, { tokens, tokensByTurn }: InRun): number {
  return tokens * run.lastTurn - tokensByTurn;
}

function row(tool: string, sums: Sums, openResent: number): ToolRow {
  const [mostly] = [...sums.byType].sort((a, b) => b[1] - a[1]);
  return {
    tool,
    calls: sums.calls,
    errors: sums.errors,
    errorRate: wilson(sums.errors, sums.calls),
    wasted: sums.wasted,
    refused: sums.refused,
    recovery: wilson(sums.recovered, sums.episodes),
    errorTokens: sums.tokens,
    tokensPaid: sums.tokens + sums.resent + openResent,
    waitMs: sums.waitMs,
    mostly: mostly?.[0],
    declared: sums.declared,
  };
}
