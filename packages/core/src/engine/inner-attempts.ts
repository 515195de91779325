/**
 * How often a client below says that it tried, where it has retried by itself: the model should
 * hear of those attempts as of ours. At least 1. Never throws.
 */
export function innerAttempts(error: unknown): number {
  const errors = field(error, "errors");
  const counts = [
    Array.isArray(errors) ? errors.length : 0,
    number(field(error, "attemptNumber")),
    number(field(field(error, "$metadata"), "attempts")),
    number(field(error, "retryCount")) + 1,
    number(field(field(error, "request"), "retryCount")) + 1,
    number(field(field(field(error, "config"), "axios-retry"), "retryCount")) + 1,
  ];
  return Math.max(1, ...counts);
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return Reflect.get(value, key);
  } catch {
    return undefined;
  }
}

/** Counts of hundreds are no attempts of one call. */
function number(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 100
    ? value
    : 0;
}
