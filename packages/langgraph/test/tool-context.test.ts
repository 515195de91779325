import { RunnableLambda } from "@langchain/core/runnables";
import { DynamicStructuredTool, StructuredTool, tool } from "@langchain/core/tools";
import {
  Command,
  END,
  getConfig,
  interrupt,
  type LangGraphRunnableConfig,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callContext, createRecovery, RecoveringToolNode, recoverTools } from "../src/index.ts";
import { asks } from "./support/scripted-model.ts";

// What a tool can see of its surroundings, as its argument and through LangChain's context, is the
// same in both nodes, although ours makes that context only where a tool does not make its own.
interface Seen {
  readonly given: Record<string, unknown>;
  readonly found: Record<string, unknown>;
}

const schema = z.object({});

/** A tool of each kind that LangChain knows, telling what it sees. */
function witnesses(tell: (seen: Seen) => void) {
  const look = (given: unknown): string => {
    tell({
      given: (given ?? {}) as Seen["given"],
      found: { ...(getConfig() as LangGraphRunnableConfig) },
    });
    return "seen";
  };
  class OwnClass extends StructuredTool {
    name = "witness";
    description = "x";
    schema = schema;
    async _call(_args: unknown, _manager: unknown, config: unknown): Promise<string> {
      return look(config);
    }
  }
  const fields = { name: "witness", description: "x" };
  return {
    "made by tool()": tool((_args, config) => look(config), { ...fields, schema }),
    "made by tool() of a string": tool((_args, config) => look(config), {
      ...fields,
      schema: z.string(),
    }),
    "with a function of its own": new DynamicStructuredTool({
      ...fields,
      schema,
      func: async (_args, _manager, config) => look(config),
    }),
    "of a class of its own": new OwnClass(),
    "that is a runnable": RunnableLambda.from((_args: unknown, config) => look(config)).asTool({
      ...fields,
      schema,
    }),
  } as const;
}
type Kind = keyof ReturnType<typeof witnesses>;
const kinds = Object.keys(witnesses(() => undefined)) as Kind[];

/** What can be compared: our own marks and what differs in any two invocations left out. */
function comparable(config: Record<string, unknown>): Record<string, unknown> {
  const { configurable, metadata, tags, recursionLimit, store, context, toolCallId, state } =
    config;
  const keep = (from: unknown) =>
    Object.fromEntries(
      Object.entries((from ?? {}) as object).filter(
        ([key]) => !/^(__|checkpoint_|recourse_|langgraph_)/.test(key),
      ),
    );
  return {
    configurable: keep(configurable),
    metadata: keep(metadata),
    tags,
    recursionLimit,
    store: store ?? null,
    context,
    toolCallId,
    messages: (state as { messages?: unknown[] } | undefined)?.messages?.length,
  };
}

type Make = (tools: ConstructorParameters<typeof ToolNode>[0], options: object) => ToolNode;
const prebuilt: Make = (tools, options) => new ToolNode(tools, options);
const ours: Make = (tools, options) =>
  new RecoveringToolNode(tools, {
    recovery: createRecovery({ defaults: { effect: "read" } }),
    ...options,
  });

const message = () => asks({ name: "witness", args: {}, id: "c1" });

const invocations: Record<string, (node: ToolNode) => Promise<unknown>> = {
  "with nothing": (node) => node.invoke({ messages: [message()] }),
  "with a config": (node) =>
    node.invoke({ messages: [message()] }, {
      configurable: { thread_id: "t", tenant: "a" },
      metadata: { plan: "free" },
      tags: ["one", "one"],
      recursionLimit: 7,
      context: { user: "u" },
      // Not one of LangGraph's: it does not reach the tool.
      stranger: 1,
    } as object),
  "in a graph": (node) =>
    new StateGraph(MessagesAnnotation)
      .addNode("tools", node)
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ checkpointer: new MemorySaver() })
      .invoke(
        { messages: [message()] },
        {
          configurable: { thread_id: "t", tenant: "a" },
          metadata: { plan: "free" },
          tags: ["one"],
        },
      ),
  "inside another runnable": (node) =>
    RunnableLambda.from(() => node.invoke({ messages: [message()] })).invoke(null, {
      configurable: { tenant: "a" },
      metadata: { plan: "free" },
      tags: ["outer"],
    }),
};

async function seenIn(make: Make, kind: Kind, invoke: (node: ToolNode) => Promise<unknown>) {
  const seen: Seen[] = [];
  await invoke(make([witnesses((one) => seen.push(one))[kind]], { tags: ["node"] }));
  return seen.map(({ given, found }) => ({ given: comparable(given), found: comparable(found) }));
}

describe.each(kinds)("a tool %s", (kind) => {
  it.each(Object.entries(invocations))(
    "sees the same in both nodes, invoked %s",
    async (_, invoke) => {
      const bare = await seenIn(prebuilt, kind, invoke);
      expect(bare).toHaveLength(1);
      expect(await seenIn(ours, kind, invoke)).toEqual(bare);
    },
  );

  it("finds its call through the context too", async () => {
    let key: string | undefined;
    const one = witnesses(({ given, found }) => {
      key = callContext(given)?.idempotencyKey;
      expect(callContext(found)?.idempotencyKey).toBe(key);
    })[kind];
    await ours([one], {}).invoke({ messages: [message()] });
    expect(key).toMatch(/^[0-9a-f-]{8,}/);
  });
});

describe("a class of tools that asks a person", () => {
  class Asks extends StructuredTool {
    name = "witness";
    description = "x";
    schema = schema;
    tries = 0;
    async _call(): Promise<string> {
      const answer: unknown = interrupt("sure?");
      this.tries += 1;
      if (this.tries === 1)
        throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      return `answered ${String(answer)}`;
    }
  }

  it("is not asked again when the host retries it", async () => {
    const recovery = createRecovery({
      defaults: { effect: "read" },
      policy: { retry: { baseMs: 1, jitter: 0 } },
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", new RecoveringToolNode([new Asks()], { recovery }))
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    await graph.invoke({ messages: [message()] }, config);
    const { messages } = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(messages.at(-1)?.content).toBe("answered yes");
  });
});

describe("a tool that recovers by itself", () => {
  it("finds the context in the node as in the prebuilt one", async () => {
    const recovery = createRecovery({ defaults: { effect: "read" } });
    const found: unknown[] = [];
    for (const make of [prebuilt, ours]) {
      const one = witnesses((seen) => found.push(comparable(seen.found)))["of a class of its own"];
      await make(recoverTools([one], { recovery }), {}).invoke({ messages: [message()] });
    }
    expect(found).toHaveLength(2);
    expect(found[1]).toEqual(found[0]);
  });
});
