import { Agent } from "@openai/agents";
import {
  type AgentsRecovery,
  createRecovery,
  recoverAgentTool,
  recoveringRunner,
  recoverTool,
} from "@recourse/openai-agents";
import {
  createRecordingSink,
  nestedCalls,
  nestedScenario,
  type ScriptedModel,
  startScriptedModel,
} from "@recourse/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { chatModel } from "../src/parts.ts";

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel({ scripts: nestedScenario.scripts });
});
afterEach(() => model.close());

test("an agent inside a tool has a run of its own that names its parent", async () => {
  const sink = createRecordingSink();
  const recovery = createRecovery({ sinks: [sink], onEvent: () => undefined });
  expect(await askExpert(recovery)).toBe(nestedScenario.expect.answer);
  await recovery.flush();
  expect(nestedCalls(sink.records)).toEqual({
    outer: nestedScenario.expect.outer,
    inner: nestedScenario.expect.inner,
    linked: true,
  });
  expect(sink.runs.map((run) => run.stopReason)).toEqual(["completed", "completed"]);
});

test("it shares its parent's budget of errors, and is one failed call when it is stopped", async () => {
  const sink = createRecordingSink();
  const recovery = createRecovery({
    sinks: [sink],
    onEvent: () => undefined,
    policy: { errors: 2 },
  });
  await askExpert(recovery);
  await recovery.flush();
  expect(nestedCalls(sink.records)).toEqual({
    outer: ["ask_expert internal repair"],
    inner: nestedScenario.expect.inner.slice(0, 2),
    linked: true,
  });
  expect(sink.runs.map((run) => run.stopReason)).toEqual([
    "tool_error_budget",
    "tool_error_budget",
  ]);
});

async function askExpert(recovery: AgentsRecovery): Promise<string> {
  const lookup = nestedScenario.lookup();
  const chat = chatModel({ baseURL: model.baseURL, apiKey: "scripted", name: "scripted" });
  const expert = new Agent({
    name: "expert",
    model: chat,
    tools: [
      recoverTool({
        name: "lookup",
        description: "Looks a parcel up.",
        parameters: z.object({ id: z.string() }),
        execute: async (args) => lookup.execute(args, {}),
      }),
    ],
  });
  const outer = new Agent({
    name: "outer",
    model: chat,
    tools: [
      recoverAgentTool(expert, { toolName: "ask_expert", toolDescription: "Asks the expert." }),
    ],
  });
  const runner = recoveringRunner(recovery, { tracingDisabled: true });
  const result = await runner.run(outer, nestedScenario.task);
  return result.finalOutput ?? "";
}
