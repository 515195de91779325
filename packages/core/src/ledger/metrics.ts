import { checkRecord, checkRecords } from "../options/check-records.ts";
import {
  ERROR_CLASSES,
  ERROR_TYPES,
  type ErrorClass,
  type ErrorType,
  type Fault,
  type StopReason,
} from "../vocabulary.ts";
import { BoundedMap } from "./bounded-map.ts";
import { isFailure, isRefusal, isResult } from "./counters.ts";
import type { CallRecord, RunRecord, TraceRecord } from "./records.ts";
import { RunTally } from "./run-tally.ts";
import { type Rate, wilson } from "./wilson.ts";

/** The numbers by which runs are compared. The same definitions wherever they are shown. */
export interface Metrics {
  /** Runs seen, ended or not. */
  readonly runs: number;
  /** Calls with a result: not cancelled, interrupted or never begun. */
  readonly calls: number;
  /** Executions by the host, first tries included. */
  readonly attempts: number;
  /** Failed calls: refusals included; rejections and empty results not. */
  readonly errors: number;
  readonly errorRate: Rate;
  /** Every result with an error type, empty results and rejections included. */
  readonly byErrorType: Readonly<Partial<Record<ErrorType, number>>>;
  readonly byErrorClass: Readonly<Partial<Record<ErrorClass, number>>>;
  readonly byFault: Readonly<Partial<Record<Fault, number>>>;
  /** Of the calls that the host tried more than once, those that then succeeded. */
  readonly hostRecovered: Rate;
  /** Error episodes (a tool's first failure up to its next success, in one run) that end in a success. */
  readonly recovery: Rate;
  /** Turns from an episode's first failure to its success, on average. */
  readonly turnsToRecover: number;
  /** Executed calls that repeat an earlier one with the same outcome and nothing changed in between. */
  readonly wasted: Rate;
  readonly refused: number;
  /** Tokens of failure texts, read once. */
  readonly errorTokens: number;
  /** The same tokens again for every later turn of the run that carried them along. */
  readonly errorTokensResent: number;
  /** Milliseconds that the host waited between attempts. */
  readonly addedWaitMs: number;
  /** Of ended runs. */
  readonly stopReasons: Readonly<Partial<Record<StopReason, number>>>;
}

/** `skipped`: no result, or seen before. `wasted`: an executed repeat with an unchanged outcome. */
export type CountedAs = "counted" | "wasted" | "skipped";

/** Runs whose end is never seen are closed from then on, the oldest first. */
const OPEN_RUNS = 10_000;

