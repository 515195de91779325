import { createRecovery, type Recovery, type Run, ToolFault } from "@recourse/core";
import {
  createRecordingSink,
  nestedCalls,
  nestedScenario,
  type ScriptedModel,
  startScriptedModel,
} from "@recourse/testing";
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";

interface Tool {
  readonly name: string;
  readonly parameters: z.ZodObject;
  execute(args: Record<string, unknown>): unknown;
}

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

function askExpert(recovery: Recovery): Promise<string> {
  const lookup = nestedScenario.lookup();
  const run = recovery.run();
  const expert = {
    name: "lookup",
    parameters: z.object({ id: z.string() }),
    execute: (args: Record<string, unknown>) => lookup.execute(args, {}),
  };
  return loop(run, nestedScenario.task, [
    {
      name: "ask_expert",
      parameters: z.object({ input: z.string() }),
      execute: async ({ input }) => {
        const child = run.child({ agent: "expert" });
        const text = await loop(child, String(input), [expert]);
        if (child.halt === undefined) return text;
        throw ToolFault.internal({ message: `The expert was stopped. ${text}` });
      },
    },
  ]);
}

async function loop(run: Run, task: string, tools: readonly Tool[]): Promise<string> {
  const client = new OpenAI({ apiKey: "scripted", baseURL: model.baseURL });
  const messages: ChatCompletionMessageParam[] = [{ role: "user", content: task }];
  for (let turn = 0; ; turn++) {
    const { choices } = await client.chat.completions.create({ model: "scripted", messages });
    const message = choices[0]?.message;
    const calls = message?.tool_calls?.filter((call) => call.type === "function") ?? [];
    if (message === undefined || calls.length === 0) {
      await run.finish();
      return message?.content ?? "";
    }
    messages.push(message);
    for (const [index, { id, function: asked }] of calls.entries()) {
      const tool = tools.find(({ name }) => name === asked.name);
      if (tool === undefined) throw new Error(`no tool ${asked.name}`);
      const call = { id, tool: tool.name, args: asked.arguments, turn, index };
      const options = { schema: tool.parameters, timeoutMs: false } as const;
      const { content } = await run.call({ ...call, options }, (args) =>
        tool.execute(args as Record<string, unknown>),
      );
      messages.push({ role: "tool", tool_call_id: id, content });
    }
    const halt = run.closeTurn();
    if (halt !== undefined) {
      await run.finish();
      return halt.userMessage;
    }
  }
}
