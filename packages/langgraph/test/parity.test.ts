import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { DynamicTool, StructuredTool, type ToolRuntime, tool } from "@langchain/core/tools";
import {
  Annotation,
  Command,
  END,
  getCurrentTaskInput,
  InMemoryStore,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createReactAgent, ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRecovery, RecoveringToolNode, wrapToolNode } from "../src/index.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet } from "./support/tools.ts";

// What the prebuilt node does with everything that does not fail: each case runs on both, and on
// the modes in which Recourse keeps its hands off.
type Make = (tools: ConstructorParameters<typeof ToolNode>[0], options?: object) => ToolNode;

const nodes: readonly (readonly [string, Make])[] = [
  ["the prebuilt ToolNode", (tools, options) => new ToolNode(tools, options)],
  [
    "RecoveringToolNode",
    (tools, options) => new RecoveringToolNode(tools, { recovery: createRecovery(), ...options }),
  ],
  [
    "wrapToolNode",
    (tools, options) =>
      wrapToolNode(new ToolNode(tools, options), { recovery: createRecovery() }) as ToolNode,
  ],
  [
    "RecoveringToolNode that observes",
    (tools, options) =>
      new RecoveringToolNode(tools, { recovery: createRecovery({ mode: "observe" }), ...options }),
  ],
  [
    "RecoveringToolNode that is off",
    (tools, options) =>
      new RecoveringToolNode(tools, { recovery: createRecovery({ mode: "off" }), ...options }),
  ],
];

function plain(messages: readonly BaseMessage[]): object[] {
  return messages.map((message) => {
    const { content, name } = message;
    const { tool_call_id, status, artifact } = message as ToolMessage;
    return { type: message.getType(), content, name, tool_call_id, status, artifact };
  });
}

const call = (name: string, args: object = {}, id = "c1") => ({
  name,
  args: args as Record<string, unknown>,
  id,
});

