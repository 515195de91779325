import { type CallRecord, type CountedAs, MetricsBuilder, type RunRecord } from "@recourse/core";
import { Spread } from "../stats/spread.ts";

/** What is known per run, for differences of means. */
export const PER_RUN = ["errors", "errorTokens", "waitMs", "calls", "refused"] as const;

/** A number per run. */
export type PerRun = (typeof PER_RUN)[number];

/** Everything about the records of one group, and what it takes to compare it with another. */
export class Group {
  readonly #builder = new MetricsBuilder();
  readonly #perRun: Readonly<Record<PerRun, Spread>> = {
    errors: new Spread(),
    errorTokens: new Spread(),
    waitMs: new Spread(),
    calls: new Spread(),
    refused: new Spread(),
  };
  readonly #mix = new Map<string, number>();
  #completed = 0;
  #ended = 0;

  call(record: CallRecord): CountedAs {
    return this.#builder.add(record);
  }

  /** @param scenario what kind of task the run was, for the warning about differing mixes. */
  run(record: RunRecord, scenario: string): void {
    this.#builder.add(record);
    this.#ended += 1;
    if (record.stopReason === "completed") this.#completed += 1;
    for (const name of PER_RUN) this.#perRun[name].add(Number(record.counters[name] ?? 0));
    if (this.#mix.has(scenario) || this.#mix.size < 1_000) {
      this.#mix.set(scenario, (this.#mix.get(scenario) ?? 0) + 1);
    }
  }

  metrics(): ReturnType<MetricsBuilder["metrics"]> {
    return this.#builder.metrics();
  }

  perRun(name: PerRun): Spread {
    return this.#perRun[name];
  }

  /** Runs whose end was recorded, and those that ended `completed`. */
  get ended(): number {
    return this.#ended;
  }

  get completed(): number {
    return this.#completed;
  }

  /** Ended runs by scenario. */
  get mix(): ReadonlyMap<string, number> {
    return this.#mix;
  }
}
