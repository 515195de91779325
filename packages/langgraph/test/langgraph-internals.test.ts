import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { DynamicStructuredTool, DynamicTool, StructuredTool, tool } from "@langchain/core/tools";
import {
  Annotation,
  Command,
  interrupt,
  type LangGraphRunnableConfig,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createReactAgent, ToolNode } from "@langchain/langgraph/prebuilt";
import { withLangGraph } from "@langchain/langgraph/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EndChannel } from "../src/end-channel.ts";
import { createRecovery, RecoveringToolNode } from "../src/index.ts";
import {
  canWait,
  entryWithoutContext,
  handsInputOn,
  invokesItself,
  isAbortOfGraph,
  isBranch,
  isDynamicTool,
  isSentCall,
  makesOwnContext,
  nodesOf,
  putScratchpad,
  scratchpadOf,
  subgraphOf,
  taskOf,
  updateSchemaOf,
  withoutSentCall,
} from "../src/langgraph-internals.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { greet } from "./support/tools.ts";

// Each title says what a later LangGraph or LangChain changed, where the test fails; what follows
// from that stands in `src/langgraph-internals.ts`. What only newer LangGraphs and `createAgent`
// have is pinned in `langchain-internals.test.ts`.

type Configurable = Record<string, unknown>;

/** A graph of one node, given its config, with something to wait in or without. */
function graphOf(node: (config: LangGraphRunnableConfig) => unknown, checkpointer?: MemorySaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode("one", (_state, config) => node(config) as object)
    .addEdge(START, "one")
    .compile(checkpointer === undefined ? {} : { checkpointer });
}

const thread = (): object => ({ configurable: { thread_id: crypto.randomUUID() } });
const nothing = { messages: [] };

describe("interrupt() of LangGraph", () => {
  it("counts in the scratchpad of the configurable, from -1, each task for itself", async () => {
    const seen: unknown[] = [];
    const graph = graphOf(({ configurable = {} }) => {
      seen.push(scratchpadOf(configurable)?.interruptCounter, typeof taskOf(configurable));
      interrupt("go on?");
      seen.push(scratchpadOf(configurable)?.interruptCounter);
      return nothing;
    }, new MemorySaver());
    const config = thread();
    await graph.invoke(nothing, config);
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect(seen).toEqual([-1, "string", -1, "string", 0]);
  });

  it("reads the scratchpad that a config has at the time", async () => {
    const graph = graphOf(({ configurable }) => {
      const scratchpad = scratchpadOf(configurable as Configurable);
      if (scratchpad === undefined) throw new Error("no scratchpad");
      putScratchpad(configurable as Configurable, Object.create(scratchpad));
      const answers = [interrupt("go on?")];
      // Asked again under the same number, as by a second attempt.
      putScratchpad(configurable as Configurable, Object.create(scratchpad));
      answers.push(interrupt("go on?"));
      return { messages: [new AIMessage(answers.join(" "))] };
    }, new MemorySaver());
    const config = thread();
    await graph.invoke(nothing, config);
    const { messages } = await graph.invoke(new Command({ resume: "yes" }), config);
    expect(messages.at(-1)?.text).toBe("yes yes");
  });

  it("is told of a checkpointer by the configurable", async () => {
    const seen: boolean[] = [];
    const look = ({ configurable }: LangGraphRunnableConfig) => {
      seen.push(canWait(configurable));
      return nothing;
    };
    await graphOf(look, new MemorySaver()).invoke(nothing, thread());
    await graphOf(look).invoke(nothing, thread());
    expect(seen).toEqual([true, false]);
    expect(canWait(undefined)).toBe(false);
  });
});

