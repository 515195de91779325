import { HumanMessage } from "@langchain/core/messages";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { DynamicStructuredTool, tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRecovery, RecoveringToolNode } from "../src/index.ts";
import { entryWithoutContext, makesOwnContext } from "../src/langgraph-internals.ts";
import { asks } from "./support/scripted-model.ts";
import { greet } from "./support/tools.ts";

// Each title says what a later LangChain or LangGraph changed, where the test fails. Nothing is
// broken then: calls go the normal way and cost more. See `src/langgraph-internals.ts`.
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
