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
    keys: update.keys.length > current.keys.length ? update.keys : current.keys,
    snapshot: mergeSnapshots(current.snapshot, update.snapshot),
  };
}

function isLater(one: SavedRun, other: SavedRun): boolean {
  const order = one.snapshot.startedAt.localeCompare(other.snapshot.startedAt);
  return order === 0 ? one.runId > other.runId : order > 0;
}
