import type {
  CallRecord,
  RecoveryOptions,
  RunOptions,
  RunRecord,
  TraceRecord,
} from "@recourse/core";
import { resultsIn } from "../model/metrics.ts";
import { type ModelExchange, startScriptedModel } from "../model/server.ts";
import type { RecoveryScenario, ScenarioTool } from "./scenario.ts";

/** What a driver is asked to run: one conversation on its framework, under a recovery. */
export interface DriverRequest {
  readonly system: string;
  readonly task: string;
  readonly tools: readonly ScenarioTool[];
  readonly model: { readonly baseURL: string; readonly apiKey: string; readonly name: string };
  readonly maxTurns: number;
  /** The caller's abort, as the framework takes it. */
  readonly signal: AbortSignal;
  /** For `createRecovery`, sinks and tools included. */
  readonly recovery: RecoveryOptions;
  readonly run: RunOptions & { readonly id: string };
}

/** One framework, as the scenarios use it. */
export interface Driver {
  readonly name: string;
  /** Runs the agent on one request, to its end. */
  run(request: DriverRequest): Promise<{ readonly finalText: string; readonly stopReason: string }>;
}

/** What came of a scenario on one framework. */
export interface ScenarioResult {
  readonly driver: string;
  readonly finalText: string;
  readonly stopReason: string;
  /** In call order. */
  readonly calls: readonly CallRecord[];
  readonly runs: readonly RunRecord[];
  readonly exchanges: readonly ModelExchange[];
  /** Every text of a tool that the model was sent, in order. */
  readonly texts: readonly string[];
  readonly executions: Readonly<Record<string, number>>;
}

/** Runs one scenario on one framework, against a scripted model of its own. */
export async function runRecoveryScenario(
  scenario: RecoveryScenario,
  driver: Driver,
): Promise<ScenarioResult> {
  const model = await startScriptedModel({ scripts: [scenario.script] });
  const records: TraceRecord[] = [];
  const executions: Record<string, number> = {};
  const caller = new AbortController();
  const abortRun = (): void => caller.abort(new DOMException("The caller gave up.", "AbortError"));
  const tools = scenario.tools().map((tool) => counted(tool, executions, abortRun));
  const { policy, ...recovery } = scenario.recovery ?? {};
  try {
    const { finalText, stopReason } = await driver.run({
      system: "Use the tools.",
      task: scenario.script.task,
      tools,
      model: { baseURL: model.baseURL, apiKey: "scripted", name: "scripted" },
      maxTurns: scenario.maxTurns ?? 14,
      signal: caller.signal,
      recovery: {
        ...recovery,
        // No jitter and short waits: what is compared must not depend on chance or take time.
        policy: { ...policy, retry: { baseMs: 2, jitter: 0, ...(policy?.retry || {}) } },
        tools: Object.fromEntries(tools.map((tool) => [tool.name, tool.options])),
        sinks: [{ write: (record) => void records.push(record) }],
        // Warnings would be printed otherwise; what they warn of is meant here.
        onEvent: recovery.onEvent ?? (() => undefined),
      },
      run: { ...scenario.run, id: `${scenario.name}/${driver.name}` },
    });
    const calls = records.filter((record) => record.schema === "recourse.call/1");
    return {
      driver: driver.name,
      finalText,
      stopReason,
      calls: calls.toSorted((a, b) => a.turn - b.turn || a.index - b.index),
      runs: records.filter((record) => record.schema === "recourse.run/1"),
      exchanges: [...model.exchanges],
      texts: toolTexts(model.exchanges),
      executions,
    };
  } finally {
    await model.close();
  }
}

/**
 * A call record in the words of an `Expectation`: `get_order timeout verify`, and in a mode that
 * observes `get_order ok proceed (would refuse)`.
 */
export function summariseCall(record: CallRecord): string {
  const { tool, ok, errorType, decision, would } = record;
  const what = ok ? ["ok", errorType].filter(Boolean).join("+") : (errorType ?? "failed");
  const instead = would === undefined || would === decision ? "" : ` (would ${would})`;
  return `${tool} ${what} ${decision}${instead}`;
}

function toolTexts(exchanges: readonly ModelExchange[]): readonly string[] {
  return resultsIn(exchanges.at(-1)?.request.messages ?? []).map(({ text }) => text);
}

function counted(
  tool: ScenarioTool,
  executions: Record<string, number>,
  abortRun: () => void,
): ScenarioTool {
  executions[tool.name] = 0;
  return {
    ...tool,
    execute: (args, context) => {
      executions[tool.name] = (executions[tool.name] ?? 0) + 1;
      return tool.execute(args, { ...context, abortRun });
    },
  };
}
