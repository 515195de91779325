import type { RecoveryOptions } from "@recourse/core";
import {
  createRecordingSink,
  nestedCalls,
  nestedScenario,
  type ScenarioTool,
  startScriptedModel,
} from "@recourse/testing";
import { expect, test } from "vitest";
import type { ModelEndpoint } from "../agent.ts";

/** An agent with another one inside its tool `ask_expert`, as a framework builds it. */
export interface NestedAgents {
  readonly recovery: RecoveryOptions;
  readonly model: ModelEndpoint;
  /** The only tool of the inner agent. */
  readonly lookup: ScenarioTool;
  /** The user's message to the outer agent. */
  readonly task: string;
}

/** What must hold of an agent inside a tool. `askExpert` gives the outer agent's answer. */
export function nestingSuite(askExpert: (agents: NestedAgents) => Promise<string>): void {
  test("an agent inside a tool has a run of its own that names its parent", async () => {
    const { answer, calls, ends } = await ask({});
    expect(answer).toBe(nestedScenario.expect.answer);
    expect(calls).toEqual({
      outer: nestedScenario.expect.outer,
      inner: nestedScenario.expect.inner,
      linked: true,
    });
    expect(ends).toEqual(["completed", "completed"]);
  });

  test("it shares its parent's budget of errors, and is one failed call when it is stopped", async () => {
    const { calls, ends } = await ask({ policy: { errors: 2 } });
    expect(calls).toEqual({
      outer: ["ask_expert internal repair"],
      inner: nestedScenario.expect.inner.slice(0, 2),
      linked: true,
    });
    expect(ends).toEqual(["tool_error_budget", "tool_error_budget"]);
  });

  async function ask(options: RecoveryOptions): Promise<{
    readonly answer: string;
    readonly calls: ReturnType<typeof nestedCalls>;
    readonly ends: readonly string[];
  }> {
    const model = await startScriptedModel({ scripts: nestedScenario.scripts });
    const sink = createRecordingSink();
    try {
      const answer = await askExpert({
        recovery: { sinks: [sink], onEvent: () => undefined, ...options },
        model: { baseURL: model.baseURL, apiKey: "scripted", name: "scripted" },
        lookup: nestedScenario.lookup(),
        task: nestedScenario.task,
      });
      const ends = sink.runs.map((run) => run.stopReason);
      return { answer, calls: nestedCalls(sink.records), ends };
    } finally {
      await model.close();
    }
  }
}
