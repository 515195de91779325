import { createCustomSpan, getCurrentSpan } from "@openai/agents";
import type { CallOutcome } from "@recourse/core";

/**
 * Puts what became of a call on the SDK's own function span, which is the current one while a
 * tool runs: its error when the call failed, a child span when the host recovered it. Only closed
 * words and numbers, since the SDK does not redact what is given here.
 */
export function annotateSpan(outcome: CallOutcome): void {
  const { record } = outcome;
  const recovered = outcome.ok && record.attemptLog.length > 1;
  if (outcome.ok && !recovered) return;
  try {
    const span = getCurrentSpan();
    if (span === null) return;
    const failed = record.attemptLog.find((entry) => entry.errorType !== undefined);
    const data = {
      error_type: record.errorType ?? failed?.errorType,
      ...(record.errorClass === undefined ? {} : { error_class: record.errorClass }),
      decision: record.decision,
      attempts: Math.max(record.attemptLog.length, 1),
      ...(record.retryable === undefined ? {} : { retryable: record.retryable }),
      ...(record.outcome === undefined ? {} : { outcome: record.outcome }),
    };
    if (outcome.ok) {
      const child = createCustomSpan({ data: { name: "tool_recovered", data } });
      child.start();
      child.end();
    } else {
      span.setError({ message: `tool_error:${record.errorType ?? "internal"}`, data });
    }
  } catch {
    // Tracing never breaks a call.
  }
}
