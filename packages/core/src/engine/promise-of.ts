/** Whether a value is a promise, of whichever library. Never throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  try {
    return typeof (value as { readonly then?: unknown }).then === "function";
  } catch {
    return false;
  }
}

/**
 * Says whether a user's function gave a promise, and sees to it that its rejection is heard: one
 * that nobody listens to would end the host's process.
 */
export function takePromise(value: unknown, onError: (error: unknown) => void = ignore): boolean {
  if (!isThenable(value)) return false;
  try {
    Promise.resolve(value).then(undefined, onError);
  } catch {
    // A `then` that throws has no rejection either.
  }
  return true;
}

function ignore(): void {
  // A listener's failure has nowhere else to go.
}
