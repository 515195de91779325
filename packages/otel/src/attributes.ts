import type { CallRecord, RecordLabels, RunRecord } from "@recourse/core";

/**
 * The attribute names that spans and metrics carry. Those of the GenAI semantic conventions
 * (open-telemetry/semantic-conventions-genai, execute-tool.md) keep their names; ours begin with
 * `recourse.` and hold the words of the records.
 */
export const ATTRIBUTES = {
  operationName: "gen_ai.operation.name",
  toolName: "gen_ai.tool.name",
  toolCallId: "gen_ai.tool.call.id",
  agentName: "gen_ai.agent.name",
  requestModel: "gen_ai.request.model",
  errorType: "error.type",
  framework: "recourse.framework",
  mode: "recourse.mode",
  runId: "recourse.run.id",
  parentRunId: "recourse.run.parent_id",
  turn: "recourse.turn",
  index: "recourse.index",
  signature: "recourse.call.signature",
  decision: "recourse.decision",
  would: "recourse.would",
  errorClass: "recourse.error.class",
  fault: "recourse.error.fault",
  outcome: "recourse.outcome",
  retryable: "recourse.retryable",
  attempts: "recourse.attempts",
  rule: "recourse.rule",
  tripped: "recourse.tripped.rule",
  contentTokens: "recourse.content.tokens",
  stopReason: "recourse.stop_reason",
  attempt: "recourse.attempt",
  waitMs: "recourse.attempt.wait_ms",
  durationMs: "recourse.attempt.duration_ms",
} as const;

/** The value of `gen_ai.operation.name` on a tool call's span. */
export const EXECUTE_TOOL = "execute_tool";

/** Attributes as OpenTelemetry takes them. */
export type AttributeBag = Record<string, string | number | boolean>;

/** Sets only what is there: OpenTelemetry has no word for "absent". */
export function compact(bag: Record<string, string | number | boolean | undefined>): AttributeBag {
  const kept: AttributeBag = {};
  for (const [key, value] of Object.entries(bag)) if (value !== undefined) kept[key] = value;
  return kept;
}

/** The labels by which metrics are cut. Low in cardinality: no run ids, no call ids. */
export function metricLabels(record: RecordLabels): AttributeBag {
  return compact({
    [ATTRIBUTES.framework]: record.framework,
    [ATTRIBUTES.agentName]: record.agent,
    [ATTRIBUTES.requestModel]: record.model,
    ...record.attributes,
  });
}

/** Everything that a tool call's span says. */
export function callAttributes(record: CallRecord): AttributeBag {
  return compact({
    [ATTRIBUTES.operationName]: EXECUTE_TOOL,
    [ATTRIBUTES.toolName]: record.tool,
    [ATTRIBUTES.toolCallId]: record.callId === "" ? undefined : record.callId,
    ...metricLabels(record),
    [ATTRIBUTES.mode]: record.mode,
    [ATTRIBUTES.runId]: record.runId,
    [ATTRIBUTES.parentRunId]: record.parentRunId,
    [ATTRIBUTES.turn]: record.turn,
    [ATTRIBUTES.index]: record.index,
    [ATTRIBUTES.signature]: record.signature,
    [ATTRIBUTES.decision]: record.decision,
    [ATTRIBUTES.would]: record.would,
    [ATTRIBUTES.errorType]: record.ok ? undefined : record.errorType,
    [ATTRIBUTES.errorClass]: record.errorClass,
    [ATTRIBUTES.outcome]: record.outcome,
    [ATTRIBUTES.retryable]: record.retryable,
    [ATTRIBUTES.attempts]: record.attemptLog.length,
    [ATTRIBUTES.rule]: record.rule,
    [ATTRIBUTES.tripped]: record.tripped?.rule,
    [ATTRIBUTES.contentTokens]: record.contentTokens,
  });
}

/** What the end of a run says. */
export function runAttributes(record: RunRecord): AttributeBag {
  return compact({
    ...metricLabels(record),
    [ATTRIBUTES.stopReason]: record.stopReason,
    [ATTRIBUTES.tripped]: record.tripped?.rule,
  });
}
