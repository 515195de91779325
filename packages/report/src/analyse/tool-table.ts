import {
  type CallRecord,
  type ErrorType,
  isFailure,
  isRefusal,
  type Rate,
  wilson,
} from "@recourse/core";
import type { RunSums, Step } from "./run-sums.ts";

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

/** Tools that are told apart. */
const MAX_TOOLS = 2_000;
const OTHER_TOOLS = "(other tools)";

/** Sums by tool, worst first. */
export class ToolTable {
  readonly #sums = new Map<string, Sums>();

  /**
   * Counts a call.
   *
   * @param step what the record meant for its run.
   */
  add(record: CallRecord, step: Step): void {
    if (step.counted === "skipped") return;
    const sums = this.#of(this.#name(record.tool));
    sums.calls += 1;
    sums.declared ||= record.effect !== undefined;
    for (const attempt of record.attemptLog) sums.waitMs += attempt.waitMs;
    if (step.counted === "wasted") sums.wasted += 1;
    if (isRefusal(record)) sums.refused += 1;
    if (step.began) sums.episodes += 1;
    if (step.recoveredIn !== undefined) sums.recovered += 1;
    if (!isFailure(record)) return;
    sums.errors += 1;
    sums.tokens += record.contentTokens;
    if (record.errorType !== undefined) {
      sums.byType.set(record.errorType, (sums.byType.get(record.errorType) ?? 0) + 1);
    }
  }

  /** A run is over: its last turn is known, and so is what its failures cost. */
  close(run: RunSums): void {
    for (const [tool, failures] of run.tools()) {
      this.#of(this.#name(tool)).resent += run.resent(failures);
    }
  }

  /**
   * Worst first: by tokens paid, then by errors.
   *
   * @param open runs that are not closed yet; they count as they stand.
   */
  rows(open: Iterable<RunSums>): readonly ToolRow[] {
    const resent = new Map<string, number>();
    for (const run of open) {
      for (const [tool, failures] of run.tools()) {
        const name = this.#name(tool);
        resent.set(name, (resent.get(name) ?? 0) + run.resent(failures));
      }
    }
    return [...this.#sums]
      .map(([tool, sums]) => row(tool, sums, resent.get(tool) ?? 0))
      .sort(
        (a, b) => b.tokensPaid - a.tokensPaid || b.errors - a.errors || (a.tool < b.tool ? -1 : 1),
      );
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
