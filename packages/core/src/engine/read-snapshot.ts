import { isRefusal, isResult } from "../ledger/counters.ts";
import { mergeRecord } from "../ledger/merge-record.ts";
import type { CallRecord } from "../ledger/records.ts";
import { type RunSnapshot, SNAPSHOT_SCHEMA, type SnapshotResult } from "../ledger/snapshot.ts";
import { snapshotCheck } from "../ledger/snapshot-check.ts";
import { restoredKey } from "../ledger/turn-cycle.ts";
import { parseObservation } from "../observation/parse-observation.ts";
import { shown } from "../options/check-fields.ts";
import { RecourseError } from "./recourse-error.ts";
import type { CallOutcome } from "./run.ts";
import type { KnownCall, RunState } from "./run-state.ts";

/**
 * Takes a snapshot apart, or says what is wrong with it. Nothing is changed by a bad one.
 *
 * @throws RecourseError `invalid_snapshot`
 */
export function readSnapshot(input: unknown): RunSnapshot {
  try {
    return snapshotOf(input);
  } catch (error) {
    if (error instanceof RecourseError) throw error;
    throw bad("reading it throws; it must be what JSON.parse gives");
  }
}

function snapshotOf(input: unknown): RunSnapshot {
  let value = input;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      throw bad("the text is no complete JSON; it seems to be cut short");
    }
  }
  if (typeof value !== "object" || value === null) {
    throw bad(`expected the object that JSON.stringify(run) gives, got ${shown(value)}`);
  }
  const { schema, check } = value as { readonly schema?: unknown; readonly check?: unknown };
  if (schema !== SNAPSHOT_SCHEMA) {
    throw bad(
      typeof schema === "string" && schema.startsWith("recourse.snapshot/")
        ? `it is of version ${schema}, this package reads ${SNAPSHOT_SCHEMA}; resume it with the package that wrote it`
        : `it has no schema "${SNAPSHOT_SCHEMA}"`,
    );
  }
  if (check !== snapshotCheck(value as RunSnapshot)) {
    throw bad("its checksum does not fit: it was cut short or edited");
  }
  return value as RunSnapshot;
}

/** What is told of a snapshot whose checksum fits and whose parts do not. */
export function incompleteSnapshot(cause: unknown): RecourseError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return bad(`a part of it is missing or is not what JSON.stringify(run) writes (${why})`);
}

/** Fills a fresh run from a snapshot. */
export function applySnapshot(state: RunState, snapshot: RunSnapshot): void {
  const { ledger } = state;
  Object.assign(ledger.closed, snapshot.counters, {
    byErrorType: { ...snapshot.counters.byErrorType },
  });
  state.lateSettlements = snapshot.counters.lateSettlements;
  state.duplicateResults = snapshot.counters.duplicateResults;
  state.startedAt = snapshot.startedAt;
  state.lastTurn = snapshot.lastTurn;
  state.budget.errors.count = Math.max(state.budget.errors.count, snapshot.sharedErrors);
  ledger.lastErrors = snapshot.lastErrors ?? 0;
  ledger.epoch = snapshot.epoch;
  ledger.lastRead = snapshot.lastRead;
  const [latest, other] = snapshot.changes.map(([signature, turn]) => ({ signature, turn }));
  if (latest !== undefined) ledger.changes.latest = latest;
  if (other !== undefined) ledger.changes.other = other;
  for (const [name, ...fields] of snapshot.signatures) {
    const [epoch, asked, executed, streak, last, hash, failed, ...rest] = fields;
    const [refused, successes, unverified, verify] = rest;
    const compared = { epoch, asked, executed, streak, last, hash, failed, refused };
    const entry = { ...compared, successes, unverified, verify };
    ledger.signatures.restore(name, entry);
    if (unverified >= 0) ledger.awaitVerification(verify, unverified);
  }
  for (const [tool, succeeded, mistakes] of snapshot.tools) {
    ledger.tools.restore(tool, {
      succeeded,
      mistakes: new Map(mistakes.map(([shape, turns, last]) => [shape, { turns, latest: last }])),
    });
  }
  for (const [key, refused, free] of snapshot.cycle) {
    ledger.cycle.push(restoredKey(key, refused, free));
  }
  state.done.push(...snapshot.done.map(known));
  state.unknown.push(...snapshot.unknown.map(known));
  // A deadline belongs to one invocation: the next one brings its own.
  if (snapshot.halt !== undefined && snapshot.halt.reason !== "deadline") {
    state.halt = snapshot.halt;
    state.stopReason = snapshot.halt.reason;
    state.announced = true;
  }
  addOpenTurn(state, snapshot);
  addDoubts(state, snapshot);
}

/** What was under way when the run was cut may have taken effect. */
function addDoubts(state: RunState, { pending = [] }: RunSnapshot): void {
  for (const doubt of pending) {
    state.enterTurn(Math.max(doubt.turn, state.lastTurn)).doubts.push(doubt);
    if (state.unknown.some(({ signature }) => signature === doubt.signature)) continue;
    const { tool, callId, signature } = doubt;
    state.unknown.push({ tool, callId, signature, args: () => undefined });
  }
}

/** Puts the open turn of a snapshot into a run. Records that the run has already change nothing. */
export function addOpenTurn(state: RunState, { open }: RunSnapshot): void {
  if (open === undefined) return;
  const turn = state.enterTurn(open.turn);
  if (open.endsEpoch) turn.endsEpoch = true;
  for (const record of open.records) {
    const known = turn.slot(record.turn, record.index);
    if (known?.running !== undefined) continue;
    if (known?.record !== undefined && mergeRecord(known.record, record) === known.record) continue;
    const slot = known ?? turn.add({ ...record, callId: record.callId });
    slot.signature = record.signature;
    slot.admitted = isResult(record) && !isRefusal(record);
    turn.settle(slot, record);
    slot.outcome = outcomeOf(record, open.results[`${record.turn}:${record.index}`]);
  }
}

function outcomeOf(
  record: CallRecord,
  result: SnapshotResult | undefined,
): CallOutcome | undefined {
  if (result === undefined) return undefined;
  const { content } = result;
  const hasValue = "value" in result;
  return {
    ok: record.ok,
    content,
    observation: parseObservation(content) ?? { ok: record.ok },
    ...(hasValue ? { value: result.value } : {}),
    record,
    intervened: result.intervened || !hasValue,
  };
}

function known({ tool, callId, signature, args }: RunSnapshot["done"][number]): KnownCall {
  return { tool, callId, signature, args: () => args };
}

function bad(why: string): RecourseError {
  return new RecourseError(
    "invalid_snapshot",
    `This is no snapshot of a run that can be resumed: ${why}.`,
  );
}