/** Adds records up as they come; a record seen twice counts once. Bounded whatever the stream. */
export class MetricsBuilder {
  readonly #open = new BoundedMap<string, RunTally>(OPEN_RUNS + 1);
  readonly #byType: Partial<Record<ErrorType, number>> = {};
  readonly #byClass: Partial<Record<ErrorClass, number>> = {};
  readonly #byFault: Partial<Record<Fault, number>> = {};
  readonly #stopReasons: Partial<Record<StopReason, number>> = {};
  readonly #sums = {
    runs: 0,
    calls: 0,
    attempts: 0,
    errors: 0,
    triedAgain: 0,
    hostRecovered: 0,
    executed: 0,
    refused: 0,
    errorTokens: 0,
    waitMs: 0,
  };
  readonly #closed = { episodes: 0, recovered: 0, turns: 0, wasted: 0, resent: 0 };

  /**
   * @returns how the record counted, for those who cut the same numbers further (by time, by tool).
   * @throws RecourseError `invalid_option`, where this is no record
   */
  add(record: TraceRecord): CountedAs {
    checkRecord("metrics", record);
    if (record.schema !== "recourse.run/1") return this.#addCall(record);
    this.#endRun(record);
    return "counted";
  }

  /** Counts a run as it stands and lets go of it; further records of it would count as another run. */
  close(runId: string): void {
    const run = this.#open.get(runId);
    if (run === undefined) return;
    addTo(this.#closed, run);
    this.#open.delete(runId);
  }

  /** The numbers so far; runs that have not ended count as they stand. */
  metrics(): Metrics {
    const sums = this.#sums;
    const closed = { ...this.#closed };
    for (const run of this.#open.values()) addTo(closed, run);
    return {
      runs: sums.runs,
      calls: sums.calls,
      attempts: sums.attempts,
      errors: sums.errors,
      errorRate: wilson(sums.errors, sums.calls),
      byErrorType: { ...this.#byType },
      byErrorClass: { ...this.#byClass },
      byFault: { ...this.#byFault },
      hostRecovered: wilson(sums.hostRecovered, sums.triedAgain),
      recovery: wilson(closed.recovered, closed.episodes),
      turnsToRecover: closed.recovered === 0 ? 0 : closed.turns / closed.recovered,
      wasted: wilson(closed.wasted, sums.executed),
      refused: sums.refused,
      errorTokens: sums.errorTokens,
      errorTokensResent: closed.resent,
      addedWaitMs: sums.waitMs,
      stopReasons: { ...this.#stopReasons },
    };
  }

  #addCall(record: CallRecord): CountedAs {
    const run = this.#run(record.runId);
    if (!isResult(record) || !run.isNew(record)) return "skipped";
    const sums = this.#sums;
    sums.calls += 1;
    sums.attempts += record.attemptLog.length;
    for (const { waitMs } of record.attemptLog) sums.waitMs += waitMs;
    if (record.attemptLog.length > 1) {
      sums.triedAgain += 1;
      if (record.ok) sums.hostRecovered += 1;
    }
    if (isRefusal(record)) sums.refused += 1;
    if (record.attemptLog.length > 0) sums.executed += 1;
    if (isFailure(record)) {
      sums.errors += 1;
      sums.errorTokens += record.contentTokens;
    }
    this.#count(record);
    return run.add(record) ? "wasted" : "counted";
  }

  #count({ errorType, errorClass }: CallRecord): void {
    if (errorType === undefined || !Object.hasOwn(ERROR_TYPES, errorType)) return;
    const row = ERROR_TYPES[errorType];
    this.#byType[errorType] = (this.#byType[errorType] ?? 0) + 1;
    // The class by which it was decided: an exhausted time-out is `forbidden`, its type says why.
    const of = errorClass ?? row.errorClass;
    if (of !== undefined && ERROR_CLASSES.includes(of)) {
      this.#byClass[of] = (this.#byClass[of] ?? 0) + 1;
    }
    this.#byFault[row.fault] = (this.#byFault[row.fault] ?? 0) + 1;
  }

  #endRun(record: RunRecord): void {
    const run = this.#run(record.runId);
    if (run.ended !== undefined) {
      // A run that was resumed ends again: its last word counts.
      this.#stopReasons[run.ended] = (this.#stopReasons[run.ended] ?? 1) - 1;
    }
    run.ended = record.stopReason;
    this.#stopReasons[record.stopReason] = (this.#stopReasons[record.stopReason] ?? 0) + 1;
  }

  #run(runId: string): RunTally {
    const known = this.#open.get(runId);
    if (known !== undefined) return known;
    const run = new RunTally();
    this.#open.set(runId, run);
    this.#sums.runs += 1;
    if (this.#open.size > OPEN_RUNS) {
      const oldest = this.#open.takeOldest();
      if (oldest !== undefined) addTo(this.#closed, oldest[1]);
    }
    return run;
  }
}

/**
 * The metrics of records that are all there.
 *
 * @throws RecourseError `invalid_option`, where these are no records
 */
export function metricsOf(records: Iterable<TraceRecord>): Metrics {
  checkRecords("metricsOf()", records);
  const builder = new MetricsBuilder();
  for (const record of records) builder.add(record);
  return builder.metrics();
}

interface Closed {
  episodes: number;
  recovered: number;
  turns: number;
  wasted: number;
  resent: number;
}

function addTo(closed: Closed, run: RunTally): void {
  closed.episodes += run.episodes;
  closed.recovered += run.recovered;
  closed.turns += run.turnsToRecover;
  closed.wasted += run.wasted;
  closed.resent += run.resentTokens();
}
