import { inTime, type Late } from "./in-time.ts";
import type { ToolCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";

/**
 * How long a write still waits for other calls once its like has settled. One of them may be the
 * tool inside of which it was asked for, and that one waits for it.
 */
const OTHERS_LIMIT_MS = 5_000;

/**
 * Whether the second of two identical writes must wait. Models ask for the same write twice in one
 * response, and frameworks begin both at once. The guard of writes knows an outcome only when there
 * is one: were both to run, a time-out of the first would come too late to keep the second from
 * doing it again. So the second waits, and is then judged as if it had come after the first: refused
 * if nobody knows what the first has done, else executed, as two of the same may be meant.
 *
 * Reads and idempotent calls do no harm together and wait for nobody; nor do undeclared tools, of
 * which most read.
 */
export function mustWait(state: RunState, slot: CallSlot): boolean {
  state.writes ??= new Set();
  state.writes.add(slot);
  return alike(state, slot).length > 0;
}

/**
 * Waits until a write may be judged. Gives what came first if it was not that.
 *
 * It waits for the calls beside it too, not only for its like: any of these may end the run, and
 * whether the write is executed must not depend on which of them is faster.
 */
export async function untilSettled(
  state: RunState,
  call: Pick<ToolCall, "signal">,
  slot: CallSlot,
): Promise<Late | undefined> {
  const settled = (limitMs: number, calls: readonly Promise<unknown>[]) =>
    inTime(
      state,
      call,
      limitMs,
      Promise.allSettled(calls).then(() => undefined),
    );
  // Its like takes as long as it takes: it has a limit of its own.
  const late = await settled(Number.POSITIVE_INFINITY, alike(state, slot));
  if (late !== undefined) return late;
  const slow = await settled(OTHERS_LIMIT_MS, around(state, slot));
  return slow === "timeout" ? undefined : slow;
}

/** Writes like this one that were let go on before it, whatever has become of their turn. */
function alike({ writes, inFlight }: RunState, slot: CallSlot): readonly Promise<unknown>[] {
  const calls = new Set<CallSlot>();
  for (const other of writes ?? []) {
    // Who stands behind waits for us: waiting for each other would have no end.
    if (other === slot) break;
    if (other.signature === slot.signature) calls.add(other);
  }
  for (const { slot: other } of inFlight) {
    if (other !== slot && other.signature === slot.signature) calls.add(other);
  }
  return running([...calls]);
}

/** Calls that are asked for or run, and do not wait for this one. */
function around({ ledger, inFlight }: RunState, slot: CallSlot): readonly Promise<unknown>[] {
  const calls = new Set<CallSlot>();
  for (const other of ledger.open?.slots() ?? []) {
    if (other === slot) break;
    calls.add(other);
  }
  // What runs waits for nobody, wherever it stands, and may have outlived its turn.
  for (const { slot: other } of inFlight) if (other !== slot) calls.add(other);
  return running([...calls]);
}

function running(calls: readonly CallSlot[]): readonly Promise<unknown>[] {
  return calls.flatMap((call) => (call.running === undefined ? [] : [call.running]));
}
