import {
  type CallRecord,
  type ErrorType,
  isFailure,
  isResult,
  type RunRecord,
} from "@recourse/core";
import { TwoGenerations } from "../analyse/two-generations.ts";
import type { RecordConsumer } from "../read/read-records.ts";
import { RunChecks } from "./run-checks.ts";

/** Calls that the runs followed at once may have had, at the least. */
const CALLS_REMEMBERED = 20_000;
/** Tools, and places of missing wiring, that are told apart. */
const MAX_KINDS = 2_000;

/** What the records say of one tool. */
export interface ToolHealth {
  calls: number;
  failures: number;
  declared: boolean;
  /** Failures whose outcome is unknown and that were not retried, since nothing says that it is safe. */
  unretried: number;
  /** Identical calls that succeeded again with the same outcome, and with another one. */
  sameAgain: number;
  otherAgain: number;
  conflicts: number;
  /** The tool that would show whether it took effect, and how often it was refused for want of that. */
  verify: string | undefined;
  unverified: number;
  episodes: number;
  recovered: number;
  readonly byType: Map<ErrorType, number>;
}

/** Runs of one place in the code that went on after they had been ended. */
export interface UnwiredHalts {
  readonly framework: string;
  readonly agent: string | undefined;
  runs: number;
  turns: number;
  /** One of these runs. */
  runId: string;
}

/** Runs of one place in the code, and those of them of which no record says that they ended. */
export interface EndlessRuns {
  readonly framework: string;
  readonly agent: string | undefined;
  runs: number;
  endless: number;
  /** One of these without an end. */
  runId: string;
}

/** Collects the evidence for what is wrong with tools and wiring, in one pass and bounded memory. */
export class Doctor implements RecordConsumer {
  readonly tools: Map<string, ToolHealth> = new Map();
  readonly unwired: Map<string, UnwiredHalts> = new Map();
  readonly ends: Map<string, EndlessRuns> = new Map();
  readonly #runs = new TwoGenerations<RunChecks>({
    limit: CALLS_REMEMBERED,
    weigh: ({ calls }) => 4 + calls,
    close: (run, runId) => this.#close(run, runId),
  });

  /** Takes a call as evidence. */
  call(record: CallRecord): void {
    const run = this.#runs.of(record.runId, () => new RunChecks(record));
    run.call(record);
    if (!isResult(record) || record.errorType === "unknown_tool") return;
    const tool = this.#tool(record.tool);
    if (tool === undefined) return;
    tool.calls += 1;
    tool.declared ||= record.effect !== undefined;
    if (record.decision === "verify" && record.effect === undefined) tool.unretried += 1;
    if (record.errorType === "conflict") tool.conflicts += 1;
    tool.verify = record.verify ?? tool.verify;
    if (record.tripped?.rule === "unverified_write") tool.unverified += 1;
    if (record.ok) again(tool, run, record);
    if (isFailure(record)) {
      tool.failures += 1;
      if (record.errorType !== undefined) {
        tool.byType.set(record.errorType, (tool.byType.get(record.errorType) ?? 0) + 1);
      }
    }
    const episode = run.episode(record);
    if (episode === "began") tool.episodes += 1;
    if (episode === "recovered") tool.recovered += 1;
  }

  /** Takes the end of a run as evidence. */
  run(record: RunRecord): void {
    this.#runs.of(record.runId, () => new RunChecks(record)).run(record);
  }

  /** Counts the runs that are still followed as they stand. */
  finish(): void {
    this.#runs.closeAll();
  }

  #close(run: RunChecks, runId: string): void {
    const key = `${run.framework}\n${run.agent ?? ""}`;
    this.#countEnd(key, run, runId);
    this.#countTurnsAfterHalt(key, run, runId);
  }

  #countEnd(key: string, { framework, agent, ended }: RunChecks, runId: string): void {
    let known = this.ends.get(key);
    if (known === undefined) {
      if (this.ends.size >= MAX_KINDS) return;
      known = { framework, agent, runs: 0, endless: 0, runId };
      this.ends.set(key, known);
    }
    known.runs += 1;
    if (ended) return;
    known.endless += 1;
    known.runId = runId;
  }

  #countTurnsAfterHalt(key: string, run: RunChecks, runId: string): void {
    const turns = run.turnsAfterHalt;
    if (turns === 0) return;
    const { framework, agent } = run;
    const known = this.unwired.get(key);
    if (known === undefined) {
      if (this.unwired.size < MAX_KINDS) {
        this.unwired.set(key, { framework, agent, runs: 1, turns, runId });
      }
      return;
    }
    known.runs += 1;
    known.turns += turns;
    known.runId = runId;
  }

  #tool(name: string): ToolHealth | undefined {
    const known = this.tools.get(name);
    if (known !== undefined || this.tools.size >= MAX_KINDS) return known;
    const tool: ToolHealth = {
      calls: 0,
      failures: 0,
      declared: false,
      unretried: 0,
      sameAgain: 0,
      otherAgain: 0,
      conflicts: 0,
      verify: undefined,
      unverified: 0,
      episodes: 0,
      recovered: 0,
      byType: new Map(),
    };
    this.tools.set(name, tool);
    return tool;
  }
}

function again(tool: ToolHealth, run: RunChecks, record: CallRecord): void {
  const before = run.outcomes.get(record.signature);
  if (before === record.outcomeHash) tool.sameAgain += 1;
  else if (before !== undefined) tool.otherAgain += 1;
  run.outcomes.set(record.signature, record.outcomeHash);
}
