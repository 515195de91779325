import {
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { CallRecord, RunRecord } from "@recourse/core";
import { ATTRIBUTES, callAttributes, compact, EXECUTE_TOOL, runAttributes } from "./attributes.ts";

/**
 * Where a tool call's span comes from. `create`: ours, a child of the active span. `annotate`: the
 * framework already opened one, so ours goes onto it. `auto` looks at the active span. `off`: none.
 */
export type SpanSource = "auto" | "create" | "annotate" | "off";

/** Each of them. */
export const SPAN_SOURCES: readonly SpanSource[] = ["auto", "create", "annotate", "off"];

/** The names that the frameworks' own tracing gives to a tool call's span. */
const FRAMEWORK_SPAN_NAMES = ["execute_tool", "ai.toolCall"];

/** The readable part of a span that the SDK makes. The API promises neither field, hence the guards. */
interface ReadableSpan {
  readonly name?: unknown;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

function isToolSpan(span: Span & ReadableSpan, record: CallRecord): boolean {
  if (!span.isRecording()) return false;
  const name = typeof span.name === "string" ? span.name : "";
  const known =
    span.attributes?.[ATTRIBUTES.operationName] === EXECUTE_TOOL ||
    FRAMEWORK_SPAN_NAMES.some((prefix) => name === prefix || name.startsWith(`${prefix} `));
  if (!known) return false;
  // An agent inside a tool runs below its parent's tool span: that one is not this call's.
  const tool = span.attributes?.[ATTRIBUTES.toolName] ?? span.attributes?.["ai.toolCall.name"];
  return tool === undefined || tool === record.tool;
}

function attemptEvents(span: Span, record: CallRecord, startMs: number): void {
  let at = startMs;
  record.attemptLog.forEach((attempt, index) => {
    at += attempt.waitMs + attempt.durationMs;
    span.addEvent(
      "recourse.attempt",
      compact({
        [ATTRIBUTES.attempt]: index + 1,
        [ATTRIBUTES.waitMs]: attempt.waitMs,
        [ATTRIBUTES.durationMs]: attempt.durationMs,
        [ATTRIBUTES.errorType]: attempt.errorType,
      }),
      at,
    );
  });
}

function describe(span: Span, record: CallRecord, startMs: number): void {
  span.setAttributes(callAttributes(record));
  attemptEvents(span, record, startMs);
  // The status message is the closed word, never the service's text: spans leave the house.
  if (!record.ok && record.errorType !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: record.errorType });
  }
}

/**
 * Puts a settled call into the trace: one `execute_tool` span by the GenAI semantic conventions,
 * with one event per attempt.
 *
 * @param parent the context of the call. Default: the active one.
 */
export function traceCall(
  tracer: Tracer,
  record: CallRecord,
  source: SpanSource,
  parent: Context = context.active(),
): void {
  if (source === "off" || record.errorType === "not_executed") return;
  const endMs = Date.parse(record.time);
  const startMs = endMs - record.durationMs;
  const active = trace.getSpan(parent) as (Span & ReadableSpan) | undefined;
  if (source === "annotate" || (source === "auto" && active && isToolSpan(active, record))) {
    if (active?.isRecording()) describe(active, record, startMs);
    return;
  }
  const span = tracer.startSpan(
    `${EXECUTE_TOOL} ${record.tool}`,
    { kind: SpanKind.INTERNAL, startTime: startMs },
    parent,
  );
  describe(span, record, startMs);
  span.end(endMs);
}

/** Notes the end of a run on the span that is active then. Makes no span of its own. */
export function traceRun(record: RunRecord, source: SpanSource): void {
  if (source === "off") return;
  const active = trace.getActiveSpan();
  if (active?.isRecording()) active.addEvent("recourse.run_finished", runAttributes(record));
}
