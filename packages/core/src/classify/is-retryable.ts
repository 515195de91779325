import type { Effect } from "../vocabulary.ts";
import { classify, contextOf } from "./classify.ts";
import type { ClassifyContext } from "./diagnosis.ts";

/** What {@link isRetryable} is told about the call. */
export interface RetryableOptions extends ClassifyContext {
  /** What the tool does to the world. Undeclared counts as a write: a missed retry is cheaper. */
  readonly effect?: Effect;
}

/**
 * Whether the same call may be sent again: the failure is transient, the client below has not
 * retried already, and the call cannot have taken effect, or doing it twice does no harm. For
 * the hooks of other libraries (`retryOn`, `shouldRetry`, `handleWhen`).
 *
 * @example await pRetry(run, { shouldRetry: ({ error }) => isRetryable(error, { effect: "read" }) });
 */
export function isRetryable(value: unknown, options?: RetryableOptions): boolean {
  const context = contextOf<RetryableOptions>(options);
  const diagnosis = classify(value, context);
  if (diagnosis.errorClass !== "transient" || diagnosis.retried) return false;
  if (diagnosis.outcome === "none") return true;
  return context.effect === "read" || context.effect === "idempotent";
}
