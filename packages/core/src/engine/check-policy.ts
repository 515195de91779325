import { checkFields, flag, type Kind, number, object, orFalse, whole } from "./option-reader.ts";
import type { PolicyInput, RetryPolicy } from "./policy.ts";

const retryKinds: Readonly<Record<keyof RetryPolicy, Kind>> = {
  maxAttempts: {
    wanted: "a whole number of at least 1 (1 means no retry, as `retry: false` does)",
    fits: whole(1).fits,
  },
  baseMs: number(0),
  factor: number(1),
  jitter: number(0, 1),
  maxWaitMs: number(0),
  byErrorType: object,
};

const policyKinds: Readonly<Record<keyof PolicyInput, Kind>> = {
  retry: orFalse(object),
  repeats: orFalse(object),
  cycle: orFalse(object),
  failedTurns: orFalse(whole(1)),
  errors: orFalse(whole(1)),
  emptyTurns: orFalse(whole(1)),
  repairs: orFalse(whole(0)),
  literal: flag,
};

/** Checks the limits of a policy. @throws RecourseError `invalid_option` */
export function checkPolicy(path: string, policy: PolicyInput): void {
  checkFields(path, policy, policyKinds);
  if (object.fits(policy.retry)) checkRetry(`${path}.retry`, policy.retry);
  if (object.fits(policy.repeats)) {
    checkFields(`${path}.repeats`, policy.repeats, { limit: whole(2) });
  }
  if (object.fits(policy.cycle)) {
    checkFields(`${path}.cycle`, policy.cycle, { turns: whole(1), times: whole(2) });
  }
}

const retriedTypes: Readonly<Record<keyof NonNullable<RetryPolicy["byErrorType"]>, Kind>> = {
  timeout: orFalse(object),
  rate_limited: orFalse(object),
  upstream: orFalse(object),
};

/** Checks a retry policy, of all tools or of one. @throws RecourseError `invalid_option` */
export function checkRetry(path: string, retry: unknown): void {
  checkFields(path, retry, retryKinds);
  const { byErrorType } = retry as Partial<RetryPolicy>;
  if (byErrorType === undefined) return;
  checkFields(`${path}.byErrorType`, byErrorType, retriedTypes);
  for (const [type, own] of Object.entries(byErrorType)) {
    if (object.fits(own)) checkFields(`${path}.byErrorType.${type}`, own, retryKinds);
  }
}
