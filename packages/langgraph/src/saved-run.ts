import type { RunSnapshot } from "@recourse/core";
import { mergeSnapshots } from "@recourse/core/adapter";

/** What the `recovery` channel holds: plain JSON, so that any checkpointer can keep it. */
export interface SavedRun {
  readonly runId: string;
  /** The responses that asked for tools, oldest first, by which a run finds its place again. */
  readonly keys: readonly string[];
  readonly snapshot: RunSnapshot;
}

/** What a state holds under `recovery`, or under `_recovery` where an agent hides it. */
export function savedRunOf(state: unknown): SavedRun | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const { recovery, _recovery } = state as { recovery?: unknown; _recovery?: unknown };
  const saved = (_recovery ?? recovery) as Partial<SavedRun> | null | undefined;
  return saved?.snapshot !== undefined && Array.isArray(saved.keys)
    ? (saved as SavedRun)
    : undefined;
}

/**
 * The reducer: in whatever order, and however often, parallel branches and replays hand in what
 * they know, the result is the same. Of two runs the one that began later stays.
 */
export function mergeSavedRuns(
  current: SavedRun | null | undefined,
  update: SavedRun | null | undefined,
): SavedRun | null {
  if (current === null || current === undefined) return update ?? null;
  if (update === null || update === undefined) return current;
  if (current.runId !== update.runId) return isLater(update, current) ? update : current;
  return {
    runId: current.runId,
    keys: isFurther(update, current) ? update.keys : current.keys,
    snapshot: mergeSnapshots(current.snapshot, update.snapshot),
  };
}

/**
 * Whose keys are the newer ones. By the turn: how many there are says nothing once the oldest are
 * let go. Two that stand at the same turn are put into an order of their own.
 */
function isFurther(one: SavedRun, other: SavedRun): boolean {
  if (turnOf(one) !== turnOf(other)) return turnOf(one) > turnOf(other);
  if (one.keys.length !== other.keys.length) return one.keys.length > other.keys.length;
  return JSON.stringify(one.keys) > JSON.stringify(other.keys);
}

/** The turn of the response that a run stands at. */
function turnOf({ snapshot }: SavedRun): number {
  return Math.max(snapshot.lastTurn, snapshot.open?.turn ?? -1);
}

function isLater(one: SavedRun, other: SavedRun): boolean {
  const order = one.snapshot.startedAt.localeCompare(other.snapshot.startedAt);
  return order === 0 ? one.runId > other.runId : order > 0;
}
