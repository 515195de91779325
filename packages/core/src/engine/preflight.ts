import { signature } from "../ledger/signature.ts";
import { unwrapArguments } from "../validation/unwrap.ts";
import { checkArguments, objectionTo } from "./admit.ts";
import { mayBeExecutedAgain } from "./asked-again.ts";
import { findSlot } from "./find-slot.ts";
import type { CallOutcome, ToolCall } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { settleObjection } from "./settle-objection.ts";
import { told } from "./warnings.ts";

/** Whether a call could run; settles it if not, and leaves no trace if it could. */
export async function preflightOnly(
  state: RunState,
  call: ToolCall,
): Promise<CallOutcome | undefined> {
  const options = state.core.toolOptions(call.tool, call.options);
  const checked = told(state, call, await checkArguments(call, options));
  const open = state.enterTurn(call.turn);
  const known = call.index === undefined ? undefined : open.slot(call.turn, call.index);
  if (known?.outcome !== undefined) {
    const executes = known.outcome.ok || mayBeExecutedAgain(state, known.outcome);
    return executes ? undefined : known.outcome;
  }
  const unwrapped = unwrapArguments(call.args);
  const args = checked.ok ? checked.args : unwrapped.ok ? unwrapped.args : call.args;
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
