import { inTime, type Late } from "./in-time.ts";
import type { ToolCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";

/**
 * Whether the second of two identical writes must wait. Models ask for the same write twice in one
 * response, and frameworks begin both at once. The guard of writes knows an outcome only when there
 * is one: were both to run, a time-out of the first would come too late to keep the second from
 * doing it again. So the second waits, and is then judged as if it had come after the first: refused
 * if nobody knows what the first has done, else executed, as two of the same may be meant.
 *
 * It waits for everything that was asked for before it, not only for its like: any of these may end
 * the run, and whether the write is executed must not depend on which of them is faster.
 *
 * Reads and idempotent calls do no harm together and wait for nobody; nor do undeclared tools, of
 * which most read.
 */
export function writesAhead(
  { ledger, inFlight }: RunState,
  slot: CallSlot,
): readonly Promise<unknown>[] | undefined {
  const ahead: Promise<unknown>[] = [];
  let isIdentical = false;
  const add = ({ signature, running }: CallSlot): void => {
    if (running === undefined || ahead.includes(running)) return;
    ahead.push(running);
    if (signature === slot.signature) isIdentical = true;
  };
  for (const other of ledger.open?.slots() ?? []) {
    // Who stands behind waits for us: waiting for each other would have no end.
    if (other === slot) break;
    add(other);
  }
  // What runs waits for nobody, wherever it stands, and may have outlived its turn.
  for (const { slot: other } of inFlight) {
    if (other !== slot && other.signature === slot.signature) add(other);
  }
  return isIdentical ? ahead : undefined;
}

/** Waits until calls have settled, however they did. Gives what came first if it was not that. */
export async function untilSettled(
  state: RunState,
  call: Pick<ToolCall, "signal">,
  calls: readonly Promise<unknown>[],
): Promise<Late | undefined> {
  const settled = Promise.allSettled(calls).then(() => undefined);
  // It takes as long as the other calls take, which have limits of their own.
  return inTime(state, call, Number.POSITIVE_INFINITY, settled);
}
