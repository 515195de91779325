import { isRefusal } from "../ledger/counters.ts";
import type { CallRecord } from "../ledger/records.ts";
import type { CallOutcome } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";

/** How many calls a report names as done, and how many as unknown. */
const KNOWN_LIMIT = 20;

/** Puts a settled call into the ledger, tells sinks and listeners, and remembers the outcome. */
export function finishCall(state: RunState, slot: CallSlot, outcome: CallOutcome): CallOutcome {
  const { record } = outcome;
  const target = turnOf(state, slot);
  const { outcome: standing } = target.slot;
  target.turn.settle(target.slot, record);
  if (standing !== undefined && target.slot.record === standing.record) {
    // It was settled from outside while it ran, and has a result already.
    state.end(slot);
    state.announceIfComplete();
    return duplicateOf(state, standing);
  }
  target.slot.outcome = outcome;
  target.slot.running = undefined;
  state.end(slot);
  if (target.slot.record === record) remember(state, record, slot.args);
  state.core.hub.write(record);
  if (state.core.listens) {
    const { tool, callId, turn, index } = record;
    state.core.emit({ type: "call_settled", runId: state.id, tool, callId, turn, index, record });
  }
  state.announceIfComplete();
  return outcome;
}

/** A second result of a position: counted and told of, and the one that stands is given. */
export function duplicateOf(state: RunState, outcome: CallOutcome): CallOutcome {
  state.duplicateResults += 1;
  const { tool, callId, turn, index } = outcome.record;
  state.core.emit({ type: "duplicate_result", runId: state.id, tool, callId, turn, index });
  return outcome;
}

/** The turn of a position; a call that outlived its turn is judged with the one that is open. */
function turnOf(state: RunState, slot: CallSlot) {
  const { open } = state.ledger;
  if (open?.slot(slot.turn, slot.index) === slot) return { turn: open, slot };
  const turn = open ?? state.enterTurn(slot.turn);
  const place = turn.add({
    turn: slot.turn,
    index: slot.index,
    callId: slot.callId,
    tool: slot.tool,
  });
  place.signature = slot.signature;
  place.admitted = slot.admitted;
  return { turn, slot: place };
}

/** Keeps for reports which calls have taken effect and which may have. */
function remember(state: RunState, record: CallRecord, args: unknown): void {
  if (isRefusal(record) || record.effect === "read") return;
  const { tool, callId, signature } = record;
  if (record.ok) {
    const open = state.unknown.findIndex((call) => call.signature === signature);
    if (open >= 0) state.unknown.splice(open, 1);
    if (record.errorType !== undefined) return;
  } else if (record.outcome !== "unknown") {
    return;
  }
  const list = record.ok ? state.done : state.unknown;
  list.push({ tool, callId, signature, args: () => state.argsText(args) });
  if (list.length > KNOWN_LIMIT) list.shift();
}
