import type { CallEffectOutcome, Effect, ErrorClass, ErrorType } from "../vocabulary.ts";

/** What the host knows about a value besides the value itself. All optional. */
export interface ClassifyContext {
  /** Whether the value was thrown or returned. @default "thrown" */
  readonly origin?: "thrown" | "returned";
  /** The tool's declared effect; a bug half-way through a `write` has an unknown outcome. */
  readonly effect?: Effect;
  /** The caller's own signal aborted: an abort-like error is then `cancelled`. */
  readonly callerAborted?: boolean;
  /** The executor's own per-attempt timer fired: an abort-like error is then `timeout`. */
  readonly timedOut?: boolean;
  /** Milliseconds since the epoch against which dates are read. @default Date.now() */
  readonly now?: number;
}

/** What happened, which class it is, and whether the call can have taken effect. */
export interface Diagnosis {
  readonly errorType: ErrorType;
  /** Absent for `cancelled`, `interrupted` and `not_executed`, which are no results. */
  readonly errorClass?: ErrorClass;
  /** `none`: the call cannot have taken effect. `unknown`: it may have. */
  readonly outcome: CallEffectOutcome;
  /** Milliseconds to wait before the same call makes sense: finite, never negative, never an epoch. */
  readonly retryAfterMs?: number;
  /** The name of the rule that matched. */
  readonly rule: string;
  /** An HTTP status where the failure is one. */
  readonly status?: number;
  /** The code by which the client or provider names the failure (`ECONNREFUSED`, `23505`, …). */
  readonly code?: string | number;
  /** Set when the client below has already retried: it is not retried again on top. */
  readonly retried?: true;
}
