import type { PolicyInput, RetryPolicy } from "../engine/policy.ts";
import { checkFields, type Owner } from "./check-fields.ts";
import { flag, type Kind, number, object, orFalse, whole } from "./kind.ts";

/** What each field of a retry policy must be. */
export const retryKinds: Readonly<Record<keyof RetryPolicy, Kind>> = {
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

/** What a retry must be, before its fields are looked at. */
export const retryKind: Kind = {
  ...orFalse(object),
  advice: "How often in all is `retry: { maxAttempts: 3 }`.",
};

/** What each field of a policy must be. */
export const policyKinds: Readonly<Record<keyof PolicyInput, Kind>> = {
  retry: retryKind,
  repeats: orFalse(object),
  cycle: orFalse(object),
  failedTurns: orFalse(whole(1)),
  errors: orFalse(whole(1)),
  emptyTurns: orFalse(whole(1)),
  repairs: orFalse(whole(0)),
  literal: flag,
};

/**
 * Checks the limits of a policy.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkPolicy(path: string, policy: unknown, owner: Owner = {}): void {
  checkFields(path, policy, policyKinds, owner);
  const at = path === "" ? "" : `${path}.`;
  const { retry, repeats, cycle } = policy as PolicyInput;
  if (object.fits(retry)) checkRetry(`${at}retry`, retry, owner);
  if (object.fits(repeats)) checkFields(`${at}repeats`, repeats, { limit: whole(2) }, owner);
  if (object.fits(cycle)) {
    checkFields(`${at}cycle`, cycle, { turns: whole(1), times: whole(2) }, owner);
  }
}

/** Where the settings of a retry belong that were put elsewhere, by our name or by a usual one. */
export function retryPlaces(place: string): Readonly<Record<string, string>> {
  return {
    ...placed(Object.keys(retryKinds), place),
    ...placed(["retries", "maxRetries"], `${place}\` as \`maxAttempts`),
  };
}

/** The same place for several names. */
export function placed(names: readonly string[], place: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, place]));
}

const { byErrorType: _, ...ownRetryKinds } = retryKinds;

const retriedTypes: Readonly<Record<keyof NonNullable<RetryPolicy["byErrorType"]>, Kind>> = {
  timeout: orFalse(object),
  rate_limited: orFalse(object),
  upstream: orFalse(object),
};

/**
 * Checks a retry policy, of all tools or of one.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkRetry(path: string, retry: unknown, owner: Owner = {}): void {
  checkFields(path, retry, retryKinds, owner);
  const { byErrorType } = retry as Partial<RetryPolicy>;
  if (byErrorType === undefined) return;
  checkFields(`${path}.byErrorType`, byErrorType, retriedTypes, owner);
  for (const [type, own] of Object.entries(byErrorType)) {
    if (object.fits(own)) checkFields(`${path}.byErrorType.${type}`, own, ownRetryKinds, owner);
  }
}
