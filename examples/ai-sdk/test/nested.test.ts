import { type AiSdkRecovery, createRecovery } from "@recourse/ai-sdk";
import {
  createRecordingSink,
  nestedCalls,
  nestedScenario,
  type ScriptedModel,
  startScriptedModel,
} from "@recourse/testing";
import { generateText, isStepCount, ToolLoopAgent, tool } from "ai";
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

async function askExpert(recovery: AiSdkRecovery): Promise<string> {
  const lookup = nestedScenario.lookup();
  const languageModel = chatModel({ baseURL: model.baseURL, apiKey: "scripted", name: "scripted" });
  const expert = new ToolLoopAgent(
    recovery.agent({
      model: languageModel,
      tools: {
        lookup: tool({
          description: "Looks a parcel up.",
          inputSchema: z.object({ id: z.string() }),
          execute: async (args) => lookup.execute(args, {}),
        }),
      },
    }),
  );
  const run = recovery.run();
  const { text } = await run.track(
    generateText({
      model: languageModel,
      prompt: nestedScenario.task,
      ...run.wire({
        tools: {
          ask_expert: tool({
            description: "Asks the expert.",
            inputSchema: z.object({ input: z.string() }),
            execute: async ({ input }) => (await expert.generate({ prompt: input })).text,
          }),
        },
        stopWhen: isStepCount(10),
      }),
    }),
  );
  return text;
}
