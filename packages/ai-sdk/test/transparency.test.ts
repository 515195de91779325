import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type Model,
  matrix,
  type Response,
  recoveryFor,
  type Sdk,
  type Settings,
  type Started,
} from "./kit.ts";

/** Everything of a run that an application can see. */
function visible(ended: Started, model: Model): object {
  return {
    text: ended.text,
    error: ended.error,
    prompts: model.prompts,
    steps: ended.steps.map((step) => {
      const { content, finishReason, response, toolCalls, toolResults } = step as unknown as {
        readonly content: unknown;
        readonly finishReason: string;
        readonly response: { readonly messages: unknown };
        readonly toolCalls: unknown;
        readonly toolResults: unknown;
      };
      return { content, finishReason, messages: response.messages, toolCalls, toolResults };
    }),
  };
}

class Greeter {
  readonly description = "greets";
  readonly inputSchema = z.object({ name: z.string() });
  get title(): string {
    return "Greeter";
  }
  execute = async ({ name }: { name: string }): Promise<string> => `hello ${name}`;
}

interface Case {
  readonly title: string;
  readonly settings: (sdk: Sdk) => Settings;
  readonly script: readonly Response[];
}

const one = (tool: string, input: unknown = {}): readonly Response[] => [
  { calls: [{ tool, input }] },
];

const adder = (ai: Sdk["ai"]) =>
  ai.tool({ inputSchema: z.object({ a: z.number() }), execute: async ({ a }) => a + 1 });

const cases: readonly Case[] = [
  {
    title: "a tool that returns an object",
    settings: ({ ai }) => ({
      tools: {
        add: ai.tool({
          inputSchema: z.object({ a: z.number() }),
          execute: async ({ a }) => ({ sum: a + 1 }),
        }),
      },
    }),
    script: one("add", { a: 1 }),
  },
  {
    title: "a tool that returns text",
    settings: ({ ai }) => ({
      tools: {
        say: ai.tool({ inputSchema: z.object({}), execute: async () => 'text with "quotes"' }),
      },
    }),
    script: one("say"),
  },
  {
    title: "a plain function that returns a value and no promise",
    settings: ({ ai }) => ({
      tools: {
        now: ai.tool({
          inputSchema: z.object({}),
          execute: () => ({ at: new Date(0), gone: undefined }),
        }),
      },
    }),
    script: one("now"),
  },
  {
    title: "a generator whose last chunk is the result",
    settings: ({ ai }) => ({
      tools: {
        count: ai.tool({
          inputSchema: z.object({}),
          async *execute() {
            yield "one";
            yield "two";
            yield "three";
          },
        }),
      },
    }),
    script: one("count"),
  },
  {
    title: "a plain function that returns something to iterate",
    settings: ({ ai }) => ({
      tools: {
        count: ai.tool({
          inputSchema: z.object({}),
          execute: () =>
            (async function* () {
              yield { n: 1 };
              yield { n: 2 };
            })(),
        }),
      },
    }),
    script: one("count"),
  },
  {
    title: "a tool with a conversion of its own",
    settings: ({ ai }) => ({
      tools: {
        picture: ai.tool({
          inputSchema: z.object({}),
          execute: async () => ({ bytes: 3 }),
          toModelOutput: ({ output }) => ({ type: "text", value: `${output.bytes} bytes` }),
        }),
      },
    }),
    script: one("picture"),
  },
  {
    title: "an instance of a class, with getters",
    settings: () => ({ tools: { greeter: new Greeter() } }),
    script: one("greeter", { name: "Ada" }),
  },
  {
    title: "a schema that transforms, whose output the tool gets",
    settings: ({ ai }) => ({
      tools: {
        when: ai.tool({
          inputSchema: z.object({ day: z.string().transform((day) => new Date(day)) }),
          execute: async ({ day }) => day.toISOString(),
        }),
      },
    }),
    script: one("when", { day: "2026-01-02" }),
  },
  {
    title: "a schema of JSON Schema only",
    settings: ({ ai }) => ({
      tools: {
        free: ai.tool({
          inputSchema: ai.jsonSchema<{ q: string }>({
            type: "object",
            properties: { q: { type: "string" } },
            required: ["q"],
          }),
          execute: async ({ q }) => q.length,
        }),
      },
    }),
    script: one("free", { q: "four" }),
  },
  {
    title: "a dynamic tool",
    settings: ({ ai }) => ({
      tools: {
        dyn: ai.dynamicTool({ inputSchema: z.object({}), execute: async () => ({ ok: true }) }),
      },
    }),
    script: one("dyn"),
  },
  {
    title: "a client's tool, which ends the loop",
    settings: ({ ai }) => ({
      tools: { ask: ai.tool({ inputSchema: z.object({}), outputSchema: z.string() }) },
    }),
    script: one("ask"),
  },
  {
    title: "a tool that asks for approval, which ends the loop",
    settings: ({ ai }) => ({
      tools: {
        pay: ai.tool({
          inputSchema: z.object({}),
          needsApproval: true,
          execute: async () => "paid",
        }),
      },
    }),
    script: one("pay"),
  },
  {
    title: "no tool call at all",
    settings: () => ({}),
    script: [{ text: "hello" }],
  },
  {
    title: "a stop condition of the user's that throws, which rejects",
    settings: ({ ai }) => ({
      tools: { add: adder(ai) },
      stopWhen: () => {
        throw new RangeError("stop condition");
      },
    }),
    script: one("add", { a: 1 }),
  },
  {
    title: "a prepareStep of the user's that throws, which rejects",
    settings: ({ ai }) => ({
      tools: { add: adder(ai) },
      prepareStep: () => {
        throw new RangeError("prepareStep");
      },
    }),
    script: one("add", { a: 1 }),
  },
  {
    title: "a prepareStep of the user's that replaces the messages of a step",
    settings: ({ ai }) => ({
      tools: { add: adder(ai) },
      prepareStep: async ({ messages }: { messages: readonly object[] }) => ({
        messages: [...messages, { role: "user", content: "Go on." }],
      }),
    }),
    script: one("add", { a: 1 }),
  },
  {
    title: "callbacks of the user's that throw, which the SDK swallows",
    settings: ({ ai }) => ({
      tools: { add: adder(ai) },
      onStepFinish: () => {
        throw new RangeError("onStepFinish");
      },
      onFinish: () => {
        throw new RangeError("onFinish");
      },
    }),
    script: one("add", { a: 1 }),
  },
  {
    title: "a signal that is aborted before it begins",
    settings: ({ ai }) => ({
      tools: { add: adder(ai) },
      abortSignal: AbortSignal.abort(new DOMException("gone", "AbortError")),
    }),
    script: one("add", { a: 1 }),
  },
  {
    title: "several calls in one step",
    settings: ({ ai }) => ({
      tools: {
        add: ai.tool({ inputSchema: z.object({ a: z.number() }), execute: async ({ a }) => a + 1 }),
      },
    }),
    script: [{ text: "adding", calls: [1, 2, 3].map((a) => ({ tool: "add", input: { a } })) }],
  },
];

