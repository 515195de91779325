import { isResult } from "./counters.ts";
import type { CallRecord } from "./records.ts";

/**
 * Which of two records of one call position stays: a settled one over one that was interrupted or
 * cancelled, else the one that settled first. The same answer whichever comes first, and merging a
 * record with itself changes nothing.
 */
export function mergeRecord(a: CallRecord, b: CallRecord): CallRecord {
  const settledA = isResult(a) || a.errorType === "not_executed";
  const settledB = isResult(b) || b.errorType === "not_executed";
  if (settledA !== settledB) return settledA ? a : b;
  if (a.time !== b.time) return a.time < b.time ? a : b;
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}
