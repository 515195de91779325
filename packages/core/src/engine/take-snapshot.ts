import type { Doubt } from "../ledger/open-turn.ts";
import {
  type RunSnapshot,
  SNAPSHOT_SCHEMA,
  type SnapshotResult,
  type SnapshotTurn,
} from "../ledger/snapshot.ts";
import { snapshotCheck } from "../ledger/snapshot-check.ts";
import type { CallOutcome } from "./run.ts";
import type { KnownCall, RunState } from "./run-state.ts";

/** Characters of a result up to which a snapshot keeps the value besides the text. */
const VALUE_LIMIT = 20_000;

/** The run as plain JSON: closed turns folded, the open one as records. */
export function takeSnapshot(state: RunState): RunSnapshot {
  const { ledger, labels } = state;
  const open = openTurn(state);
  const pending = doubtsOf(state);
  const snapshot: Omit<RunSnapshot, "check"> = {
    schema: SNAPSHOT_SCHEMA,
    runId: state.id,
    ...(labels.parentRunId === undefined ? {} : { parentRunId: labels.parentRunId }),
    framework: labels.framework,
    startedAt: state.startedAt,
    lastTurn: state.lastTurn,
    counters: {
      ...ledger.closed,
      byErrorType: { ...ledger.closed.byErrorType },
      lateSettlements: state.lateSettlements,
      duplicateResults: state.duplicateResults,
    },
    sharedErrors: state.budget.errors.count,
    lastErrors: ledger.lastErrors,
    epoch: ledger.epoch,
    lastRead: ledger.lastRead,
    changes: [ledger.changes.latest, ledger.changes.other].map(
      ({ signature, turn }) => [signature, turn] as const,
    ),
    signatures: [...ledger.signatures.entries()].map(
      (e) =>
        [
          e.signature,
          e.epoch,
          e.asked,
          e.executed,
          e.streak,
          e.last,
          e.hash,
          e.failed,
          e.refused,
          e.successes,
          e.unverified,
          e.verify,
        ] as const,
    ),
    tools: [...ledger.tools.entries()].map(
      ([tool, entry]) =>
        [
          tool,
          entry.succeeded,
          [...(entry.mistakes ?? [])].map(
            ([shape, { turns, latest }]) => [shape, turns, latest] as const,
          ),
        ] as const,
    ),
    cycle: ledger.latestTurns().map(({ key, refused, free }) => [key, refused, free] as const),
    done: state.done.map(plain),
    unknown: state.unknown.map(plain),
    ...(open === undefined ? {} : { open }),
    ...(pending.length === 0 ? {} : { pending }),
    ...(state.halt === undefined ? {} : { halt: state.halt }),
  };
  return { ...snapshot, check: snapshotCheck(snapshot) };
}

/** What a run that goes on elsewhere must not begin again unverified. */
function doubtsOf(state: RunState): readonly Doubt[] {
  const doubts: Doubt[] = [...(state.ledger.open?.doubts ?? [])];
  for (const { slot, options } of state.inFlight) {
    const { effect, verify = "" } = options;
    const { turn, index, callId, tool, signature } = slot;
    if (effect === "write") doubts.push({ turn, index, callId, tool, signature, verify });
  }
  return doubts;
}

function plain({ tool, callId, signature, args }: KnownCall) {
  const text = args();
  return { tool, callId, signature, ...(text === undefined ? {} : { args: text }) };
}

function openTurn(state: RunState): SnapshotTurn | undefined {
  const { open } = state.ledger;
  if (open === undefined) return undefined;
  const results: Record<string, SnapshotResult> = {};
  for (const slot of open.slots()) {
    if (slot.outcome !== undefined && slot.record !== undefined) {
      results[`${slot.turn}:${slot.index}`] = resultOf(slot.outcome);
    }
  }
  return { turn: open.turn, endsEpoch: open.endsEpoch, records: open.inCallOrder(), results };
}

function resultOf(outcome: CallOutcome): SnapshotResult {
  const { content, intervened, value } = outcome;
  return { content, intervened, ...(holds(value) ? { value } : {}) };
}

/** Whether JSON gives the value back as it is. */
function holds(value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value === "string") return value.length <= VALUE_LIMIT;
  try {
    const text = JSON.stringify(value);
    return text !== undefined && text.length <= VALUE_LIMIT && isPlain(value, 0);
  } catch {
    return false;
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > 20) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) return false;
  return Object.values(value).every((item) => isPlain(item, depth + 1));
}
