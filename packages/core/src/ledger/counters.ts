import { ERROR_TYPES, type ErrorType } from "../vocabulary.ts";
import type { CallRecord, RunCounters } from "./records.ts";

/** The counters while they are being counted. */
export type MutableCounters = {
  -readonly [K in keyof RunCounters]: RunCounters[K] extends number
    ? number
    : Partial<Record<ErrorType, number>>;
};

/** All zero. */
export function zeroCounters(): MutableCounters {
  return {
    turns: 0,
    calls: 0,
    attempts: 0,
    successes: 0,
    errors: 0,
    emptyResults: 0,
    refused: 0,
    hostRecovered: 0,
    failedTurnsInRow: 0,
    emptyTurnsInRow: 0,
    errorTokens: 0,
    waitMs: 0,
    lateSettlements: 0,
    duplicateResults: 0,
    byErrorType: {},
  };
}

/** Whether a record is a result at all: not cancelled, interrupted or never begun. */
export function isResult(record: CallRecord): boolean {
  const { errorType } = record;
  return (
    errorType === undefined ||
    (errorType !== "cancelled" && errorType !== "interrupted" && errorType !== "not_executed")
  );
}

/**
 * Whether a record counts against the budgets: refusals do; rejections, empty results
 * and what is no result do not, nor a tool that opted out.
 */
export function isError(record: CallRecord): boolean {
  return isFailure(record) && record.counts !== false;
}

/** The same without the tool's opt-out: what reports count. */
export function isFailure(record: CallRecord): boolean {
  const { ok, errorType } = record;
  return !ok && errorType !== "rejected" && errorType !== "empty_result" && isResult(record);
}

/** Whether the call was refused, or would have been in a mode that only observes. */
export function isRefusal(record: CallRecord): boolean {
  return record.decision === "refuse" || record.errorType === "repeated_call";
}

/** Whether a write began and nobody knows whether it took effect; cancelled or not. */
export function isUnknownWrite(record: CallRecord): boolean {
  const unknown = !record.ok && record.effect === "write" && record.outcome === "unknown";
  return unknown && !isRefusal(record);
}

/** Whether a call can have changed what others see: one that worked, or a write that may have. */
export function mayChangeState(record: CallRecord): boolean {
  if (record.ok) return record.effect !== "read" && !isRefusal(record);
  return isUnknownWrite(record);
}

/** Adds one record to the counters that do not depend on turns. */
export function tally(counters: MutableCounters, record: CallRecord): void {
  const { errorType } = record;
  if (errorType !== undefined && Object.hasOwn(ERROR_TYPES, errorType)) {
    counters.byErrorType[errorType] = (counters.byErrorType[errorType] ?? 0) + 1;
  }
  if (!isResult(record)) return;
  counters.calls += 1;
  counters.attempts += record.attemptLog.length;
  for (const attempt of record.attemptLog) counters.waitMs += attempt.waitMs;
  if (record.ok) {
    counters.successes += 1;
    if (errorType === "empty_result") counters.emptyResults += 1;
    if (record.attemptLog.length > 1) counters.hostRecovered += 1;
    return;
  }
  if (isError(record)) counters.errors += 1;
  if (isRefusal(record)) counters.refused += 1;
  counters.errorTokens += record.contentTokens;
}
