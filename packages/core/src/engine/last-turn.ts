import type { RunState } from "./run-state.ts";

/** Set when the model has one turn left before a limit ends the run. */
export interface LastTurn {
  readonly limitName: string;
  readonly left: number;
}

/**
 * Whether one more turn like this one ends the run. A function of the closed turns alone, so that
 * the text does not depend on which of several parallel calls settled first.
 */
export function lastTurnNotice(state: RunState, kind: "error" | "empty"): LastTurn | undefined {
  if (state.modes.guards !== "enforce") return undefined;
  const { failedTurns, errors, emptyTurns } = state.core.policy;
  const { failedTurnsInRow, emptyTurnsInRow } = state.ledger.closed;
  if (kind === "empty") return oneLeft("empty results in a row", emptyTurns, emptyTurnsInRow);
  return (
    oneLeft("failed turns in a row", failedTurns, failedTurnsInRow) ??
    oneLeft("tool errors in this run", errors, state.budget.errors.count, state.ledger.lastErrors)
  );
}

/** `count` of the closed turns, this turn's, and the next turn's are the last. */
function oneLeft(
  limitName: string,
  limit: number | false,
  count: number,
  ofLastTurn = 1,
): LastTurn | undefined {
  if (limit === false) return undefined;
  // Turns of several errors go on like that, as far as anybody knows.
  const each = Math.max(1, ofLastTurn);
  const isLast = count + each < limit && count + 2 * each >= limit;
  return isLast ? { limitName, left: 1 } : undefined;
}
