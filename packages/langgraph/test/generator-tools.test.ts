import { HumanMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import {
  Command,
  getConfig,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRecovery, RecoveringToolNode, recoverTools, wrapToolNode } from "../src/index.ts";
import { asks } from "./support/scripted-model.ts";
import { httpError, impatientClock, keeping } from "./support/tools.ts";

const recovery = createRecovery({ clock: impatientClock(), onEvent: () => {} });
type Tools = StructuredToolInterface[];
type Make = (tools: Tools, given?: typeof recovery) => ToolNode;

const recovering: readonly (readonly [string, Make])[] = [
  [
    "RecoveringToolNode",
    (tools, given = recovery) => new RecoveringToolNode(tools, { recovery: given }),
  ],
  [
    "wrapToolNode",
    (tools, given = recovery) => wrapToolNode(new ToolNode(tools), { recovery: given }),
  ],
  [
    "recoverTools",
    (tools, given = recovery) => new ToolNode(recoverTools(tools, { recovery: given })),
  ],
  [
    "recoverTools in a RecoveringToolNode",
    (tools, given = recovery) =>
      new RecoveringToolNode(recoverTools(tools, { recovery: given }), { recovery: given }),
  ],
];
const nodes = [
  ["the prebuilt ToolNode", (tools: Tools) => new ToolNode(tools)],
  ...recovering,
] as typeof recovering;

/** A tool whose body is a generator: it streams what it yields, and what it returns is its result. */
function stepping(name: string, body: (config: unknown) => unknown): StructuredToolInterface {
  const fields = { name, description: name, schema: z.object({}), metadata: { mine: 1 } };
  return tool((_args, config) => body(config) as string, fields) as StructuredToolInterface;
}

function graphOf(node: ToolNode) {
  return new StateGraph(MessagesAnnotation)
    .addNode("tools", node)
    .addEdge(START, "tools")
    .compile({ checkpointer: new MemorySaver() });
}

const input = (name: string) => ({
  messages: [new HumanMessage("hi"), asks({ name, id: "c1" })],
});

describe.each(nodes)("A tool that is a generator, in %s", (_title, make) => {
  it("can ask a person between its steps", async () => {
    const ask = stepping("ask", async function* () {
      yield "looking";
      const first = interrupt("first?");
      yield "going on";
      return `${first} and ${interrupt("second?")}`;
    });
    const graph = graphOf(make([ask]));
    const config = { configurable: { thread_id: "t" } };
    expect(await graph.invoke(input("ask"), config)).toMatchObject({
      __interrupt__: [{ value: "first?" }],
    });
    expect(await graph.invoke(new Command({ resume: "yes" }), config)).toMatchObject({
      __interrupt__: [{ value: "second?" }],
    });
    const { messages } = await graph.invoke(new Command({ resume: "no" }), config);
    expect(messages.at(-1)).toMatchObject({ content: "yes and no", status: "success" });
  });

  it.each([
    [
      "async",
      async function* (): AsyncGenerator<string, string> {
        yield "";
        return `for ${getConfig().configurable?.["user"]}`;
      },
    ],
    [
      "not async",
      function* (): Generator<string, string> {
        yield "";
        return `for ${getConfig().configurable?.["user"]}`;
      },
    ],
  ])("finds its config without being handed it, %s", async (_kind, body) => {
    const node = make([stepping("look", body)]);
    const output = await node.invoke(input("look"), { configurable: { user: "Ana" } });
    expect(output.messages).toMatchObject([{ content: "for Ana" }]);
  });

  it("streams what it yields", async () => {
    const count = stepping("count", async function* () {
      yield { step: 1 };
      yield { step: 2 };
      return "counted";
    });
    const seen: unknown[] = [];
    const handler = { handleToolEvent: (chunk: unknown) => void seen.push(chunk) };
    const output = await make([count]).invoke(input("count"), { callbacks: [handler] });
    expect(output.messages).toMatchObject([{ content: "counted" }]);
    expect(seen).toEqual([{ step: 1 }, { step: 2 }]);
  });
});

describe.each(recovering)("A failure between the steps of a generator, in %s", (_title, make) => {
  it("is tried again and told like any other", async () => {
    const kept = keeping();
    const own = createRecovery({
      ...kept.options,
      clock: impatientClock(),
      defaults: { effect: "read" },
    });
    let tries = 0;
    const flaky = stepping("flaky", async function* () {
      tries += 1;
      yield tries;
      if (tries < 3) throw httpError(503);
      return "at last";
    });
    const lost = stepping("lost", async function* () {
      yield "looking";
      throw httpError(404);
    });
    const node = make([flaky, lost], own);
    const output = await node.invoke({
      messages: [new HumanMessage("hi"), asks({ name: "flaky" }, { name: "lost" })],
    });
    expect(output.messages).toMatchObject([
      { content: "at last", status: "success" },
      { content: expect.stringContaining('"error_type":"not_found"'), status: "error" },
    ]);
    await kept.flushed();
    expect(
      kept.calls.map(({ tool: name, attemptLog }) => [name, attemptLog.length]).sort(),
    ).toEqual([
      ["flaky", 3],
      ["lost", 1],
    ]);
  });
});
