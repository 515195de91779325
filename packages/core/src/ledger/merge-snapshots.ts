import type { CallSummary } from "../engine/run.ts";
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
 * closed more turns, with the calls of both open turns. Idempotent and commutative.
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
  const halt = base.halt ?? (other.lastTurn === base.lastTurn ? other.halt : undefined);
  const whole = halt === undefined ? merged : { ...merged, halt };
  return { ...whole, check: snapshotCheck(whole) };
}

/** What was under way in one branch and has not settled in the other. */
function mergeDoubts(
  base: RunSnapshot,
  other: RunSnapshot,
  open: SnapshotTurn | undefined,
): readonly Doubt[] {
  const theirs = (other.pending ?? []).filter(({ turn }) => turn > base.lastTurn);
  const doubts = new Map(
    [...(base.pending ?? []), ...theirs].map((doubt) => [positionOf(doubt), doubt] as const),
  );
  for (const record of open?.records ?? []) {
    // A refusal says itself that nobody knows yet.
    if (!isRefusal(record)) doubts.delete(positionOf(record));
  }
  return [...doubts.values()].sort((a, b) => a.turn - b.turn || a.index - b.index);
}

function positionOf({ turn, index }: { readonly turn: number; readonly index: number }): string {
  return `${turn}:${index}`;
}

/** What either branch knows, in an order of its own, so that it does not matter who comes first. */
function mergeSummaries(
  a: readonly CallSummary[],
  b: readonly CallSummary[],
): readonly CallSummary[] {
  const known = new Map([...a, ...b].map((call) => [`${call.callId}\n${call.signature}`, call]));
  const keys = [...known.keys()].sort();
  return keys.slice(-SUMMARIES_KEPT).map((key) => known.get(key) as CallSummary);
}

/** Whether `a` is the one to build on: more closed turns, else a fixed order. */
function precedes(a: RunSnapshot, b: RunSnapshot): boolean {
  if (a.counters.turns !== b.counters.turns) return a.counters.turns > b.counters.turns;
  if (a.lastTurn !== b.lastTurn) return a.lastTurn > b.lastTurn;
  if ((a.halt === undefined) !== (b.halt === undefined)) return a.halt !== undefined;
  return canonicalJson(a) <= canonicalJson(b);
}

function mergeTurns(base: RunSnapshot, other: RunSnapshot): SnapshotTurn | undefined {
  const ours = base.open;
  // What the other has open may be closed here already: then it is folded in.
  const theirs =
    other.open !== undefined && other.open.turn > base.lastTurn ? other.open : undefined;
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
      if (kept === record && result !== undefined) results[key] = result;
    }
  }
  return {
    turn: Math.max(ours.turn, theirs.turn),
    endsEpoch: ours.endsEpoch || theirs.endsEpoch,
    records: [...records.values()].sort((x, y) => x.turn - y.turn || x.index - y.index),
    results,
  };
}
