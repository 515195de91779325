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
}

/** The user's callbacks with ours before them. */
export function watchedCallbacks(loop: Loop, user: LoopCallbacks): LoopCallbacks {
  const onStep = (step: StepLike): void => loop.observeStep(step);
  const onEnd = ({ steps }: { readonly steps: readonly StepLike[] }): void => {
    loop.observe(steps);
    finish(loop);
  };
  return {
    // ai 7 has new names and ignores the old ones where the new ones are given.
    ...(user.onStepEnd === undefined
      ? { onStepFinish: both(onStep, user.onStepFinish) }
      : { onStepEnd: both(onStep, user.onStepEnd) }),
    ...(user.onEnd === undefined
      ? { onFinish: both(onEnd, user.onFinish) }
      : { onEnd: both(onEnd, user.onEnd) }),
    onAbort: both(() => {
      loop.ended = reasonOfAbort(loop.signal) ?? "cancelled";
      finish(loop);
    }, user.onAbort),
    onError: both(
      ({ error }: { readonly error: unknown }) => {
        loop.ended = reasonOfRejection(error, loop.signal);
        finish(loop);
      },
      // The default of `streamText`, which a callback of ours would otherwise silence.
      user.onError ?? (({ error }: { readonly error: unknown }) => console.error(error)),
    ),
  };
}

/** Ends the run for the reason that is known, which the engine's own overrules. */
export function finish(loop: Loop): void {
  loop.ended ??= reasonOfStep(loop.lastStep);
  void loop.run.finish(loop.run.halt?.reason ?? loop.ended);
}

function both(ours: (event: never) => void, users: Callback | undefined): Callback {
  return (event) => {
    loopSafe(() => ours(event));
    return users?.(event);
  };
}

/** What we note must never keep a user's callback from being called. */
function loopSafe(note: () => void): void {
  try {
    note();
  } catch {
    // The engine reports its own errors; here there is nothing else to do.
  }
}