describe.each(nodes)("%s", (_title, make) => {
  it("takes { messages } and gives { messages }", async () => {
    const output = await make([greet]).invoke({ messages: [asks(call("greet", { name: "Ana" }))] });
    expect(Object.keys(output)).toEqual(["messages"]);
    expect(plain(output.messages)).toEqual([
      {
        type: "tool",
        content: "Hello Ana",
        name: "greet",
        tool_call_id: "c1",
        status: "success",
        artifact: undefined,
      },
    ]);
  });

  it("takes an array of messages and gives an array", async () => {
    const output = await make([greet]).invoke([asks(call("greet", { name: "Ana" }))]);
    expect(Array.isArray(output)).toBe(true);
    expect(output[0]).toMatchObject({ content: "Hello Ana", tool_call_id: "c1" });
  });

  it("takes the input of a Send for one call", async () => {
    const message = asks(call("greet", { name: "Ana" }, "a"), call("greet", { name: "Bo" }, "b"));
    const lg_tool_call = { ...call("greet", { name: "Bo" }, "b"), type: "tool_call" };
    const output = await make([greet]).invoke({ messages: [message], lg_tool_call });
    expect(plain(output.messages)).toMatchObject([{ content: "Hello Bo", tool_call_id: "b" }]);
  });

  it("refuses input without a response of a model", async () => {
    await expect(make([greet]).invoke({ messages: [new HumanMessage("x")] })).rejects.toThrow(
      "ToolNode only accepts AIMessages as input.",
    );
    await expect(make([greet]).invoke({ other: 1 })).rejects.toThrow("ToolNode only accepts");
  });

  it("runs parallel calls at once and answers them in call order", async () => {
    let running = 0;
    let most = 0;
    const slow = tool(
      async ({ ms }) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, ms));
        running -= 1;
        return String(ms);
      },
      { name: "slow", description: "x", schema: z.object({ ms: z.number() }) },
    );
    const message = asks(call("slow", { ms: 15 }, "a"), call("slow", { ms: 1 }, "b"));
    const output = await make([slow]).invoke({ messages: [message] });
    expect(most).toBe(2);
    expect(plain(output.messages)).toMatchObject([{ content: "15" }, { content: "1" }]);
  });

  it("skips calls that have been answered", async () => {
    const message = asks(call("greet", { name: "Ana" }, "a"), call("greet", { name: "Bo" }, "b"));
    const answer = new ToolMessage({ content: "hi", tool_call_id: "a", name: "greet" });
    const output = await make([greet]).invoke({ messages: [message, answer] });
    expect(plain(output.messages)).toMatchObject([{ tool_call_id: "b" }]);
  });

  it("gives nothing for a response without calls", async () => {
    expect(await make([greet]).invoke({ messages: [new AIMessage("done")] })).toEqual({
      messages: [],
    });
  });

  it("writes objects as JSON, and leaves content blocks as they are", async () => {
    const blocks = [{ type: "text", text: "a picture" }];
    const tools = [doing("object", () => ({ a: [1, null] })), doing("blocks", () => blocks)];
    const output = await make(tools).invoke({
      messages: [asks(call("object"), call("blocks", {}, "c2"))],
    });
    expect(output.messages.map(({ content }: BaseMessage) => content)).toEqual([
      '{"a":[1,null]}',
      blocks,
    ]);
  });

  it("keeps artifacts of content_and_artifact tools", async () => {
    const both = doing("both", () => ["12 rows", { rows: 12 }], {
      responseFormat: "content_and_artifact",
    });
    const output = await make([both]).invoke({ messages: [asks(call("both"))] });
    expect(plain(output.messages)).toMatchObject([{ content: "12 rows", artifact: { rows: 12 } }]);
  });

  it("hands on a ToolMessage that the tool made, the very object", async () => {
    const made = new ToolMessage({
      content: "mine",
      tool_call_id: "c1",
      artifact: { x: 1 },
      id: "m",
    });
    const output = await make([doing("own", () => made)]).invoke({ messages: [asks(call("own"))] });
    expect(output.messages[0]).toBe(made);
  });

  it("hands on Commands beside messages", async () => {
    const update = { messages: [new ToolMessage({ content: "moved", tool_call_id: "c1" })] };
    const command = new Command({ update, goto: "other" });
    const tools = [doing("move", () => command), greet];
    const output = await make(tools).invoke({
      messages: [asks(call("move"), call("greet", { name: "Ana" }, "c2"))],
    });
    expect(output[0]).toBe(command);
    expect(output[1].messages).toMatchObject([{ content: "Hello Ana" }]);
  });

  it("combines Sends to the parent graph into one Command", async () => {
    const toParent = (name: string) =>
      doing(name, () => new Command({ graph: Command.PARENT, goto: [new Send(name, {})] }));
    const message = asks(call("a", {}, "1"), call("b", {}, "2"));
    const output = await make([toParent("a"), toParent("b")]).invoke({ messages: [message] });
    expect(output).toHaveLength(1);
    expect(output[0]).toMatchObject({
      graph: Command.PARENT,
      goto: [{ node: "a" }, { node: "b" }],
    });
  });

  it("runs classes of tools, string tools and runnables as tools", async () => {
    class Sum extends StructuredTool {
      override name = "sum";
      override description = "adds";
      override schema = z.object({ a: z.number(), b: z.number() });
      readonly #carry = 0;
      protected async _call({ a, b }: { a: number; b: number }): Promise<string> {
        return String(a + b + this.#carry);
      }
    }
    const shout = new DynamicTool({
      name: "shout",
      description: "x",
      func: async (text: string) => text.toUpperCase(),
    });
    const runnable = RunnableLambda.from(({ n }: { n: number }) => `${n * 2}`).asTool({
      name: "double",
      description: "doubles",
      schema: z.object({ n: z.number() }),
    });
    const message = asks(
      call("sum", { a: 1, b: 2 }, "1"),
      call("shout", { input: "hey" }, "2"),
      call("double", { n: 4 }, "3"),
    );
    const output = await make([new Sum(), shout, runnable]).invoke({ messages: [message] });
    expect(output.messages.map(({ content }: BaseMessage) => content)).toEqual(["3", "HEY", "8"]);
  });

  it("parses and transforms arguments once, in the tool", async () => {
    const parsed = tool(({ at }) => `${typeof at}:${at}`, {
      name: "parsed",
      description: "x",
      schema: z.object({ at: z.string().transform((text) => `<${text}>`) }),
    });
    const output = await make([parsed]).invoke({ messages: [asks(call("parsed", { at: "x" }))] });
    expect(output.messages[0].content).toBe("string:<x>");
  });

  it("gives tools the state, the call's id, the store, the context and the writer", async () => {
    const State = Annotation.Root({ ...MessagesAnnotation.spec, user: Annotation<string> });
    const seen: unknown[] = [];
    const look = tool(
      async (_args, runtime: ToolRuntime) => {
        // The prebuilt node of LangGraph 1.4.0 does not hand the state on.
        const state = (runtime.state ?? getCurrentTaskInput()) as typeof State.State;
        const item = await (runtime.store as unknown as InMemoryStore).get(["users"], "u1");
        seen.push({
          user: state.user,
          messages: state.messages.length,
          id: runtime.toolCallId ?? (runtime as { toolCall?: { id?: string } }).toolCall?.id,
          stored: item?.value,
          context: runtime.context,
          task: (getCurrentTaskInput() as typeof State.State).user,
        });
        runtime.writer?.({ custom: 1 });
        return "seen";
      },
      { name: "look", description: "x", schema: z.object({}) },
    );
    const store = new InMemoryStore();
    await store.put(["users"], "u1", { name: "Ana" });
    const graph = new StateGraph(State, z.object({ tenant: z.string() }))
      .addNode("tools", make([look]))
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ store });
    const input = { messages: [new HumanMessage("hi"), asks(call("look", {}, "c9"))], user: "u1" };
    const custom: unknown[] = [];
    const stream = await graph.stream(input, { streamMode: "custom", context: { tenant: "t" } });
    for await (const chunk of stream) custom.push(chunk);
    expect(seen).toEqual([
      {
        user: "u1",
        messages: 2,
        id: "c9",
        stored: { name: "Ana" },
        context: { tenant: "t" },
        task: "u1",
      },
    ]);
    expect(custom).toEqual([{ custom: 1 }]);
  });

  it("passes interrupts on and goes on with their answer", async () => {
    const ask = doing("ask", () => `said ${interrupt("go on?")}`);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", make([ask]))
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    const paused = await graph.invoke(
      { messages: [new HumanMessage("hi"), asks(call("ask"))] },
      config,
    );
    expect((paused as { __interrupt__?: { value: unknown }[] }).__interrupt__?.[0]?.value).toBe(
      "go on?",
    );
    const state = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(state.messages.at(-1)).toMatchObject({ content: "said yes" });
  });

  it("rejects with the tool's own error where handleToolErrors is false", async () => {
    const error = new Error("kaputt");
    const boom = doing("boom", () => {
      throw error;
    });
    const node = make([boom], { handleToolErrors: false });
    await expect(node.invoke({ messages: [asks(call("boom"))] })).rejects.toBe(error);
    await expect(node.invoke({ messages: [asks(call("nope"))] })).rejects.toThrow(
      'Tool "nope" not found.',
    );
  });

  it.each(["v1", "v2"] as const)(
    "serves createReactAgent (%s), with returnDirect",
    async (version) => {
      const direct = doing("direct", () => "the answer", { returnDirect: true });
      const model = new ScriptedModel([
        asks(call("greet", { name: "Ana" }, "a"), call("greet", { name: "Bo" }, "b")),
        asks(call("direct", {}, "c")),
        says("never said"),
      ]);
      const agent = createReactAgent({ llm: model, tools: make([greet, direct]), version });
      const { messages } = await agent.invoke({ messages: [new HumanMessage("hi")] });
      expect(messages.at(-1)).toMatchObject({ content: "the answer", tool_call_id: "c" });
      expect(model.requests).toHaveLength(2);
    },
  );

  it("has the tools, the name and the tags that it was given", () => {
    const node = make([greet], { name: "my_tools", tags: ["x"] });
    expect(node.name).toBe("my_tools");
    expect(node.config).toEqual({ tags: ["x"] });
    expect(node.tools).toEqual([greet]);
    expect(node).toBeInstanceOf(ToolNode);
  });
});

describe.each(nodes.filter(([title]) => /prebuilt|observes|off/.test(title)))(
  "failures in %s",
  (_title, make) => {
    it("read as the prebuilt node writes them", async () => {
      const boom = doing("boom", () => {
        throw new Error("kaputt");
      });
      const message = asks(
        call("boom", {}, "a"),
        call("nope", {}, "b"),
        call("greet", { name: 3 }, "c"),
      );
      const output = await make([boom, greet]).invoke({ messages: [message] });
      const [first, second, third] = plain(output.messages) as {
        content: string;
        status: string;
      }[];
      expect(first).toMatchObject({
        content: "Error: kaputt\n Please fix your mistakes.",
        status: "error",
      });
      expect(second?.content).toBe('Error: Tool "nope" not found.\n Please fix your mistakes.');
      expect(third?.content).toContain("Received tool input did not match expected schema");
    });
  },
);
