import type { ErrorType } from "../vocabulary.ts";
import type { Policy, PolicyInput, RetriedType, RetryPolicy } from "./policy.ts";

/** The host's retry unless the user says otherwise. */
export const defaultRetry: RetryPolicy = {
  maxAttempts: 3,
  baseMs: 500,
  factor: 2,
  jitter: 0.5,
  maxWaitMs: 30_000,
};

/** The limits unless the user says otherwise. */
export const defaultPolicy: Policy = {
  retry: defaultRetry,
  repeats: { limit: 3 },
  cycle: { turns: 5, times: 3 },
  failedTurns: 5,
  errors: 30,
  emptyTurns: 8,
  repairs: 1,
  literal: false,
};

/**
 * The rules and numbers of "Error Recovery: What an Agent Should Do When a Tool Fails" and "Handling
 * Tool Errors Gracefully Inside an Agent Loop" to the letter, to compare with. It repeats calls
 * that may have taken effect, so it is not for tools that write.
 */
export const strictPolicy: Policy = {
  retry: { maxAttempts: 3, baseMs: 1_000, factor: 2, jitter: 0.5, maxWaitMs: 30_000 },
  repeats: { limit: 3 },
  cycle: false,
  failedTurns: 5,
  errors: 5,
  emptyTurns: false,
  repairs: 1,
  literal: true,
};

/** A user's policy over the defaults. */
export function resolvePolicy(input: PolicyInput = {}): Policy {
  const { retry, repeats, cycle } = input;
  return {
    retry: retry === false ? false : { ...defaultRetry, ...defined(retry) },
    repeats: repeats === false ? false : { limit: repeats?.limit ?? 3 },
    cycle: cycle === false ? false : { turns: cycle?.turns ?? 5, times: cycle?.times ?? 3 },
    failedTurns: input.failedTurns ?? defaultPolicy.failedTurns,
    errors: input.errors ?? defaultPolicy.errors,
    emptyTurns: input.emptyTurns ?? defaultPolicy.emptyTurns,
    repairs: input.repairs ?? defaultPolicy.repairs,
    literal: input.literal ?? false,
  };
}

/** The retry of one tool: its own settings over the policy's; `false` where there is none. */
export function resolveRetry(
  policy: RetryPolicy | false,
  tool: Partial<RetryPolicy> | false | undefined,
): RetryPolicy | false {
  if (tool === false) return false;
  if (tool === undefined) return policy;
  return { ...(policy === false ? defaultRetry : policy), ...defined(tool) };
}

/** The retry of one kind of failure. */
export function retryOf(retry: RetryPolicy | false, errorType: ErrorType): RetryPolicy | false {
  if (retry === false) return false;
  const own = retry.byErrorType?.[errorType as RetriedType];
  if (own === false) return false;
  return own === undefined ? retry : { ...retry, ...defined(own) };
}

/** An object without its undefined values, so that they do not hide a default. */
function defined<T extends object>(value: T | undefined): Partial<T> {
  if (value === undefined) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined),
  ) as Partial<T>;
}
