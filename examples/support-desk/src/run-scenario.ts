import type {
  CallRecord,
  Clock,
  RecoveryOptions,
  RunRecord,
  Sink,
  TraceRecord,
} from "@recourse/core";
import {
  type ConversationMetrics,
  type ModelExchange,
  measureConversation,
  startScriptedModel,
} from "@recourse/testing";
import { type AgentResult, type RunAgent, SYSTEM_PROMPT, type Variant } from "./agent.ts";
import { type RealModel, startModelProxy } from "./real-model.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { recoveryTools } from "./tool.ts";
import { createSupportTools } from "./tools/tools.ts";
import { openWorld } from "./world/world.ts";

/** How a scenario is run. */
export interface ScenarioRun {
  readonly framework: string;
  readonly variant: Variant;
  readonly runAgent: RunAgent;
  /** A real model in place of the scripted one. */
  readonly realModel?: RealModel | undefined;
  /** @default 10 */
  readonly maxTurns?: number;
  /** More sinks for the records, such as a file. */
  readonly sinks?: readonly Sink[];
}

/** What came of it. */
export interface ScenarioOutcome {
  readonly scenario: string;
  readonly framework: string;
  readonly variant: Variant;
  readonly result: AgentResult;
  /** Why it is no success, or nothing. */
  readonly blame: string | undefined;
  readonly repeatedWrites: readonly string[];
  readonly metrics: ConversationMetrics;
  readonly exchanges: readonly ModelExchange[];
  readonly calls: readonly CallRecord[];
  readonly runs: readonly RunRecord[];
  readonly durationMs: number;
}

/** Runs one scenario in a world of its own, against a model of its own. */
export async function runScenario(
  scenario: Scenario,
  { framework, variant, runAgent, realModel, maxTurns = 10, sinks = [] }: ScenarioRun,
): Promise<ScenarioOutcome> {
  const world = await openWorld(scenario.faults);
  const model =
    realModel === undefined
      ? await startScriptedModel({ scripts: [scenario.script] })
      : await startModelProxy(realModel);
  const records: TraceRecord[] = [];
  const started = performance.now();
  try {
    await scenario.prepare?.(world);
    const tools = createSupportTools(world);
    const result = await runAgent({
      system: SYSTEM_PROMPT,
      task: scenario.script.task,
      tools,
      model: {
        baseURL: model.baseURL,
        apiKey: realModel?.apiKey ?? "scripted",
        name: realModel?.name ?? "scripted",
      },
      variant,
      maxTurns,
      recovery: recoverySettings(tools, [
        { write: (record) => void records.push(record) },
        ...sinks,
      ]),
      run: {
        id: `${scenario.name}/${framework}`,
        attributes: { scenario: scenario.name, variant },
        model: realModel?.name ?? "scripted",
        agent: "support-desk",
      },
    });
    return {
      scenario: scenario.name,
      framework,
      variant,
      result,
      blame: scenario.blame(world, result),
      repeatedWrites: world.repeatedWrites(),
      metrics: withHostRecoveries(measureConversation(model.exchanges), records),
      exchanges: [...model.exchanges],
      calls: records.filter((record) => record.schema === "recourse.call/1"),
      runs: records.filter((record) => record.schema === "recourse.run/1"),
      durationMs: performance.now() - started,
    };
  } finally {
    await model.close();
    await world.close();
  }
}

/** Failures that the host got over in code count as recovered too, though no model saw them. */
function withHostRecoveries(
  metrics: ConversationMetrics,
  records: readonly TraceRecord[],
): ConversationMetrics {
  const byHost = records.filter(
    (record) => record.schema === "recourse.call/1" && record.ok && record.attemptLog.length > 1,
  ).length;
  const { episodes, recovered } = metrics;
  return { ...metrics, episodes: episodes + byHost, recovered: recovered + byHost };
}

/** Real time, but the same jitter in every run, so that waits can be compared. */
const steadyClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
  random: () => 0.5,
};

function recoverySettings(
  tools: ReturnType<typeof createSupportTools>,
  sinks: readonly Sink[],
): RecoveryOptions {
  return {
    tools: recoveryTools(tools),
    sinks,
    recordArgs: true,
    policy: { retry: { baseMs: 50 } },
    clock: steadyClock,
  };
}
