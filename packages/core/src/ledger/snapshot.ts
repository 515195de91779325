import type { CallSummary, Halt } from "../engine/run.ts";
import type { Doubt } from "./open-turn.ts";
import type { CallRecord, RunCounters } from "./records.ts";

/** The schema tag of a snapshot. */
export const SNAPSHOT_SCHEMA = "recourse.snapshot/1";

/** What the model was told of a call of the open turn, so that a replay tells it the same. */
export interface SnapshotResult {
  readonly content: string;
  /** What the tool returned, where JSON can hold it. */
  readonly value?: unknown;
  /** Whether `content` replaces what the framework would send. */
  readonly intervened: boolean;
}

/** The turn that was open when the snapshot was taken. */
export interface SnapshotTurn {
  readonly turn: number;
  readonly endsEpoch: boolean;
  readonly records: readonly CallRecord[];
  /** By position, `turn:index`. */
  readonly results: Readonly<Record<string, SnapshotResult>>;
}

/** A signature: its name, then the fields of a `SignatureEntry` in order. */
export type SnapshotSignature = readonly [
  signature: string,
  epoch: number,
  asked: number,
  executed: number,
  streak: number,
  last: number,
  hash: string,
  failed: boolean,
  refused: number,
  successes: number,
  unverified: number,
  verify: string,
];

/** A tool: its name, the turn of its latest success, its mistakes since. */
export type SnapshotTool = readonly [
  tool: string,
  succeeded: number,
  mistakes: readonly (readonly [shape: string, turns: number, latest: number])[],
];

/** A run as plain JSON: the fold of its closed turns and the records of the open one. */
export interface RunSnapshot {
  readonly schema: typeof SNAPSHOT_SCHEMA;
  readonly runId: string;
  readonly parentRunId?: string;
  readonly framework: string;
  readonly startedAt: string;
  /** The framework's number of the last closed turn; -1 before the first. */
  readonly lastTurn: number;
  readonly counters: RunCounters;
  /** Errors of the run and of the runs inside its tools. */
  readonly sharedErrors: number;
  /** Errors of the last closed turn. */
  readonly lastErrors?: number;
  readonly epoch: number;
  readonly lastRead: number;
  readonly changes: readonly (readonly [signature: string, turn: number])[];
  /** Least recently used first. */
  readonly signatures: readonly SnapshotSignature[];
  readonly tools: readonly SnapshotTool[];
  readonly cycle: readonly (readonly [key: string, refused: boolean, free: boolean])[];
  readonly done: readonly CallSummary[];
  readonly unknown: readonly CallSummary[];
  readonly open?: SnapshotTurn;
  /** Writes under way, or given up in the open turn: they may have taken effect. */
  readonly pending?: readonly Doubt[];
  readonly halt?: Halt;
  /** Over everything above, so that a cut or an edit is noticed. */
  readonly check: string;
}
