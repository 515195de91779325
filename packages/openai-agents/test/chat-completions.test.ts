import { Agent, OpenAIChatCompletionsModel } from "@openai/agents";
import { ToolFault } from "@recourse/core";
import { startScriptedModel } from "@recourse/testing";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool, recoveryRunOf } from "../src/index.ts";
import { envelope, testRecovery } from "./support.ts";

let server: Awaited<ReturnType<typeof startScriptedModel>>;

beforeAll(async () => {
  server = await startScriptedModel({
    scripts: [
      {
        task: "mend",
        steps: [{ tool: "find_order", rawArguments: '{"id": 17', args: { id: "17" } }],
        facts: { id: "17" },
        answer: (results) => `Found: ${results.at(-1)}`,
      },
      {
        task: "batch",
        steps: [
          [
            { tool: "find_order", args: { id: "1" }, regardless: true },
            { tool: "find_order", args: { id: "corrupt" }, regardless: true },
            { tool: "no_such_tool", args: {}, regardless: true },
          ],
        ],
        answer: "done",
      },
    ],
  });
});

afterAll(() => server.close());

function agent(): Agent {
  const client = new OpenAI({ apiKey: "none", baseURL: server.baseURL });
  return new Agent({
    name: "A",
    model: new OpenAIChatCompletionsModel(client, "scripted"),
    tools: [
      recoverTool(
        {
          name: "find_order",
          description: "Finds an order by its id.",
          parameters: z.object({ id: z.string() }),
          execute: ({ id }) => {
            if (id === "corrupt") throw ToolFault.corruptState({ message: "Half written." });
            return `order ${id}`;
          },
        },
        { effect: "read" },
      ),
    ],
  });
}

describe.each([[false], [true]])("chat completions, stream %s", (stream) => {
  const go = async (task: string) => {
    server.clear();
    const test = testRecovery();
    const runner = recoveringRunner(test.recovery);
    if (!stream) return { ...test, result: await runner.run(agent(), task) };
    const result = await runner.run(agent(), task, { stream: true });
    await result.completed;
    await new Promise((next) => setImmediate(next));
    return { ...test, result };
  };

  it("the provider's client sends our observation, and the model mends its call", async () => {
    const { result, calls } = await go("mend it");
    expect(String(result.finalOutput)).toContain("order 17");
    expect(calls().map((call) => [call.errorType, call.ok])).toEqual([
      ["invalid_args", false],
      [undefined, true],
    ]);
    const sent = server.exchanges[1]?.request.messages.filter((message) => message.role === "tool");
    expect(sent).toHaveLength(1);
    expect(envelope(String(sent?.[0]?.content))).toMatchObject({ error_type: "invalid_args" });
  });

  it("a halt answers every call and sends no further request", async () => {
    const { result } = await go("batch");
    expect(recoveryRunOf(result)?.stopReason).toBe("corrupt_state");
    expect(server.exchanges).toHaveLength(1);
    const outputs = result.history.filter((item) => item.type === "function_call_result");
    expect(outputs).toHaveLength(3);
  });
});
