import { isRefusal, isResult } from "./counters.ts";
import type { CallRecord } from "./records.ts";

/** One closed turn, as far as cycles are concerned. */
export interface TurnKey {
  /** The calls and outcomes of the turn, whatever their order. */
  readonly key: string;
  /** Something in it was refused: the guard of repeats is at work already. */
  readonly refused: boolean;
  /** Made only of calls that may be repeated freely. */
  readonly free: boolean;
}

/**
 * The length of the cycle that the latest turns have run `times` times with the same calls and
 * outcomes, or 0.
 */
export function cycleLength(
  keys: readonly TurnKey[],
  limits: { readonly turns: number; readonly times: number },
): number {
  const newest = keys.length - 1;
  for (let length = 1; length <= limits.turns; length++) {
    const span = length * limits.times;
    if (span > keys.length) return 0;
    let repeats = true;
    for (let i = newest; i > newest - span + length && repeats; i--) {
      repeats = keys[i]?.key === keys[i - length]?.key;
    }
    if (!repeats) continue;
    const cycle = keys.slice(-span);
    if (cycle.some((turn) => turn.refused) || cycle.every((turn) => turn.free)) continue;
    return length;
  }
  return 0;
}

/** What cycles know of a turn. */
export function turnKey(records: readonly CallRecord[]): TurnKey {
  let key = "";
  let parts: string[] | undefined;
  let refused = false;
  let free = true;
  for (const record of records) {
    if (!isResult(record)) continue;
    if (isRefusal(record)) refused = true;
    if (record.repeats !== "allow") free = false;
    const part = record.signature.slice(0, 16) + record.outcomeHash.slice(0, 16);
    if (key === "") key = part;
    else {
      parts ??= [key];
      parts.push(part);
    }
  }
  return { key: parts === undefined ? key : parts.sort().join(), refused, free };
}
