import { isRefusal } from "../ledger/counters.ts";
import type { Place } from "./find-slot.ts";
import type { Admission } from "./plan.ts";
import type { CallOutcome } from "./run.ts";
import type { RunState } from "./run-state.ts";

/**
 * What a framework gets that asks again for a position which runs or has its outcome: it retries a
 * node, or replays history. A stored success is given instead of being executed again, and a call
 * under way is joined. A failure is executed anew where that may be, since the framework has thrown
 * it away to try again. Where guards only observe, every ask is executed, as without us.
 *
 * @returns `undefined` where the position is to be filled: it is new, or was opened again
 */
export function standingAdmission(state: RunState, place: Place): Admission | undefined {
  const { slot, outcome, running } = place;
  if (outcome === undefined && running === undefined) return undefined;
  const { open } = state.ledger;
  const enforce = state.modes.guards === "enforce";
  if (outcome === undefined) return enforce && running !== undefined ? { running } : { bare: true };
  if (enforce && !mayBeExecutedAgain(state, outcome)) return { outcome };
  // A closed turn is judged: what is repeated of it changes nothing any more.
  if (open?.slot(slot.turn, slot.index) !== slot) return enforce ? { outcome } : { bare: true };
  open.reopen(slot);
  return undefined;
}

/** Whether a failure may be followed by another execution of the very same position. */
export function mayBeExecutedAgain(state: RunState, { record }: CallOutcome): boolean {
  if (record.ok || record.attemptLog.length === 0 || isRefusal(record)) return false;
  if (record.effect === "write" && record.outcome === "unknown") return false;
  return state.halt === undefined && state.leftMs() > 0;
}
