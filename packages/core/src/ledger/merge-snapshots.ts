import type { CallSummary, Halt } from "../engine/run.ts";
import { canonicalJson } from "./canonical-json.ts";
import { isRefusal } from "./counters.ts";
import { mergeRecord } from "./merge-record.ts";
import type { Doubt } from "./open-turn.ts";
import type { CallRecord } from "./records.ts";
import type { RunSnapshot, SnapshotResult, SnapshotTurn } from "./snapshot.ts";
import { snapshotCheck } from "./snapshot-check.ts";

/** How many calls a run names as done, and how many as unknown. */
const SUMMARIES_KEPT = 20;

/**
 * Two snapshots of one run as one, for frameworks whose branches see copies: the one that has
 * closed more turns, with the calls of both open turns. Idempotent, commutative and associative:
 * in whatever order and however often branches come in, the result is the same.
 */
export function mergeSnapshots(a: RunSnapshot, b: RunSnapshot): RunSnapshot {
  if (a.check === b.check) return a;
  const [base, other] = precedes(a, b) ? [a, b] : [b, a];
  const open = mergeTurns(base, other);
  const pending = mergeDoubts(base, other, open);
  const { check: _, open: _open, pending: _pending, ...rest } = base;
  const merged = {
    ...rest,
    done: mergeSummaries(a.done, b.done),
    unknown: mergeSummaries(a.unknown, b.unknown),
    ...(open === undefined ? {} : { open }),
    ...(pending.length === 0 ? {} : { pending }),
  };
  const halt = other.lastTurn === base.lastTurn ? oneHalt(base.halt, other.halt) : base.halt;
  const whole = halt === undefined ? merged : { ...merged, halt };
  return { ...whole, check: snapshotCheck(whole) };
}

/** What was under way in one branch and has not settled in the other. */
function mergeDoubts(
  base: RunSnapshot,
  other: RunSnapshot,
  open: SnapshotTurn | undefined,
): readonly Doubt[] {
  const theirs = (other.pending ?? []).filter(({ turn }) => isNews(turn, base, other));
  const doubts = new Map<string, Doubt>();
  for (const doubt of [...(base.pending ?? []), ...theirs]) {
    const key = attemptOf(doubt);
    const known = doubts.get(key);
    doubts.set(key, known === undefined ? doubt : lesser(known, doubt));
  }
  for (const record of open?.records ?? []) {
    // A refusal says itself that nobody knows yet.
    if (!isRefusal(record)) doubts.delete(attemptOf(record));
  }
  const inOrder = [...doubts].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.map(([, doubt]) => doubt).sort((a, b) => a.turn - b.turn || a.index - b.index);
}

/** A position and what was asked for there: one that is taken up again may ask for something else. */
function attemptOf({
  turn,
  index,
  signature,
}: Pick<Doubt, "turn" | "index" | "signature">): string {
  return `${turn}:${index}:${signature}`;
}

/** Whether what another snapshot holds of an open turn is not folded into the base already. */
function isNews(turn: number, base: RunSnapshot, other: RunSnapshot): boolean {
  return turn > base.lastTurn || other.lastTurn === base.lastTurn;
}

function oneHalt(a: Halt | undefined, b: Halt | undefined): Halt | undefined {
  return a === undefined || b === undefined ? (a ?? b) : lesser(a, b);
}

/** Of two values that say different things of one, always the same, whichever comes first. */
function lesser<T>(a: T, b: T): T {
  return canonicalJson(a) <= canonicalJson(b) ? a : b;
}

/** What either branch knows, in an order of its own, so that it does not matter who comes first. */
function mergeSummaries(
  a: readonly CallSummary[],
  b: readonly CallSummary[],
): readonly CallSummary[] {
  const known = new Map<string, CallSummary>();
  for (const call of [...a, ...b]) {
    const key = `${call.callId}\n${call.signature}`;
    const before = known.get(key);
    known.set(key, before === undefined ? call : lesser(before, call));
  }
  const keys = [...known.keys()].sort();
  return keys.slice(-SUMMARIES_KEPT).map((key) => known.get(key) as CallSummary);
}

/** Whether `a` is the one to build on: more closed turns, else a fixed order. */
function precedes(a: RunSnapshot, b: RunSnapshot): boolean {
  if (a.lastTurn !== b.lastTurn) return a.lastTurn > b.lastTurn;
  if (a.counters.turns !== b.counters.turns) return a.counters.turns > b.counters.turns;
  return canonicalJson(closedPart(a)) <= canonicalJson(closedPart(b));
}

/**
 * What of a snapshot is taken over as a whole or not at all. What is merged part by part has no
 * say in which one that is: it differs with what was merged before.
 */
function closedPart(snapshot: RunSnapshot): object {
  const { check, halt, done, unknown, open, pending, ...closed } = snapshot;
  return closed;
}

function mergeTurns(base: RunSnapshot, other: RunSnapshot): SnapshotTurn | undefined {
  const ours = base.open;
  const theirs = newsOf(base, other);
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  const records = new Map<string, CallRecord>();
  const results: Record<string, SnapshotResult> = {};
  for (const turn of [ours, theirs]) {
    for (const record of turn.records) {
      const key = `${record.turn}:${record.index}`;
      const known = records.get(key);
      const kept = known === undefined ? record : mergeRecord(known, record);
      records.set(key, kept);
      const result = turn.results[key];
      // What was told belongs to the record that stays.
      if (known !== undefined && kept === record) delete results[key];
      if (result === undefined || (kept !== record && !isSame(kept, record))) continue;
      const told = results[key];
      results[key] = told === undefined ? result : lesser(told, result);
    }
  }
  return {
    turn: Math.max(ours.turn, theirs.turn),
    endsEpoch:
      (ours.endsEpoch && ours.turn >= theirs.turn) ||
      (theirs.endsEpoch && theirs.turn >= ours.turn),
    records: [...records.values()].sort((x, y) => x.turn - y.turn || x.index - y.index),
    results,
  };
}

/** What the other has open and the base has not closed: what is closed is folded in already. */
function newsOf(base: RunSnapshot, other: RunSnapshot): SnapshotTurn | undefined {
  const { open } = other;
  if (open === undefined || !isNews(open.turn, base, other)) return undefined;
  const records = open.records.filter(({ turn }) => isNews(turn, base, other));
  const results: Record<string, SnapshotResult> = {};
  for (const { turn, index } of records) {
    const result = open.results[`${turn}:${index}`];
    if (result !== undefined) results[`${turn}:${index}`] = result;
  }
  return { ...open, records, results };
}

function isSame(a: CallRecord, b: CallRecord): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
