import { signalsOf } from "./execution.ts";
import type { ToolCall } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { wait } from "./wait.ts";

/** The longest time that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What ended the wait before a call: a limit of its own, the run's deadline, its caller. */
export type Late = "timeout" | "deadline" | "aborted";

/** What a promise gives, unless a limit of the call comes first. */
export async function inTime<T>(
  state: RunState,
  call: Pick<ToolCall, "signal">,
  limitMs: number,
  promise: Promise<T>,
): Promise<T | Late> {
  const done = new AbortController();
  const leftMs = state.leftMs();
  const signals = [...signalsOf(call.signal, state.signal), done.signal];
  const ms = Math.max(0, Math.min(limitMs, leftMs));
  const bounded = ms === Number.POSITIVE_INFINITY ? ms : Math.min(ms, MAX_TIMER_MS);
  const late = wait(state.core.clock, bounded, signals).then((whole): Late => {
    if (!whole) return "aborted";
    return leftMs <= limitMs ? "deadline" : "timeout";
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    done.abort();
  }
}
