import {
  type CallRecord,
  isErrorType,
  type RunRecord,
  STOP_REASONS,
  type StopReason,
  type Tripped,
} from "@recourse/core";

/** A record of which nothing is known yet but the names that its fields would have. */
export type LooseRecord = { -readonly [K in keyof CallRecord | keyof RunRecord]?: unknown };

type LooseTripped = { -readonly [K in keyof Tripped]?: unknown };

/**
 * A call record that can be counted, or nothing when a field is missing that every reader needs. What
 * is odd but not needed is mended in place: a foreign stack's writer must not break a report.
 */
export function soundCall(value: LooseRecord): CallRecord | undefined {
  const complete =
    typeof value.runId === "string" &&
    typeof value.tool === "string" &&
    typeof value.signature === "string" &&
    typeof value.ok === "boolean" &&
    Number.isFinite(value.turn) &&
    Number.isFinite(value.index) &&
    typeof value.decision === "string" &&
    typeof value.time === "string" &&
    Array.isArray(value.attemptLog);
  if (!complete) return undefined;
  mendLabels(value);
  if (!isAmount(value.contentTokens)) value.contentTokens = 0;
  if (!(value.attemptLog as unknown[]).every(isSoundAttempt)) {
    value.attemptLog = (value.attemptLog as unknown[]).map(soundAttempt);
  }
  // A word of a newer list is kept out of the counts by type, as core does, and is still a failure.
  if (value.errorType !== undefined && !isErrorType(value.errorType)) {
    delete value.errorType;
  }
  return value as unknown as CallRecord;
}

/** The same for the record of a run's end. */
export function soundRun(value: LooseRecord): RunRecord | undefined {
  const complete =
    typeof value.runId === "string" &&
    STOP_REASONS.includes(value.stopReason as StopReason) &&
    typeof value.counters === "object" &&
    value.counters !== null;
  if (!complete) return undefined;
  mendLabels(value);
  if (typeof value.endedAt !== "string") value.endedAt = "";
  return value as unknown as RunRecord;
}

function mendLabels(value: LooseRecord): void {
  for (const name of ["framework", "model", "agent", "mode"] as const) {
    const label = value[name];
    if (label !== undefined && typeof label !== "string") delete value[name];
  }
  if (value.parentRunId !== undefined && typeof value.parentRunId !== "string") {
    delete value.parentRunId;
  }
  if (value.framework === undefined) value.framework = "(none)";
  if (!isObject(value.attributes)) delete value.attributes;
  const { tripped } = value;
  if (tripped === undefined) return;
  if (isObject(tripped)) mendTripped(tripped);
  else delete value.tripped;
}

/** What tripped a limit is shown as it stands, so that its texts must be texts and its numbers numbers. */
function mendTripped(tripped: LooseTripped): void {
  for (const name of ["tool", "args", "signature", "errorType", "counter", "detail"] as const) {
    if (tripped[name] !== undefined && typeof tripped[name] !== "string") delete tripped[name];
  }
  for (const name of ["value", "limit"] as const) {
    if (tripped[name] !== undefined && !Number.isFinite(tripped[name])) delete tripped[name];
  }
  if (typeof tripped.rule !== "string") tripped.rule = "(unknown)";
}

function isSoundAttempt(entry: unknown): boolean {
  return isObject(entry) && "waitMs" in entry && isAmount(entry.waitMs);
}

function soundAttempt(entry: unknown): unknown {
  if (isSoundAttempt(entry)) return entry;
  return { ...(isObject(entry) ? entry : {}), waitMs: 0 };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
