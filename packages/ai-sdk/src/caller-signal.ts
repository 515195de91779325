/**
 * The SDK merges its own time-outs into the caller's signal. A time-out is a failure of the call,
 * which the model may hear of; an abort of the caller is not. They differ by the reason's name.
 */
export function isTimeout(signal: AbortSignal): boolean {
  const reason: unknown = signal.reason;
  return signal.aborted && reason instanceof Error && reason.name === "TimeoutError";
}

const withoutTimeoutsBySignal = new WeakMap<AbortSignal, AbortSignal>();

/** A signal that follows the caller's aborts and not the SDK's time-outs. */
export function withoutTimeouts(signal: AbortSignal): AbortSignal {
  const known = withoutTimeoutsBySignal.get(signal);
  if (known !== undefined) return known;
  const controller = new AbortController();
  const follow = (): void => {
    if (!isTimeout(signal)) controller.abort(signal.reason);
  };
  if (signal.aborted) follow();
  else signal.addEventListener("abort", follow, { once: true });
  withoutTimeoutsBySignal.set(signal, controller.signal);
  return controller.signal;
}

/** The tool's result, or the SDK's time-out as soon as it comes: tools may ignore their signal. */
export function orTimeout<Value>(
  value: Value,
  signal: AbortSignal,
): Value | Promise<Awaited<Value>> {
  if (!(value instanceof Promise)) return value;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      if (isTimeout(signal)) reject(signal.reason);
    };
    const clear = (): void => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    value.then(
      (settled) => {
        clear();
        resolve(settled as Awaited<Value>);
      },
      (error: unknown) => {
        clear();
        reject(error);
      },
    );
  });
}
