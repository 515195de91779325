import type { Diagnosis } from "../classify/diagnosis.ts";
import {
  type CallEffectOutcome,
  type Decision,
  type Effect,
  ERROR_TYPES,
  type ErrorClass,
} from "../vocabulary.ts";

/** What becomes of a failed call. */
export interface Verdict {
  readonly decision: Decision;
  readonly errorClass?: ErrorClass | undefined;
  /** What the envelope tells the model. */
  readonly retryable: boolean;
  readonly outcome: CallEffectOutcome;
}

/** What decides besides the diagnosis. */
export interface DecideContext {
  readonly effect?: Effect | undefined;
  /** The same mistake was made in an earlier turn and the repairs are used up. */
  readonly escalated?: boolean | undefined;
}

/**
 * The decision table, for a failure that the host does not repeat (any more). See
 * docs/decisions.md for the table in words.
 */
export function decide(diagnosis: Diagnosis, context: DecideContext): Verdict {
  const { errorType } = diagnosis;
  const row = ERROR_TYPES[errorType];
  const outcome = effectOutcome(diagnosis, context.effect);
  const errorClass = diagnosis.errorClass ?? row.errorClass;
  const stop: Verdict = {
    decision: "stop_branch",
    errorClass: "forbidden",
    retryable: false,
    outcome,
  };
  if (row.errorClass === undefined) {
    return { decision: "pass_through", retryable: false, outcome };
  }
  if (errorClass === "corrupt-state") {
    return { decision: "halt", errorClass, retryable: false, outcome: "unknown" };
  }
  if (errorType === "repeated_call") {
    return { decision: "refuse", errorClass: "forbidden", retryable: false, outcome };
  }
  if (outcome === "unknown" && context.effect === "write") {
    return { decision: "verify", errorClass, retryable: false, outcome };
  }
  if (errorClass === "transient") {
    const open = outcome === "unknown" && context.effect === undefined;
    return open ? { decision: "verify", errorClass, retryable: true, outcome } : stop;
  }
  if (errorClass === "forbidden") return stop;
  if (errorClass === "malformed-args") {
    if (context.escalated === true) return stop;
    return { decision: "repair", errorClass, retryable: row.retryable ?? true, outcome };
  }
  return { decision: "replan", errorClass, retryable: false, outcome };
}

/** Whether the host may repeat the very same call. */
export function isRepeatable(
  diagnosis: Diagnosis,
  effect: Effect | undefined,
  literal = false,
): boolean {
  if (diagnosis.errorClass !== "transient" || diagnosis.retried === true) return false;
  if (literal) return true;
  if (effect === "read" || effect === "idempotent") return true;
  return diagnosis.outcome === "none";
}

/** A call that only reads takes no effect, whatever became of it. */
function effectOutcome(diagnosis: Diagnosis, effect: Effect | undefined): CallEffectOutcome {
  if (effect === "read") return "none";
  // A tool's own bug may have struck half-way; only a declared write pays for that doubt.
  if (diagnosis.errorType === "internal" && effect !== "write") return "none";
  return diagnosis.outcome;
}
