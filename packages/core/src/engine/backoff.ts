import type { RetryPolicy } from "./policy.ts";

/** What is known when a further attempt is considered. */
export interface BackoffState {
  /** The attempt that just failed, from 1. */
  readonly attempt: number;
  /** What the service asked for. */
  readonly retryAfterMs?: number | undefined;
  /** What the waits of this call already add up to. */
  readonly waitedMs: number;
  /** Milliseconds until the run's deadline. */
  readonly leftMs: number;
  /** 0 ≤ x < 1. */
  readonly random: number;
  /** `strictPolicy`'s rule: a hint is cut to the limit, come back early as that may be. */
  readonly clampHint?: boolean | undefined;
}

/**
 * Milliseconds to wait before the next attempt, or `undefined` for no further one. A server's hint
 * is a floor: jitter only adds to it, and where it does not fit the limits there is no attempt,
 * since coming back early would only be refused again. Whole milliseconds, as far as there is room.
 */
export function backoffMs(policy: RetryPolicy, state: BackoffState): number | undefined {
  if (state.attempt >= policy.maxAttempts) return undefined;
  const room = Math.min(policy.maxWaitMs - state.waitedMs, state.leftMs);
  const backoff = policy.baseMs * policy.factor ** (state.attempt - 1);
  const hint = state.clampHint
    ? Math.min(state.retryAfterMs ?? 0, policy.maxWaitMs)
    : state.retryAfterMs;
  if (hint !== undefined && hint > 0) {
    if (hint > room) return undefined;
    // Never early; spread over at most half a backoff step more, as far as there is room.
    const wait = hint + policy.jitter * state.random * Math.max(backoff, hint * 0.1);
    return Math.min(Math.ceil(wait), room);
  }
  const wait = backoff * (1 - policy.jitter + policy.jitter * state.random);
  return wait > room ? undefined : Math.min(Math.ceil(Math.max(0, wait)), room);
}
