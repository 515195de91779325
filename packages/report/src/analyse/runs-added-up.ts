import { Ratio } from "../stats/ratio.ts";
import { Spread } from "../stats/spread.ts";
import type { RunSums } from "./run-sums.ts";

/** A number per run. */
export type PerRun =
  | "calls"
  | "errors"
  | "refused"
  | "wasted"
  | "errorTokens"
  | "errorTokensResent"
  | "waitMs";

const PER_RUN: readonly PerRun[] = [
  "calls",
  "errors",
  "refused",
  "wasted",
  "errorTokens",
  "errorTokensResent",
  "waitMs",
];

/** A share whose cases come in runs. */
export type PerCase = "completed" | "errorRate" | "recovery" | "hostRecovered" | "wastedRate";

const PER_CASE: readonly PerCase[] = [
  "completed",
  "errorRate",
  "recovery",
  "hostRecovered",
  "wastedRate",
];

/** Values of a label that are told apart; the rest is counted together. */
const MAX_VALUES = 1_000;

/** Many runs, added up so that groups of them can be compared with runs as the unit. */
export class RunsAddedUp {
  readonly #means: Readonly<Record<PerRun, Spread>>;
  readonly #ratios: Readonly<Record<PerCase, Ratio>>;
  readonly #mixes = new Map<string, Map<string, number>>();

  /** @param from begins with a copy of these. */
  constructor(from?: RunsAddedUp) {
    this.#means = byName(PER_RUN, (name) => from?.mean(name).clone() ?? new Spread());
    this.#ratios = byName(PER_CASE, (name) => from?.ratio(name).clone() ?? new Ratio());
    for (const [label, mix] of from?.mixes ?? []) this.#mixes.set(label, new Map(mix));
  }

  /** Adds a run as it stands. */
  add(run: RunSums): void {
    for (const name of PER_RUN) this.#means[name].add(run[name]);
    this.#ratios.errorRate.add(run.errors, run.calls);
    this.#ratios.recovery.add(run.recovered, run.episodes);
    this.#ratios.hostRecovered.add(run.hostRecovered, run.triedAgain);
    this.#ratios.wastedRate.add(run.wasted, run.executed);
    if (run.ended !== undefined) this.#ratios.completed.add(run.ended === "completed" ? 1 : 0, 1);
    for (const [label, value] of run.labels) {
      const mix = this.#mixes.get(label) ?? new Map<string, number>();
      this.#mixes.set(label, mix);
      const key = mix.has(value) || mix.size < MAX_VALUES ? value : "(others)";
      mix.set(key, (mix.get(key) ?? 0) + 1);
    }
  }

  /** A number per run, over the runs. */
  mean(name: PerRun): Spread {
    return this.#means[name];
  }

  /** A share over the cases of all runs. */
  ratio(name: PerCase): Ratio {
    return this.#ratios[name];
  }

  /** Runs by the value of each label that is checked. */
  get mixes(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    return this.#mixes;
  }

  /** Runs in all. */
  get runs(): number {
    return this.#means.calls.count;
  }
}

function byName<K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>;
}
