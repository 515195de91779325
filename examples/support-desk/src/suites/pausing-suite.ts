import type { RecoveryOptions } from "@recourse/core";
import {
  answeredCalls,
  createRecordingSink,
  pausedScenario,
  resultsIn,
  type ScenarioTool,
  startScriptedModel,
} from "@recourse/testing";
import { expect, test } from "vitest";
import type { ModelEndpoint } from "../agent.ts";

/** An agent whose only tool waits for a person, as a framework builds it. */
export interface PausedAgent {
  readonly recovery: RecoveryOptions;
  readonly model: ModelEndpoint;
  readonly task: string;
  readonly tool: ScenarioTool;
  /** What the person says. */
  readonly approve: boolean;
}

/**
 * What must hold of a call that waits for a person. `runToEnd` runs the agent to its pause, answers
 * as the person does, and runs it to its end.
 */
export function pausingSuite(runToEnd: (agent: PausedAgent) => Promise<void>): void {
  test.each([
    ["approved", true],
    ["rejected", false],
  ] as const)("a call that a person %s is one call, and no error", async (answer, approve) => {
    const { script, expect: wanted } = pausedScenario;
    const model = await startScriptedModel({ scripts: [script] });
    const sink = createRecordingSink();
    let executions = 0;
    const tool = pausedScenario.tool();
    try {
      await runToEnd({
        recovery: {
          tools: { [tool.name]: tool.options },
          sinks: [sink],
          onEvent: () => undefined,
        },
        model: { baseURL: model.baseURL, apiKey: "scripted", name: "scripted" },
        task: script.task,
        tool: {
          ...tool,
          execute: (args, context) => {
            executions += 1;
            return tool.execute(args, context);
          },
        },
        approve,
      });
      const texts = resultsIn(model.exchanges.at(-1)?.request.messages ?? []);
      expect(answeredCalls(sink.calls)).toEqual([wanted[answer].call]);
      expect(executions).toBe(wanted[answer].executions);
      expect(sink.runs.at(-1)).toMatchObject({ stopReason: "completed", counters: { errors: 0 } });
      expect(texts.map(({ text }) => text)).toEqual([
        approve ? "refunded" : expect.stringMatching(/^\{"ok":false,"error_type":"rejected"/),
      ]);
    } finally {
      await model.close();
    }
  });
}
