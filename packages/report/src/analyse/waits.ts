import type { CallRecord } from "@recourse/core";

/** Calls by how long the host waited for them in all. */
export interface WaitBucket {
  /** Milliseconds: waits up to and including this. The last one has no bound. */
  readonly upToMs: number | undefined;
  readonly calls: number;
}

const BOUNDS_MS = [100, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const;

/** How long retries kept calls waiting. Calls without a retry are left out. */
export class Waits {
  readonly #counts: number[] = Array.from({ length: BOUNDS_MS.length + 1 }, () => 0);

  /** Counts a call, if it was tried more than once. */
  add(record: CallRecord): void {
    if (record.attemptLog.length < 2) return;
    const waited = record.attemptLog.reduce((sum, attempt) => sum + attempt.waitMs, 0);
    const found = BOUNDS_MS.findIndex((bound) => waited <= bound);
    const index = found === -1 ? BOUNDS_MS.length : found;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  /** From short waits to long ones. */
  buckets(): readonly WaitBucket[] {
    return this.#counts.map((calls, index) => ({ upToMs: BOUNDS_MS[index], calls }));
  }
}
