import type { ValidationResult } from "../validation/issue.ts";
import { DEFAULT_TIMEOUT_MS, signalsOf } from "./execution.ts";
import type { Plan } from "./plan.ts";
import type { CallOutcome, ToolCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import { settleFailure } from "./settle-failure.ts";
import { settleObjectionAtOnce } from "./settle-objection.ts";
import { settlePassThrough } from "./settle-pass-through.ts";
import type { ToolOptions } from "./tool-options.ts";
import { wait } from "./wait.ts";

/** The longest time that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A schema that has not answered, and what ended the wait for it. */
export type Late = "timeout" | "deadline" | "aborted";

/** What an asynchronous schema says, unless a limit of the call comes first. */
export async function checkedInTime(
  state: RunState,
  call: ToolCall,
  options: ToolOptions,
  checked: Promise<ValidationResult>,
): Promise<ValidationResult | Late> {
  const done = new AbortController();
  const limitMs = limitOf(options);
  const leftMs = state.leftMs();
  const signals = [...signalsOf(call.signal, state.signal), done.signal];
  const ms = Math.max(0, Math.min(limitMs, leftMs, MAX_TIMER_MS));
  const late = wait(state.core.clock, ms, signals).then((whole): Late => {
    if (!whole) return "aborted";
    return leftMs <= limitMs ? "deadline" : "timeout";
  });
  try {
    return await Promise.race([checked, late]);
  } finally {
    done.abort();
  }
}

/** Settles a call whose schema did not answer in time. It has not begun, so it took no effect. */
export function settleLate(
  state: RunState,
  late: Late,
  placed: Pick<Plan, "call" | "options" | "args"> & { readonly slot: CallSlot },
): { readonly outcome: CallOutcome } | { readonly thrown: unknown } {
  const { call } = placed;
  if (late === "aborted") {
    const reason = signalsOf(call.signal, state.signal).find(({ aborted }) => aborted)?.reason;
    settlePassThrough(state, placed, "cancelled", [], reason, "none");
    return { thrown: reason };
  }
  if (late === "deadline") {
    state.haltWith("deadline", { rule: "deadline" });
    return { outcome: settleObjectionAtOnce(state, { ...placed, objection: { kind: "halted" } }) };
  }
  const timeoutMs = limitOf(placed.options);
  const diagnosis = {
    errorType: "timeout",
    errorClass: "transient",
    outcome: "none",
    rule: "preflight/schema_timeout",
  } as const;
  const base = { ...placed, attemptLog: [], durationMs: timeoutMs, timeoutMs };
  return { outcome: settleFailure(state, { ...base, diagnosis, byGuard: true }) };
}

function limitOf({ timeoutMs = DEFAULT_TIMEOUT_MS }: ToolOptions): number {
  return timeoutMs === false ? Number.POSITIVE_INFINITY : timeoutMs;
}
