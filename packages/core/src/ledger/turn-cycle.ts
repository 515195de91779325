import { isRefusal, isResult } from "./counters.ts";
import type { CallRecord } from "./records.ts";

/** Digits of a signature, and of an outcome's hash, in a key. */
const HALF = 16;

/** One closed turn, as far as cycles are concerned. */
export interface TurnKey {
  /** The calls and outcomes of the turn, whatever their order. */
  readonly key: string;
  /** The same for equal keys, and cheaper to compare: two turns mostly differ. */
  readonly tag: number;
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
      repeats = isSame(keys[i], keys[i - length]);
    }
    if (!repeats) continue;
    const cycle = keys.slice(-span);
    if (cycle.some((turn) => turn.refused) || cycle.every((turn) => turn.free)) continue;
    return length;
  }
  return 0;
}

function isSame(one: TurnKey | undefined, other: TurnKey | undefined): boolean {
  return one?.tag === other?.tag && one?.key === other?.key;
}

/** What cycles know of a turn. */
export function turnKey(records: readonly CallRecord[]): TurnKey {
  let key = "";
  let tag = 0;
  let parts: string[] | undefined;
  let refused = false;
  let free = true;
  for (const record of records) {
    if (!isResult(record)) continue;
    if (isRefusal(record)) refused = true;
    if (record.repeats !== "allow") free = false;
    const { signature, outcomeHash } = record;
    tag = (tag + tagOf(signature, outcomeHash, Math.min(HALF, outcomeHash.length))) | 0;
    const part = signature.slice(0, HALF) + outcomeHash.slice(0, HALF);
    if (key === "") key = part;
    else {
      parts ??= [key];
      parts.push(part);
    }
  }
  return { key: parts === undefined ? key : parts.sort().join(), tag, refused, free };
}

/** A turn's key as a snapshot has it. */
export function restoredKey(key: string, refused: boolean, free: boolean): TurnKey {
  const parts = key === "" ? [] : key.split(",");
  const tag = parts.reduce((sum, part) => (sum + tagOf(part, part, part.length)) | 0, 0);
  return { key, tag, refused, free };
}

/** A number out of the first digits of a signature and those of an outcome's hash before `end`. */
function tagOf(signature: string, outcomeHash: string, end: number): number {
  let tag = 0;
  for (let i = 0; i < 4; i++) {
    tag = (tag * 31 + signature.charCodeAt(i)) | 0;
    tag = (tag * 31 + outcomeHash.charCodeAt(end - 4 + i)) | 0;
  }
  return tag;
}
