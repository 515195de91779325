import {
  type CallRecord,
  HALT_REASONS,
  type HaltReason,
  isResult,
  type PolicyInput,
  type ReplayedCall,
  type ReplayedRun,
  replay,
} from "@recourse/core";
import type { CollectedRun } from "./run-collector.ts";

/** Work that would not have been done. */
export interface Saved {
  calls: number;
  /** Executions, those of retries included. */
  attempts: number;
  /** Tokens of the results' texts, read once. */
  tokens: number;
  durationMs: number;
}

/** Runs that a policy would have ended for one reason. */
export interface StoppedFor extends Saved {
  runs: number;
  /** Of these, runs that went on to complete. */
  completed: number;
}

/** A run that a policy would have ended although it completed. */
export interface WronglyStopped {
  readonly runId: string;
  readonly turn: number;
  readonly reason: HaltReason;
  readonly rule: string;
  /** Calls after that turn that succeeded. */
  readonly successes: number;
}

/** Wrongly stopped runs that are named. */
const MAX_NAMED = 50;

/** What another policy would have done with many runs. */
export class ReplaySums {
  runs = 0;
  calls = 0;
  /** Runs that it would have ended in the turn in which they did end, for the same reason. */
  stoppedAsRecorded = 0;
  /** Runs that it would have ended, and that were not, or later, or for another reason. */
  stopped = 0;
  /** Runs that were ended by a limit, and that it would have let go on. */
  letGoOn = 0;
  turnsSaved = 0;
  /** Executed calls that it would have refused, and calls after the turn in which it would have ended the run. */
  readonly refused: Saved = nothing();
  readonly afterEnd: Saved = nothing();
  /** Calls that it would have executed and that were refused. */
  executed = 0;
  /** Ended although the run completed. */
  completedAnyway = 0;
  /** Calls after the end that succeeded. */
  laterSuccesses = 0;
  /** Refused although the call succeeded, with another result than the same call before. */
  usefulRefused = 0;
  readonly reasons: Map<HaltReason, StoppedFor> = new Map();
  readonly wronglyStopped: WronglyStopped[] = [];
  readonly #policy: PolicyInput;

  constructor(policy: PolicyInput) {
    this.#policy = policy;
  }

  /** Replays a run and adds up what differs. */
  add(run: CollectedRun): void {
    if (run.calls.length === 0) return;
    const [replayed] = replay(run.calls, this.#policy);
    if (replayed === undefined) return;
    this.runs += 1;
    const results = run.calls.filter(isResult);
    this.calls += results.length;
    this.executed += replayed.executed.length;
    this.#addRefused(results, replayed.refused);
    this.#addEnd(run, results, replayed);
  }

  #addRefused(results: readonly CallRecord[], refused: ReplayedRun["refused"]): void {
    if (refused.length === 0) return;
    const wanted = new Set(refused.map(position));
    const outcomes = new Map<string, string>();
    for (const record of results) {
      if (wanted.has(position(record))) {
        save(this.refused, record);
        const news = record.ok && outcomes.get(record.signature) !== record.outcomeHash;
        if (news) this.usefulRefused += 1;
      }
      outcomes.set(record.signature, record.outcomeHash);
    }
  }

  #addEnd(run: CollectedRun, results: readonly CallRecord[], { end }: ReplayedRun): void {
    const recorded = HALT_REASONS.find((reason) => reason === run.end?.stopReason);
    if (end === undefined) {
      // A limit of the replay cannot see what the caller or the clock did.
      if (recorded !== undefined && recorded !== "host" && recorded !== "deadline") {
        this.letGoOn += 1;
      }
      return;
    }
    const after = results.filter(({ turn }) => turn > end.turn);
    if (recorded === end.reason && after.length === 0) {
      this.stoppedAsRecorded += 1;
      return;
    }
    this.stopped += 1;
    this.turnsSaved += new Set(after.map(({ turn }) => turn)).size;
    const row = this.#reason(end.reason);
    row.runs += 1;
    for (const record of after) {
      save(this.afterEnd, record);
      save(row, record);
    }
    const successes = after.filter(({ ok, errorType }) => ok && errorType === undefined).length;
    this.laterSuccesses += successes;
    if (run.end?.stopReason !== "completed") return;
    this.completedAnyway += 1;
    row.completed += 1;
    if (this.wronglyStopped.length < MAX_NAMED) {
      this.wronglyStopped.push({ runId: run.runId, ...end, successes });
    }
  }

  #reason(reason: HaltReason): StoppedFor {
    const known = this.reasons.get(reason);
    if (known !== undefined) return known;
    const row: StoppedFor = { runs: 0, completed: 0, ...nothing() };
    this.reasons.set(reason, row);
    return row;
  }
}

function nothing(): Saved {
  return { calls: 0, attempts: 0, tokens: 0, durationMs: 0 };
}

function save(saved: Saved, record: CallRecord): void {
  saved.calls += 1;
  saved.attempts += record.attemptLog.length;
  saved.tokens += record.contentTokens;
  saved.durationMs += Number.isFinite(record.durationMs) ? record.durationMs : 0;
}

function position({ turn, index }: Pick<ReplayedCall, "turn" | "index">): string {
  return `${turn}:${index}`;
}
