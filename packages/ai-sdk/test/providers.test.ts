import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolFault } from "../src/index.ts";
import { matrix, recoveryFor, type Sdk, sdks, shown } from "./kit.ts";

const failing = (sdk: Sdk) =>
  sdk.ai.tool({
    inputSchema: z.object({}),
    execute: async (): Promise<string> => {
      throw ToolFault.notFound({ message: 'There is no order "7".' });
    },
  });

describe.each(matrix)("the text of a failure ($title)", ({ sdk, entry }) => {
  const textFor = async (provider: string) => {
    const model = sdk.model([{ calls: [{ tool: "order" }] }], provider);
    await entry.start(
      sdk,
      { model: model.model, tools: { order: failing(sdk) }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    return shown(model)["call-1-0"];
  };

  it("is plain text for providers that would escape it, an error for all others", async () => {
    const other = await textFor("anthropic.messages");
    expect(other?.type).toBe("error-text");
    const plain = await textFor("openai.chat");
    expect(plain).toEqual({ type: "text", value: other?.value });
  });
});

describe("the text of a failure, as ai 6 and ai 7 show it", () => {
  it("is the same byte for byte", async () => {
    const texts = await Promise.all(
      sdks.map(async (sdk) => {
        const model = sdk.model([
          { calls: [{ tool: "order" }, { tool: "ordr" }, { tool: "order", input: "{" }] },
        ]);
        const run = recoveryFor().run();
        await sdk.ai.generateText({
          ...run.wire({ tools: { order: failing(sdk) }, stopWhen: sdk.ai.stepCountIs(3) }),
          model: model.model,
          prompt: "go",
        } as never);
        return shown(model);
      }),
    );
    expect(Object.keys(texts[0] ?? {})).toHaveLength(3);
    expect(texts[1]).toEqual(texts[0]);
  });
});

interface Requested {
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly input?: readonly { readonly type?: string; readonly output?: string }[];
}

/** A provider's endpoint that asks for one call and then says it is done. */
function endpoint(answers: readonly object[]) {
  const requests: Requested[] = [];
  const fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    requests.push(JSON.parse(String(init?.body)) as Requested);
    return Response.json(answers[requests.length - 1] ?? {});
  };
  return { requests, fetch: fetch as typeof globalThis.fetch };
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const chatAnswers = [
  {
    id: "1",
    created: 0,
    model: "m",
    usage,
    choices: [
      {
        index: 0,
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "c1", type: "function", function: { name: "order", arguments: "{}" } },
          ],
        },
      },
    ],
  },
  {
    id: "2",
    created: 0,
    model: "m",
    usage,
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "no" } }],
  },
];
const responseAnswers = [
  {
    id: "r1",
    created_at: 0,
    model: "m",
    usage: { input_tokens: 1, output_tokens: 1 },
    output: [
      {
        type: "function_call",
        id: "f1",
        call_id: "c1",
        name: "order",
        arguments: "{}",
        status: "completed",
      },
    ],
  },
  {
    id: "r2",
    created_at: 0,
    model: "m",
    usage: { input_tokens: 1, output_tokens: 1 },
    output: [
      {
        type: "message",
        id: "m1",
        role: "assistant",
        content: [{ type: "output_text", text: "no", annotations: [] }],
      },
    ],
  },
];

describe("the text of a failure in the request of a real provider (ai 7)", () => {
  const sdk7 = sdks.find(({ version }) => version === 7) as Sdk;
  const key = ["not", "a", "key"].join("-");
  const run = async (model: LanguageModel): Promise<string> => {
    const texts: string[] = [];
    const made = recoveryFor({
      onEvent: (event) => {
        if (event.type === "call_settled") texts.push(event.record.contentHash);
      },
    }).run();
    await sdk7.ai.generateText({
      ...made.wire({ tools: { order: failing(sdk7) }, stopWhen: sdk7.ai.stepCountIs(3) }),
      model,
      prompt: "go",
    } as never);
    return texts[0] ?? "";
  };
  const sha256 = async (text: string): Promise<string> =>
    Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString(
      "hex",
    );

  it("is the envelope, which the record hashed, from OpenAI's chat completions", async () => {
    const { requests, fetch } = endpoint(chatAnswers);
    const hash = await run(createOpenAI({ apiKey: key, fetch }).chat("m"));
    const text = requests[1]?.messages?.find(({ role }) => role === "tool")?.content ?? "";
    expect(JSON.parse(text)).toMatchObject({ ok: false, error_type: "not_found" });
    expect(await sha256(text)).toBe(hash);
  });

  it("is the envelope from OpenAI's responses", async () => {
    const { requests, fetch } = endpoint(responseAnswers);
    const hash = await run(createOpenAI({ apiKey: key, fetch }).responses("m"));
    const text = requests[1]?.input?.find(({ type }) => type === "function_call_output")?.output;
    expect(JSON.parse(text ?? "")).toMatchObject({ ok: false, error_type: "not_found" });
    expect(await sha256(text ?? "")).toBe(hash);
  });

  it("is the envelope from an OpenAI-compatible provider", async () => {
    const { requests, fetch } = endpoint(chatAnswers);
    const provider = createOpenAICompatible({
      name: "desk",
      baseURL: "http://127.0.0.1/v1",
      fetch,
    });
    const hash = await run(provider("m"));
    const text = requests[1]?.messages?.find(({ role }) => role === "tool")?.content ?? "";
    expect(JSON.parse(text)).toMatchObject({ ok: false, error_type: "not_found" });
    expect(await sha256(text)).toBe(hash);
  });
});
