import { join } from "node:path";
import type { Sink } from "@recourse/core";
import { jsonlSink } from "@recourse/core/node";
import {
  type RealModel,
  runScenario,
  type Scenario,
  type ScenarioOutcome,
} from "@recourse/example-support-desk";
import { differences } from "./differences.ts";
import type { CompareOptions } from "./options.ts";
import type { Stack } from "./stacks.ts";

/** What the comparison found. */
export interface Comparison {
  readonly outcomes: readonly ScenarioOutcome[];
  /** Where Recourse did not do the same on every stack, and writes that it let run twice. */
  readonly faults: readonly string[];
}

/** Who listens while the comparison runs. */
export interface Progress {
  scenario(scenario: Scenario): void;
  outcome(outcome: ScenarioOutcome): void;
}

/** Runs every scenario on every stack, bare and with Recourse, and compares what came of it. */
export async function compare(
  { scenarios, stacks, out }: CompareOptions,
  progress: Progress,
  realModel?: RealModel,
): Promise<Comparison> {
  const sinks = new Map(
    out === undefined
      ? []
      : stacks.map(({ name }) => [name, jsonlSink(join(out, `${name}.jsonl`))]),
  );
  const outcomes: ScenarioOutcome[] = [];
  const faults: string[] = [];
  try {
    for (const scenario of scenarios) {
      progress.scenario(scenario);
      const found = await runOnAll(scenario, stacks, sinks, progress, realModel);
      outcomes.push(...found);
      faults.push(...repeatedWrites(found));
      // A real model may choose differently each time; only a scripted one makes runs comparable.
      if (realModel === undefined) {
        faults.push(...differences(found).map((text) => `${scenario.name}: ${text}`));
      }
    }
  } finally {
    for (const sink of sinks.values()) await sink.close?.();
  }
  return { outcomes, faults };
}

/** One scenario on all stacks at once: each run has a world and a model of its own. */
function runOnAll(
  scenario: Scenario,
  stacks: readonly Stack[],
  sinks: ReadonlyMap<string, Sink>,
  progress: Progress,
  realModel: RealModel | undefined,
): Promise<readonly ScenarioOutcome[]> {
  const runs = stacks.flatMap((stack) =>
    (["bare", "recourse"] as const).map(async (variant) => {
      const sink = variant === "recourse" ? sinks.get(stack.name) : undefined;
      const outcome = await runScenario(scenario, {
        framework: stack.name,
        runAgent: stack.runAgent,
        variant,
        realModel,
        sinks: sink === undefined ? [] : [sink],
      });
      progress.outcome(outcome);
      return outcome;
    }),
  );
  return Promise.all(runs);
}

function repeatedWrites(outcomes: readonly ScenarioOutcome[]): readonly string[] {
  return outcomes
    .filter((outcome) => outcome.variant === "recourse")
    .flatMap(({ scenario, framework, repeatedWrites: writes }) =>
      writes.map((write) => `${scenario}: ${framework} with Recourse: ${write}`),
    );
}
