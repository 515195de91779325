import type { Loop } from "./loop.ts";
import type { StepLike } from "./sdk-types.ts";
import { reasonOfAbort, reasonOfRejection, reasonOfStep } from "./stop-reason.ts";

type Callback = (event: never) => unknown;

/** The callbacks by which a loop tells how it goes, as both versions name them. */
export interface LoopCallbacks {
  readonly onStepFinish?: Callback | undefined;
  readonly onStepEnd?: Callback | undefined;
  readonly onFinish?: Callback | undefined;
  readonly onEnd?: Callback | undefined;
  readonly onAbort?: Callback | undefined;
  readonly onError?: Callback | undefined;
  readonly onStepError?: Callback | undefined;
  /** How often ai 7 asks again for a stream that broke off. */
  readonly streamRetries?: unknown;
}

/**
 * The user's callbacks with ours before them. That a step has ended is known from the next hook that
 * is given all of them, so that callback is ours only where the user has one, which may ask the run.
 */
export function watchedCallbacks(loop: Loop, user: LoopCallbacks): LoopCallbacks {
  // ai 7 has new names and ignores the old ones where the new ones are given.
  const stepKey = user.onStepEnd === undefined ? "onStepFinish" : "onStepEnd";
  const endKey = user.onEnd === undefined ? "onFinish" : "onEnd";
  const onStep = user[stepKey];
  const onEnd = ({ steps }: { readonly steps: readonly StepLike[] }): void => {
    loop.observe(steps);
    finish(loop);
  };
  const onAbort = ({ steps }: { readonly steps?: readonly StepLike[] }): void =>
    aborted(loop, steps);
  const onStepError = ({ error }: { readonly error: unknown }): void => rejected(loop, error);
  // What the model's stream tells of need not be the end: the callback at the end comes all the same.
  const onError = (event: { readonly error: unknown }): void => {
    if (!loop.response.brokeOff) onStepError(event);
  };
  const watched = {
    [endKey]: both(onEnd, user[endKey]),
    onAbort: both(onAbort, user.onAbort),
    ...(mayAskForRetry(user) ? {} : { onError: both(onError, user.onError ?? logged) }),
    // The only word of a rejected `generateText`, and only in ai 7.
    onStepError: both(onStepError, user.onStepError),
  };
  return onStep === undefined
    ? watched
    : { ...watched, [stepKey]: both((step: StepLike) => loop.observeStep(step), onStep) };
}

/**
 * Whether an `onError` says that it may answer with `{ retry: true }`: the SDK then holds the calls of
 * a response back until it is complete. Where the user has none, `onStepError` tells us the same.
 */
function mayAskForRetry({ streamRetries, onError }: LoopCallbacks): boolean {
  return streamRetries !== undefined && onError === undefined;
}

/** The default of `streamText`, which a callback of ours would otherwise silence. */
function logged({ error }: { readonly error: unknown }): void {
  console.error(error);
}

/** Ends the run for the reason that is known, which the engine's own overrules. */
export function finish(loop: Loop): void {
  if (loop.abandoned) return;
  loop.abortWatch?.stop();
  loop.ended ??= loop.response.failed ? "model_error" : reasonOfStep(loop.lastStep);
  void loop.run.finish(loop.run.halt?.reason ?? loop.ended);
}

/** Ends the run whose stream was aborted. */
export function aborted(loop: Loop, steps: readonly StepLike[] | undefined): void {
  if (steps !== undefined) loop.observe(steps);
  loop.ended = reasonOfAbort(loop.signal) ?? "cancelled";
  finish(loop);
}

/**
 * The model rejected a request of `generateText`, which in ai 6 tells nobody of it. Only what the SDK
 * does not ask for again is the end.
 */
export function requestRejected(loop: Loop, error: unknown, signal: AbortSignal | undefined): void {
  loop.response.fails();
  const { isRetryable } = (error ?? {}) as { readonly isRetryable?: unknown };
  if (signal?.aborted === true || isRetryable !== true) rejected(loop, error);
}

/** Ends the run for the error that the SDK gave up with. */
export function rejected(loop: Loop, error: unknown): void {
  loop.ended = reasonOfRejection(error, loop.signal);
  finish(loop);
}

function both(ours: (event: never) => void, users: Callback | undefined): Callback {
  return (event) => {
    try {
      ours(event);
    } catch {
      // What we note must never keep a user's callback from being called. The engine reports its own
      // errors; here there is nothing else to do.
    }
    return users?.(event);
  };
}
