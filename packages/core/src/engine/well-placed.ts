import type { SettledCall } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { warnOfMisnamedArgs } from "./warnings.ts";

/**
 * A call with a text for its id and numbers for its place. One that has none (`NaN`, a text, a fraction) belongs to the
 * turn that is open: taken as it is, it would spoil the order of all turns after it.
 */
export function wellPlaced<Call extends SettledCall>(state: RunState, call: Call): Call {
  const { id, turn, index } = call;
  if (call.args === undefined) warnOfMisnamedArgs(state, call);
  const turnFits = isPlace(turn);
  const indexFits = index === undefined || isPlace(index);
  if (typeof id !== "string") return wellPlaced(state, { ...call, id: textOf(id) });
  if (turnFits && indexFits) return call;
  const wrong = turnFits ? `index ${String(index)}` : `turn ${String(turn)}`;
  state.core.warnOnce(
    "invalid_turn",
    `A call came with ${wrong}, which is no whole number from 0 on; it is taken for one of the open turn. Pass the number of the model response as \`turn\`.`,
  );
  const open = Math.max(0, state.ledger.open?.turn ?? state.lastTurn);
  const { index: _, ...rest } = call;
  const placed = { ...rest, turn: turnFits ? turn : open };
  return (indexFits && index !== undefined ? { ...placed, index } : placed) as Call;
}

/** A number is an id too; of anything else nothing can be made. */
function textOf(id: unknown): string {
  return typeof id === "number" ? String(id) : "";
}

function isPlace(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
