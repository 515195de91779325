import type { CallEffectOutcome, ErrorType } from "../vocabulary.ts";

/** What a tool author can say of a failure. */
export interface FaultInit {
  /** What happened. Fixes class, decision and fault. */
  readonly errorType: ErrorType;
  /** What failed and why, in one sentence. */
  readonly message?: string | undefined;
  /** What is true instead (what exists, what is allowed). */
  readonly instead?: string | undefined;
  /** What to do next, as an instruction to the model. */
  readonly next?: string | undefined;
  /** Milliseconds before the same call makes sense. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the call can have taken effect. @default by error type */
  readonly outcome?: CallEffectOutcome | undefined;
  /** What caused it; goes into the operator's detail, never to the model. */
  readonly cause?: unknown;
}
