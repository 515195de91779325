import type { Run, StopReason } from "@recourse/core";
import { isTimeout } from "./caller-signal.ts";
import type { ContentPartLike, StepLike } from "./sdk-types.ts";

/** Under which a run of ours keeps the stop reason as the engine has it. */
export const engineReason: unique symbol = Symbol("recourse.ai-sdk.engine-reason") as never;

/** The stop reason of the engine, which hears of a loop by its calls. */
export function reasonOfEngine(run: Run): StopReason | undefined {
  return (run as Run & { readonly [engineReason]?: StopReason })[engineReason];
}

/** Why a loop ended whose last step is this one, unless a stop condition says more. */
export function reasonOfStep(step: StepLike | undefined): StopReason | undefined {
  if (step === undefined) return undefined;
  switch (step.finishReason) {
    case "length":
      return "output_limit";
    case "content-filter":
      return "content_filter";
    case "error":
    case "interrupted":
      return "model_error";
    default:
      break;
  }
  if (openCalls(step).length > 0) return "awaiting_input";
  return step.finishReason === "tool-calls" ? "stop_condition" : "completed";
}

/** Why a loop was cut off whose caller's signal is this one. */
export function reasonOfAbort(signal: AbortSignal | undefined): StopReason | undefined {
  if (signal?.aborted !== true) return undefined;
  return isTimeout(signal) ? "deadline" : "cancelled";
}

/** Why a call to the SDK rejected. */
export function reasonOfRejection(error: unknown, signal: AbortSignal | undefined): StopReason {
  const byName = error instanceof Error ? error.name : "";
  if (byName === "TimeoutError") return "deadline";
  if (byName === "AbortError") return "cancelled";
  return reasonOfAbort(signal) ?? "model_error";
}

/** The calls of a step that wait for a result: a client's tool, or a person's approval. */
export function openCalls(step: StepLike): readonly ContentPartLike[] {
  const parts = step.content as readonly ContentPartLike[];
  const settled = new Set<string | undefined>();
  for (const part of parts) {
    if ((part.type === "tool-result" && part.preliminary !== true) || part.type === "tool-error") {
      settled.add(part.toolCallId);
    }
    if (part.type === "tool-approval-response" && part.approved === false) {
      settled.add(part.toolCall?.toolCallId);
    }
  }
  return parts.filter(
    (part) =>
      part.type === "tool-call" && part.providerExecuted !== true && !settled.has(part.toolCallId),
  );
}
