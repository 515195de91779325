import type { ErrorType } from "../vocabulary.ts";

/** What the model reads, as an object. Keys in this order, absent keys left out. */
export interface Observation {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly error_type?: ErrorType;
  readonly retryable?: boolean;
  readonly message?: string;
  /** Only when the host tried more than once. */
  readonly attempts?: number;
  /** Only when the call may have taken effect. */
  readonly outcome?: "unknown";
}
