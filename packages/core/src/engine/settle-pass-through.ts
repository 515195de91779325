import type { AttemptLogEntry } from "../ledger/records.ts";
import type { CallEffectOutcome } from "../vocabulary.ts";
import { buildRecord } from "./build-record.ts";
import { messageOf } from "./error-text.ts";
import { finishCall } from "./finish-call.ts";
import type { Plan } from "./plan.ts";
import type { CallOutcome } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { shownTool } from "./shown-name.ts";

/**
 * Notes a call that is no result: the caller gave up, or the framework paused it. Its object goes
 * on as it is, nothing is counted, and the position can be taken up again.
 *
 * @param outcome `none` where the call had not begun, or had only failed without an effect
 */
export function settlePassThrough(
  state: RunState,
  { slot, options }: Pick<Plan, "slot" | "options">,
  errorType: "cancelled" | "interrupted",
  attemptLog: readonly AttemptLogEntry[],
  error: unknown,
  outcome: CallEffectOutcome = errorType === "cancelled" ? "unknown" : "none",
): CallOutcome {
  const record = buildRecord(state, {
    slot,
    tool: attemptLog.length > 0 ? undefined : shownTool(state, { tool: slot.tool }),
    options,
    ok: false,
    decision: "pass_through",
    errorType,
    outcome: outcome === "unknown" ? outcome : undefined,
    attemptLog,
    durationMs: attemptLog.reduce((sum, entry) => sum + entry.durationMs + entry.waitMs, 0),
    content: "",
    tokens: 0,
    comparedBy: `${errorType}\n${errorType === "cancelled" ? "" : messageOf(error)}`,
  });
  return finishCall(state, slot, {
    ok: false,
    content: "",
    observation: { ok: false, error_type: errorType },
    error,
    record,
    intervened: false,
  });
}
