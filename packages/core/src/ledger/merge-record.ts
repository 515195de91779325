import { isResult, isUnknownWrite } from "./counters.ts";
import type { CallRecord } from "./records.ts";

/**
 * Which of two records of one call position stays: a settled one over one that was interrupted or
 * cancelled, a success over the failure that the framework tried again, else the one that settled
 * first. The same answer whichever comes first, and merging a record with itself changes nothing.
 */
export function mergeRecord(a: CallRecord, b: CallRecord): CallRecord {
  const [first, second] = [rank(a), rank(b)];
  if (first !== second) return first > second ? a : b;
  if (a.time !== b.time) return a.time < b.time ? a : b;
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}

/** What a record says, from nothing to the most. A write that may have happened outdoes a failure. */
function rank(record: CallRecord): number {
  if (record.ok) return 4;
  if (!isResult(record)) return record.errorType === "not_executed" ? 1 : 0;
  return isUnknownWrite(record) ? 3 : 2;
}
