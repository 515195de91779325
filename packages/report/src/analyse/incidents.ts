import type { RunRecord, StopReason, Tripped } from "@recourse/core";

/** Runs that ended for the same reason by the same call. */
export interface IncidentRow {
  readonly stopReason: StopReason;
  readonly tripped: Tripped;
  readonly count: number;
  /** The newest run that ended so. */
  readonly runId: string;
  readonly endedAt: string;
  readonly framework: string;
}

const MAX_KINDS = 2_000;

/** Ends of runs that something tripped, the most frequent first. */
export class Incidents {
  readonly #kinds = new Map<string, IncidentRow>();
  #others = 0;

  add(record: RunRecord): void {
    const { tripped, stopReason } = record;
    if (tripped === undefined) return;
    const key = [stopReason, tripped.rule, tripped.tool, tripped.signature ?? tripped.args].join(
      "\n",
    );
    const known = this.#kinds.get(key);
    if (known === undefined && this.#kinds.size >= MAX_KINDS) {
      this.#others += 1;
      return;
    }
    this.#kinds.set(key, {
      stopReason,
      tripped,
      count: (known?.count ?? 0) + 1,
      runId: record.runId,
      endedAt: record.endedAt,
      framework: record.framework,
    });
  }

  rows(): readonly IncidentRow[] {
    return [...this.#kinds.values()].sort(
      (a, b) => b.count - a.count || (a.endedAt < b.endedAt ? 1 : -1),
    );
  }

  /** Incidents beyond the kinds that are told apart. */
  get others(): number {
    return this.#others;
  }
}
