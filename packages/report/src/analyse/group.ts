import { type CallRecord, type Metrics, MetricsBuilder, type RunRecord } from "@recourse/core";
import type { RunSums, Step } from "./run-sums.ts";
import { RunsAddedUp } from "./runs-added-up.ts";

/** The longest row of the distribution of turns to recover: this many or more. */
export const MOST_TURNS = 6;

/** Everything about the runs of one group, and what it takes to compare it with another. */
export class Group {
  readonly #builder = new MetricsBuilder();
  readonly #closed = new RunsAddedUp();
  readonly #open = new Map<string, RunSums>();
  readonly #turns: number[] = Array.from({ length: MOST_TURNS + 1 }, () => 0);

  /** Takes a run in; its records are added together with its sums. */
  open(runId: string, run: RunSums): void {
    this.#open.set(runId, run);
  }

  /** Counts a call of a run that was taken in. */
  call(record: CallRecord, run: RunSums): Step {
    const step = run.call(record, this.#builder.add(record));
    if (step.recoveredIn !== undefined) {
      const row = Math.min(step.recoveredIn, MOST_TURNS);
      this.#turns[row] = (this.#turns[row] ?? 0) + 1;
    }
    return step;
  }

  /** Counts the end of a run that was taken in. */
  run(record: RunRecord, run: RunSums): void {
    this.#builder.add(record);
    run.run(record);
  }

  /** Counts a run as it stands and lets go of it. */
  close(runId: string): void {
    const run = this.#open.get(runId);
    if (run === undefined) return;
    this.#closed.add(run);
    this.#open.delete(runId);
    this.#builder.close(runId);
  }

  /** The metrics of core, as they stand. */
  metrics(): Metrics {
    return this.#builder.metrics();
  }

  /** The same by run, as it stands: runs whose end was not seen count too. */
  byRun(): RunsAddedUp {
    const sums = new RunsAddedUp(this.#closed);
    for (const run of this.#open.values()) sums.add(run);
    return sums;
  }

  /** Recovered error episodes by the turns that they took; the last one: `MOST_TURNS` or more. */
  get turnsToRecover(): readonly number[] {
    return this.#turns;
  }
}