describe("a graph of LangGraph", () => {
  it("that its caller aborts tells its callbacks of `Abort`, whatever the caller's reason", async () => {
    for (const reason of [undefined, new Error("left"), "left"]) {
      const controller = new AbortController();
      const told: unknown[] = [];
      const graph = graphOf(() => {
        // A step that ends in the very moment of the abort tells nobody, so this one does not end.
        setTimeout(() => controller.abort(reason), 1);
        return new Promise(() => {});
      });
      const { promise, resolve } = Promise.withResolvers<void>();
      const tell = (error: unknown, _runId: string, parentRunId?: string) => {
        if (parentRunId !== undefined) return;
        told.push(error);
        resolve();
      };
      const config = { signal: controller.signal, callbacks: [{ handleChainError: tell }] };
      await graph.invoke(nothing, config).catch(() => {});
      await promise;
      expect(told.map(isAbortOfGraph)).toEqual([true]);
    }
    expect(isAbortOfGraph(new Error("other"))).toBe(false);
    expect(isAbortOfGraph(undefined)).toBe(false);
  });

  it("names the path of a subgraph in the namespace of its tasks, parted by `|`", async () => {
    const seen: string[] = [];
    const inner = graphOf(({ configurable }) => {
      seen.push(subgraphOf(configurable));
      return nothing;
    });
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("alone", (_state, { configurable }) => {
        seen.push(subgraphOf(configurable));
        return nothing;
      })
      .addNode("inner", inner)
      .addEdge(START, "alone")
      .addEdge("alone", "inner")
      .compile();
    await outer.invoke(nothing);
    expect(seen).toEqual(["", expect.stringMatching(/^inner:[^|]+$/)]);
    expect(seen.map(nodesOf)).toEqual(["", "inner"]);
    expect(nodesOf("outer:1|inner:2")).toBe("outer|inner");
    expect(subgraphOf(undefined)).toBe("");
  });

  it("tells graphs apart that run in one task by bare numbers in the namespace", async () => {
    const seen: string[] = [];
    const inner = graphOf(({ configurable }) => {
      seen.push(subgraphOf(configurable));
      return nothing;
    });
    const outer = graphOf(async (config) => {
      await inner.invoke(nothing, config);
      return inner.invoke(nothing, config);
    });
    await outer.invoke(nothing);
    expect(new Set(seen).size).toBe(2);
    expect(seen.map(nodesOf)).toEqual(["one", "one"]);
  });
});

describe("a task of LangGraph", () => {
  it("has its `Send` among its triggers, which tell of nothing else", async () => {
    const seen: unknown[] = [];
    const look = (_state: unknown, { metadata }: LangGraphRunnableConfig) => {
      seen.push(isBranch(metadata));
      return {};
    };
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("one", look)
      .addNode("two", look)
      .addEdge(START, "one")
      .addConditionalEdges("one", () => [new Send("two", {})], ["two"])
      .compile();
    await graph.invoke(nothing);
    expect(seen).toEqual([false, true]);
  });

  it("by `Send` is all that follows where channels are told of the end of the graph", async () => {
    let ends = 0;
    class Told extends EndChannel<string> {
      override fromCheckpoint(): this {
        return new Told() as this;
      }
      override finish(): boolean {
        ends += 1;
        return false;
      }
    }
    const state = Annotation.Root({ ...MessagesAnnotation.spec, told: new Told() });
    const graph = new StateGraph(state)
      .addNode("one", () => ({}))
      .addNode("two", () => ({}))
      .addEdge(START, "one")
      .addConditionalEdges("one", () => [new Send("two", {})], ["two"])
      .compile();
    await graph.invoke(nothing);
    expect(ends).toBe(2);
  });
});

describe("the prebuilt tool node of LangGraph", () => {
  /** A node that tells what it is handed. */
  class Telling extends ToolNode {
    readonly inputs: object[] = [];
    readonly handed: unknown[][] = [];

    protected override run(input: object, config: LangGraphRunnableConfig) {
      this.inputs.push(input);
      return super.run(input, config);
    }

    protected override runTool(...given: Parameters<ToolNode["runTool"]>) {
      this.handed.push(given);
      return super.runTool(...given);
    }
  }
  const call = { name: "greet", args: { name: "Ana" }, id: "a" };

  it("is sent one call under `lg_tool_call` by createReactAgent, beside the state", async () => {
    const inputs = async (version: "v1" | "v2") => {
      const node = new Telling([greet]);
      const llm = new ScriptedModel([asks(call), says("done")]);
      await createReactAgent({ llm, tools: node, version }).invoke({ messages: [] });
      return node.inputs;
    };
    const [sent] = await inputs("v2");
    expect(sent && isSentCall(sent)).toBe(true);
    expect(Object.keys(withoutSentCall(sent) as object)).toContain("messages");
    expect(Object.keys(withoutSentCall(sent) as object)).not.toContain("lg_tool_call");
    const [whole] = await inputs("v1");
    expect(whole && isSentCall(whole)).toBe(false);
    expect(withoutSentCall(whole)).toBe(whole);
  });

  it("declares that it hands its input on to `runTool` where it does", async () => {
    const node = new Telling([greet]);
    const input = { messages: [asks(call)] };
    await node.invoke(input);
    expect(handsInputOn).toBe(node.handed[0]?.length === 3);
    if (handsInputOn) expect(node.handed[0]?.[2]).toBe(input);
  });
});

