import type { OpenTurn } from "../ledger/open-turn.ts";
import type { CallOutcome, SettledCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";

/** Where a call stands: a position to fill, or the outcome that this very position already has. */
export interface Place {
  readonly slot: CallSlot;
  readonly outcome?: CallOutcome | undefined;
  readonly running?: Promise<CallOutcome> | undefined;
}

/**
 * Finds the position of a call. Frameworks re-run nodes and replay history: the same position of
 * the same call gives the outcome that it already has, and one that was only interrupted or
 * cancelled is taken up again. Anything else gets a position of its own, whatever its id says.
 */
export function findSlot(state: RunState, call: SettledCall): Place {
  const { previous } = state.ledger;
  if (previous !== undefined && call.turn <= previous.turn && call.index !== undefined) {
    const past = previous.slot(call.turn, call.index);
    if (past?.outcome !== undefined && isSame(past, call))
      return { slot: past, outcome: past.outcome };
  }
  const open = state.enterTurn(call.turn);
  const known = knownSlot(open, call);
  if (known !== undefined) {
    if (known.outcome !== undefined && !isPaused(known)) {
      return { slot: known, outcome: known.outcome };
    }
    if (known.running !== undefined) return { slot: known, running: known.running };
    if (isPaused(known)) {
      open.reopen(known);
      return { slot: known };
    }
  }
  return {
    slot: open.add({ turn: call.turn, index: call.index, callId: call.id, tool: call.tool }),
  };
}

/**
 * Without an index the id is all there is. The same id with the same arguments is a replay of what
 * has succeeded; two calls that merely share an id are two calls.
 */
export function replayedSlot(state: RunState, slot: CallSlot): CallSlot | undefined {
  if (slot.callId === "") return undefined;
  const { open, previous } = state.ledger;
  return open?.succeededLike(slot) ?? previous?.succeededLike(slot);
}

function knownSlot(open: OpenTurn<CallOutcome>, call: SettledCall): CallSlot | undefined {
  if (call.index !== undefined) {
    const slot = open.slot(call.turn, call.index);
    return slot !== undefined && isSame(slot, call) ? slot : undefined;
  }
  if (call.id === "") return undefined;
  return open
    .withId(call.id)
    .find((slot) => slot.tool === call.tool && slot.turn === call.turn && isPaused(slot));
}

function isSame(slot: CallSlot, call: SettledCall): boolean {
  return slot.callId === call.id && slot.tool === call.tool;
}

/** Cancelled or interrupted: no result yet. */
function isPaused(slot: CallSlot): boolean {
  const type = (slot.outcome?.record ?? slot.record)?.errorType;
  return type === "cancelled" || type === "interrupted";
}
