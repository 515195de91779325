import { signalsOf } from "./execution.ts";
import type { ToolCall } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { Ending, wait } from "./wait.ts";

/** The longest time that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What ended the wait before a call: a limit of its own, the run's deadline, its caller, the run's end. */
export type Late = "timeout" | "deadline" | "aborted" | "ended";

/** What a promise gives, unless a limit of the call or the end of its run comes first. */
export async function inTime<T>(
  state: RunState,
  call: Pick<ToolCall, "signal">,
  limitMs: number,
  promise: Promise<T>,
): Promise<T | Late> {
  const done = new Ending();
  const leftMs = state.leftMs();
  const given = signalsOf(call.signal, state.signal);
  const signals = [...given, ...state.endings(), done];
  const ms = Math.max(0, Math.min(limitMs, leftMs));
  const bounded = ms === Number.POSITIVE_INFINITY ? ms : Math.min(ms, MAX_TIMER_MS);
  const late = wait(state.core.clock, bounded, signals).then((whole): Late => {
    if (!whole) return given.some(({ aborted }) => aborted) ? "aborted" : "ended";
    return leftMs <= limitMs ? "deadline" : "timeout";
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    done.abort();
  }
}
