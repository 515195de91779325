import {
  type CallEffectOutcome,
  ERROR_TYPES,
  type ErrorClass,
  type ErrorType,
  isErrorType,
} from "../vocabulary.ts";

/** What a rule says of the failure it recognises. */
export interface Verdict {
  readonly errorType: ErrorType;
  /** Only where it is not the type's own: an `upstream` whose repeat is futile is `forbidden`. */
  readonly errorClass?: ErrorClass;
  readonly outcome: CallEffectOutcome;
  /** A wait that the rule itself could read, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The client below has retried already. */
  readonly retried?: true;
  /** The code by which the failure is known, where it is not the link's own `code`. */
  readonly code?: string | number;
}

/** A verdict, or an error type whose usual class and outcome are meant. */
export type VerdictInput = Verdict | ErrorType;

/**
 * Whether a call that failed this way can have taken effect, unless a rule knows better.
 * A bug half-way and a lost reply can; a refusal cannot.
 */
const OUTCOMES: Readonly<Record<ErrorType, CallEffectOutcome>> = {
  timeout: "unknown",
  rate_limited: "none",
  upstream: "unknown",
  invalid_args: "none",
  unknown_tool: "none",
  conflict: "none",
  internal: "unknown",
  not_found: "none",
  empty_result: "none",
  auth: "none",
  quota_exhausted: "none",
  rejected: "none",
  retry_budget_exhausted: "none",
  repeated_call: "none",
  corrupt_state: "unknown",
  not_executed: "none",
  cancelled: "unknown",
  interrupted: "none",
};

/** The verdict of an error type with its usual class and outcome. */
export function verdictOf(input: VerdictInput): Verdict {
  return typeof input === "string" ? USUAL[input] : input;
}

/** Whether something a user's rule returned is a verdict at all. */
export function isVerdict(value: unknown): value is VerdictInput {
  if (isErrorType(value)) return true;
  return (
    typeof value === "object" &&
    value !== null &&
    isErrorType((value as { errorType?: unknown }).errorType)
  );
}

const USUAL: Readonly<Record<ErrorType, Verdict>> = Object.fromEntries(
  Object.keys(ERROR_TYPES).map((type) => [
    type,
    { errorType: type, outcome: OUTCOMES[type as ErrorType] },
  ]),
) as Record<ErrorType, Verdict>;

/** Never sent or refused before execution: the same call may run again. */
export const NOT_SENT: Verdict = { errorType: "upstream", outcome: "none" };
/** Sent, and nothing is known of what became of it. */
export const MAYBE_SENT: Verdict = { errorType: "upstream", outcome: "unknown" };
/** The victim of a lock, deadlock or serialization failure: rolled back. */
export const ROLLED_BACK: Verdict = { errorType: "upstream", outcome: "none" };
/** A repeat is futile until someone changes the set-up. */
export const FUTILE: Verdict = { errorType: "upstream", errorClass: "forbidden", outcome: "none" };
/** The call can have been carried out, and repeating it is futile. */
export const FUTILE_LATE: Verdict = {
  errorType: "upstream",
  errorClass: "forbidden",
  outcome: "unknown",
};
/** No connection, slot or lock in time: nothing was sent. */
export const TIMEOUT_EARLY: Verdict = { errorType: "timeout", outcome: "none" };
/** No answer in time; the service may still be at it. */
export const TIMEOUT_LATE: Verdict = { errorType: "timeout", outcome: "unknown" };
/** Stored state is damaged or half written. */
export const CORRUPT: Verdict = { errorType: "corrupt_state", outcome: "unknown" };

/** The class of a verdict; absent for what is no result. */
export function classOf(verdict: Verdict): ErrorClass | undefined {
  return verdict.errorClass ?? ERROR_TYPES[verdict.errorType].errorClass;
}
