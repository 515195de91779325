import type { Run } from "@recourse/core";
import { bindingOf, type RunBinding } from "./run-binding.ts";

interface Loose {
  binding: RunBinding;
  /** How often the user had spoken when the last call came. */
  spoken: number;
}

interface LooseContext {
  readonly usage?: { readonly requests?: unknown };
  readonly context?: unknown;
}

const known = new WeakMap<object, Loose>();

/**
 * A run for a context that none was made for (a plain `run()`, a `RealtimeSession`). The number of
 * model requests that the SDK counts stands for the turn.
 *
 * A realtime session goes on for as long as a person talks: once they have spoken again, the
 * comparison of repeats starts afresh, and a run that was ended is followed by a new one.
 */
export function looseBinding(context: unknown, makeRun: () => Run): RunBinding {
  const key: LooseContext = typeof context === "object" && context !== null ? context : {};
  const spoken = timesSpoken(key.context);
  let loose = known.get(key);
  if (loose === undefined) {
    loose = { binding: bindingOf(makeRun()), spoken };
    known.set(key, loose);
  } else if (spoken > loose.spoken) {
    loose.spoken = spoken;
    const { run } = loose.binding;
    if (run.halt === undefined) {
      run.contextChanged();
    } else {
      // Only the record is waited for, and sinks never break a call.
      void run.finish();
      loose.binding = bindingOf(makeRun());
    }
  }
  const { binding } = loose;
  const requests = key.usage?.requests;
  const turn = typeof requests === "number" ? requests - 1 : 0;
  binding.turn = Math.max(binding.turn, turn, 0);
  return binding;
}

/** The messages of the user in the history that a realtime session keeps in its context. */
function timesSpoken(context: unknown): number {
  const { history } = (context ?? {}) as { readonly history?: unknown };
  if (!Array.isArray(history)) return 0;
  const items = history as readonly ({ readonly role?: unknown } | undefined)[];
  return items.reduce((count, item) => count + (item?.role === "user" ? 1 : 0), 0);
}
