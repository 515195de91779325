import { signature } from "../ledger/signature.ts";
import { checkArguments, objectionTo, rawArguments } from "./admit.ts";
import { mayBeExecutedAgain } from "./asked-again.ts";
import { checkedInTime, settleLate } from "./checked-in-time.ts";
import { findSlot } from "./find-slot.ts";
import type { Late } from "./in-time.ts";
import type { CallOutcome, ToolCall } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { settleObjection } from "./settle-objection.ts";
import type { ToolOptions } from "./tool-options.ts";
import { told } from "./warnings.ts";

/** Whether a call could run; settles it if not, and leaves no trace if it could. */
export async function preflightOnly(
  state: RunState,
  call: ToolCall,
): Promise<CallOutcome | undefined> {
  const options = state.core.toolOptions(call.tool, call.options);
  const given = await checkedInTime(state, call, options, checkArguments(call, options));
  if (typeof given === "string") return lateOutcome(state, call, options, given);
  const checked = told(state, call, given);
  const open = state.enterTurn(call.turn);
  const known = call.index === undefined ? undefined : open.slot(call.turn, call.index);
  if (known?.outcome !== undefined) {
    const executes = known.outcome.ok || mayBeExecutedAgain(state, known.outcome);
    return executes ? undefined : known.outcome;
  }
  const args = checked.ok ? checked.args : rawArguments(call.args);
  const hash = signature(call.tool, args);
  const objection = objectionTo(state, call, options, { signature: hash }, checked);
  if (objection === undefined) return undefined;
  const { slot, running } = findSlot(state, call);
  if (running !== undefined) return running;
  slot.signature = hash;
  slot.args = args;
  const outcome = settleObjection(state, { call, slot, options, args, objection });
  // Who asks for the position meanwhile is to join, not to get another one.
  if (outcome instanceof Promise) slot.running = outcome;
  return outcome;
}

/** A schema that gives no answer must not keep a person waiting for the question either. */
function lateOutcome(
  state: RunState,
  call: ToolCall,
  options: ToolOptions,
  late: Late,
): CallOutcome | Promise<CallOutcome> | undefined {
  // Whoever has given up, or begins afresh, will say so to the call itself.
  const isOpen = late === "aborted" || (late === "ended" && state.halt === undefined);
  if (isOpen) return undefined;
  const { slot, running, outcome } = findSlot(state, call);
  if (outcome !== undefined || running !== undefined) return outcome ?? running;
  const args = rawArguments(call.args);
  slot.signature = signature(call.tool, args);
  slot.args = args;
  const settled = settleLate(state, late, { call, slot, options, args });
  return "outcome" in settled ? settled.outcome : undefined;
}
