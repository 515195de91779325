import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { measureConversation, type ScriptedModel, startScriptedModel } from "../../src/index.ts";

const script = {
  task: "Look at both orders.",
  steps: [
    [
      { tool: "get_order", args: { id: 1 } },
      { tool: "get_order", args: { id: 2 } },
    ],
  ],
  answer: "Both are fine.",
};
const messages = [{ role: "user" as const, content: "Please. Look at both orders." }];

let model: ScriptedModel;
let client: OpenAI;

beforeEach(async () => {
  model = await startScriptedModel({ scripts: [script] });
  client = new OpenAI({ baseURL: model.baseURL, apiKey: "scripted", maxRetries: 0 });
});
afterEach(() => model.close());

describe("the scripted model over HTTP", () => {
  test("answers the OpenAI client with parallel tool calls, a finish reason and usage", async () => {
    const completion = await client.chat.completions.create({ model: "m", messages });
    const [choice] = completion.choices;
    expect(choice?.finish_reason).toBe("tool_calls");
    expect(choice?.message.tool_calls).toMatchObject([
      { type: "function", function: { name: "get_order", arguments: '{"id":1}' } },
      { type: "function", function: { name: "get_order", arguments: '{"id":2}' } },
    ]);
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
  });

  test("streams the same calls in pieces, with usage last when it is asked for", async () => {
    const stream = await client.chat.completions.create({
      model: "m",
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const args = ["", ""];
    let finish: string | null | undefined;
    let tokens = 0;
    for await (const chunk of stream) {
      for (const call of chunk.choices[0]?.delta.tool_calls ?? []) {
        args[call.index] += call.function?.arguments ?? "";
      }
      finish = chunk.choices[0]?.finish_reason ?? finish;
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    expect(args).toEqual(['{"id":1}', '{"id":2}']);
    expect(finish).toBe("tool_calls");
    expect(tokens).toBeGreaterThan(0);
  });

  test("says in one sentence which tasks it knows when none fits", async () => {
    const asked = client.chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "Sing." }],
    });
    await expect(asked).rejects.toThrow(
      'No script fits the newest user message. Known tasks: "Look at both orders.".',
    );
  });

  test.each([
    ["GET", "/v1/nothing", undefined, 404],
    ["POST", "/v1/chat/completions", "{", 400],
    ["GET", "/v1/models", undefined, 200],
  ])("answers %s %s with a status of its own", async (method, path, body, status) => {
    const url = new URL(path, model.baseURL);
    const response = await fetch(url, { method, ...(body === undefined ? {} : { body }) });
    expect(response.status).toBe(status);
  });

  test("keeps what it was asked, for measuring", async () => {
    const first = await client.chat.completions.create({ model: "m", messages });
    const calls = first.choices[0]?.message.tool_calls ?? [];
    const history = [
      ...messages,
      { role: "assistant" as const, content: null, tool_calls: calls },
      { role: "tool" as const, tool_call_id: calls[0]?.id ?? "", content: "Error: broken" },
      { role: "tool" as const, tool_call_id: calls[1]?.id ?? "", content: '{"id":2}' },
    ];
    await client.chat.completions.create({ model: "m", messages: history });
    expect(measureConversation(model.exchanges)).toMatchObject({
      turns: 2,
      toolCalls: 3,
      wastedCalls: 1,
      errorsSeen: 1,
      errorTexts: ["Error: broken"],
      errorTokens: 4,
      episodes: 1,
      recovered: 1,
    });
  });
});