describe.each(matrix)(
  "what does not fail is as if we were not there ($title)",
  ({ sdk, entry }) => {
    it.each(cases)("$title", async ({ settings, script }) => {
      const see = async (recovery?: ReturnType<typeof recoveryFor>): Promise<object> => {
        const model = sdk.model(script);
        let ids = 0;
        const ended = await entry.start(
          sdk,
          {
            model: model.model,
            stopWhen: sdk.ai.stepCountIs(4),
            _internal: { generateId: () => `id-${ids++}` },
            ...settings(sdk),
          },
          recovery,
        );
        return visible(ended, model);
      };
      const bare = await see();
      expect(await see(recoveryFor())).toEqual(bare);
    });

    it.each(["observe", "off"] as const)("mode %s changes nothing of what fails", async (mode) => {
      const see = async (recovery?: ReturnType<typeof recoveryFor>): Promise<object> => {
        const model = sdk.model([
          {
            calls: [
              { tool: "broken", id: "thrown" },
              { tool: "nope", id: "unknown" },
              { tool: "strict", id: "invalid", input: { a: "x" } },
              { tool: "empty", id: "empty" },
              { tool: "failed", id: "returned" },
            ],
          },
          { calls: [{ tool: "broken" }] },
          { calls: [{ tool: "broken" }] },
          { calls: [{ tool: "broken" }] },
        ]);
        const tools = {
          broken: sdk.ai.tool({
            inputSchema: z.object({}),
            execute: async (): Promise<string> => {
              throw new TypeError("kaput");
            },
          }),
          strict: sdk.ai.tool({ inputSchema: z.object({ a: z.number() }), execute: async () => 1 }),
          empty: sdk.ai.tool({ inputSchema: z.object({}), execute: async () => [] }),
          failed: sdk.ai.tool({ inputSchema: z.object({}), execute: async () => ({ ok: false }) }),
        };
        const ended = await entry.start(
          sdk,
          { model: model.model, tools, stopWhen: sdk.ai.stepCountIs(8) },
          recovery,
        );
        return visible(ended, model);
      };
      expect(await see(recoveryFor({ mode }))).toEqual(await see());
    });

    it.each([
      ["a BigInt", () => 10n],
      [
        "a cycle",
        () => {
          const list: unknown[] = [];
          list.push(list);
          return list;
        },
      ],
      ["an iterator that is none", () => ({ [Symbol.asyncIterator]: undefined, a: 1 })],
    ])("mode observe ends a run with %s as without us", async (_, make) => {
      const see = async (recovery?: ReturnType<typeof recoveryFor>): Promise<string> => {
        const model = sdk.model([{ calls: [{ tool: "odd", id: "a" }] }]);
        const tools = { odd: sdk.ai.tool({ inputSchema: z.object({}), execute: () => make() }) };
        const settings = { model: model.model, tools, stopWhen: sdk.ai.stepCountIs(3) };
        const ended = await entry.start(sdk, settings, recovery);
        return inspect([model.prompts, ended.text, String(ended.error)], { depth: 9 });
      };
      expect(await see(recoveryFor({ mode: "observe" }))).toBe(await see());
    });
  },
);
