import type { CallRecord, RunRecord, TraceRecord } from "@recourse/core";

/** A call that succeeded, but for what is said otherwise. */
export function callRecord(fields: Partial<CallRecord> = {}): CallRecord {
  const { turn = 1, index = 0, tool = "get_order" } = fields;
  return {
    schema: "recourse.call/1",
    runId: "run-1",
    framework: "langgraph",
    mode: "enforce",
    turn,
    index,
    callId: `call-${turn}-${index}`,
    tool,
    signature: `${tool}-${turn}-${index}`,
    ok: true,
    decision: "proceed",
    attemptLog: [{ waitMs: 0, durationMs: 100 }],
    durationMs: 100,
    contentHash: "c",
    contentChars: 40,
    contentTokens: 10,
    outcomeHash: `${tool}-${turn}-${index}`,
    effect: "read",
    time: new Date(Date.UTC(2026, 2, 2, 12, 0, turn)).toISOString(),
    ...fields,
  };
}

/** A call that failed for good with `not_found`, but for what is said otherwise. */
export function failedCall(fields: Partial<CallRecord> = {}): CallRecord {
  return callRecord({
    ok: false,
    errorType: "not_found",
    errorClass: "not-found",
    decision: "replan",
    retryable: false,
    outcome: "none",
    contentTokens: 60,
    ...fields,
  });
}

/** The end of a run that completed, but for what is said otherwise. */
export function runRecord(fields: Partial<RunRecord> = {}): RunRecord {
  return {
    schema: "recourse.run/1",
    runId: "run-1",
    framework: "langgraph",
    mode: "enforce",
    startedAt: "2026-03-02T12:00:00.000Z",
    endedAt: "2026-03-02T12:01:00.000Z",
    stopReason: "completed",
    counters: {
      turns: 1,
      calls: 1,
      attempts: 1,
      successes: 1,
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
    },
    ...fields,
  };
}

/** Records as a trace holds them. */
export function lines(records: readonly TraceRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
