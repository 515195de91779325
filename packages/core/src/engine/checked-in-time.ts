import type { ValidationResult } from "../validation/issue.ts";
import { DEFAULT_TIMEOUT_MS, signalsOf } from "./execution.ts";
import { inTime, type Late } from "./in-time.ts";
import type { Plan } from "./plan.ts";
import type { CallOutcome, ToolCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import { settleFailure } from "./settle-failure.ts";
import { settleObjectionAtOnce } from "./settle-objection.ts";
import { settlePassThrough } from "./settle-pass-through.ts";
import type { ToolOptions } from "./tool-options.ts";

/** What a schema says, unless it is asynchronous and a limit of the call comes first. */
export async function checkedInTime(
  state: RunState,
  call: ToolCall,
  options: ToolOptions,
  checked: ValidationResult | Promise<ValidationResult>,
): Promise<ValidationResult | Late> {
  return checked instanceof Promise ? inTime(state, call, limitOf(options), checked) : checked;
}

/** Settles a call that had to wait for too long. It has not begun, so it took no effect. */
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
  if (late === "deadline" || late === "ended") {
    if (late === "deadline") state.haltWith("deadline", { rule: "deadline" });
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