describe("withLangGraph() of LangGraph", () => {
  it("keeps the schema of updates on the field, under `lg_reducer_schema`", () => {
    const schema = z.string();
    const list = withLangGraph(z.array(z.string()), {
      reducer: { schema, fn: (all: string[], one: string) => [...all, one] },
    });
    expect(updateSchemaOf(list)).toBe(schema);
    expect(updateSchemaOf(z.string())).toBeUndefined();
  });
});

describe("a tool of LangChain", () => {
  const fields = { name: "one", description: "" };
  class Mine extends StructuredTool {
    name = "mine";
    description = "";
    schema = z.object({});
    protected async _call() {
      return "mine";
    }
  }
  class Late extends DynamicStructuredTool {
    override invoke(): Promise<never> {
      return Promise.reject(new Error("my own way"));
    }
  }
  const late = new Late({ ...fields, schema: z.object({}), func: async () => "" });
  const made = tool(() => "made", { ...fields, schema: z.object({}) });
  const text = new DynamicTool({ ...fields, func: async () => "text" });

  it("has a class that says by `lc_name` that LangChain made it", () => {
    expect([made, text].map(isDynamicTool)).toEqual([true, true]);
    expect([new Mine(), late, {}].map(isDynamicTool)).toEqual([false, false, false]);
  });

  it("comes from `invoke` over `call` to the `_call` of whatever it was invoked on", async () => {
    for (const one of [made, text, new Mine()]) {
      expect(invokesItself(one)).toBe(false);
      const own = { _call: { value: async () => "derived" } };
      const derived: Pick<DynamicTool, "invoke"> = Object.create(one, own);
      expect(await derived.invoke({})).toBe("derived");
    }
  });

  it("has an `invoke` or a `call` of its own where its class says so", () => {
    expect(invokesItself(late)).toBe(true);
    expect(invokesItself({})).toBe(true);
  });
});

// For speed alone: nothing is broken where one of these fails, calls go the normal way and cost more.
const context = (): unknown => AsyncLocalStorageProviderSingleton.getRunnableConfig();
const input = { messages: [] };

describe("RunnableCallable.invoke of LangGraph", () => {
  it("hands the merged config of a traced node to `_callWithConfig`, without a context", async () => {
    const node = new ToolNode([], { tags: ["node"] });
    const seen: unknown[] = [];
    const entry = entryWithoutContext(node, async (given, config) => {
      seen.push(given, [...(config.tags ?? [])].toSorted(), context());
      return "ran";
    });
    expect(await node.invoke.call(entry, input, { tags: ["caller"] })).toBe("ran");
    expect(seen).toEqual([input, ["caller", "node"], undefined]);
  });

  it("runs a node that is not traced in a context, which is what a node is spared", async () => {
    const node = new ToolNode([], {});
    Object.assign(node, { func: async () => context() });
    expect(await node.invoke(input, {})).toBeDefined();
  });
});

describe("a node whose `_callWithConfig` is gone", () => {
  it("is its own entry", () => {
    const node = Object.assign(new ToolNode([]), { _callWithConfig: undefined });
    expect(entryWithoutContext(node as ToolNode, async () => "unused")).toBe(node);
  });

  it("runs its calls as ever, also where the method is there and not called", async () => {
    class Later<T> extends RecoveringToolNode<T> {
      // What `invoke` does of a node that is not traced.
      override invoke(given: T): Promise<T> {
        const { func } = this as unknown as { func(given: T, config: object): Promise<T> };
        return func(given, {});
      }
    }
    const recovery = createRecovery({ defaults: { effect: "read" } });
    const node = new Later([greet], { recovery });
    const asked = asks({ name: "greet", args: { name: "Ana" }, id: "a" });
    const answer: unknown = await node.invoke({ messages: [new HumanMessage("hi"), asked] });
    expect(answer).toMatchObject({ messages: [{ content: "Hello Ana", tool_call_id: "a" }] });
  });
});

describe("tool() of LangChain", () => {
  const fields = { name: "one", description: "" };
  const bodyOf = (made: unknown) => (made as { func?: unknown }).func;

  it("puts a body that makes a context around a function, with an object schema", () => {
    const made = tool(() => "", { ...fields, schema: z.object({ n: z.number() }) });
    expect(makesOwnContext(bodyOf(made))).toBe(true);
  });

  it("puts a body that makes a context around a function, with a text for input", () => {
    expect(makesOwnContext(bodyOf(tool(() => "", { ...fields, schema: z.string() })))).toBe(true);
  });

  it("is not taken for the maker of any other tool", () => {
    const own = new DynamicStructuredTool({
      ...fields,
      schema: z.object({}),
      func: async () => "",
    });
    expect(makesOwnContext(bodyOf(own))).toBe(false);
    expect(makesOwnContext(undefined)).toBe(false);
  });
});
