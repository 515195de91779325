import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import {
  Command,
  GraphCallbackHandler,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  summarizationMiddleware,
  toolStrategy,
} from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  isMarkedAsInvalidResume,
  isPseudoTool,
  isSummary,
  isToolInvocationError,
  listenToGraphs,
  saysUnknownTool,
} from "../src/langgraph-internals.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { greet } from "./support/tools.ts";

// As in `langgraph-internals.test.ts`: of `createAgent`, and of what the oldest LangGraph does not have.

describe("LangGraph", () => {
  it("knows its own callback handlers, which it tells of interrupts, by a mark", () => {
    const handler = {};
    expect(GraphCallbackHandler.isInstance(handler)).toBe(false);
    listenToGraphs(handler);
    expect(GraphCallbackHandler.isInstance(handler)).toBe(true);
  });

  it("marks what interrupt() throws over an answer that does not fit", async () => {
    let thrown: unknown;
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("ask", () => {
        try {
          interrupt("how many?", { responseSchema: z.number() });
        } catch (error) {
          thrown = error;
          throw error;
        }
        return {};
      })
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    await graph.invoke({ messages: [] }, config);
    expect(isMarkedAsInvalidResume(thrown as object)).toBe(false);
    await graph.invoke(new Command({ resume: "many" }), config).catch(() => {});
    expect(isMarkedAsInvalidResume(thrown as object)).toBe(true);
  });
});

describe("the tool node of createAgent", () => {
  /** What a middleware around a call of this tool gets of it. */
  async function around(name: string, args: Record<string, unknown>): Promise<unknown> {
    let got: unknown;
    const look = createMiddleware({
      name: "look",
      wrapToolCall: async (request, handler) => {
        got = await Promise.resolve(handler(request)).catch((error: unknown) => error);
        throw new Error("seen");
      },
    });
    const model = new ScriptedModel([asks({ name, args }), says("done")]);
    const agent = createAgent({ model, tools: [greet], middleware: [look] });
    await agent.invoke({ messages: [new HumanMessage("hi")] }).catch(() => {});
    return got;
  }

  it("brands what it throws over arguments that do not fit", async () => {
    expect(isToolInvocationError(await around("greet", { name: 3 }))).toBe(true);
    expect(isToolInvocationError(new Error("other"))).toBe(false);
    expect(isToolInvocationError(undefined)).toBe(false);
  });

  it("answers an unknown name in words of its own", async () => {
    const { text } = (await around("nope", {})) as BaseMessage;
    expect(saysUnknownTool(text, "nope")).toBe(true);
    expect(saysUnknownTool(text, "greet")).toBe(false);
  });
});

describe("createAgent", () => {
  it("names the pseudo tools of a structured answer `extract-…`", () => {
    const [strategy] = toolStrategy(z.object({ city: z.string() }));
    expect(isPseudoTool(strategy?.name ?? "")).toBe(true);
    expect(isPseudoTool("extract")).toBe(false);
  });

  it("marks the summary that its middleware puts in place of the history", async () => {
    const model = new ScriptedModel([says("what was said"), says("done")]);
    const options = { model, trigger: { messages: 3 }, keep: { messages: 1 } };
    // Its own types do not fit all settings of TypeScript.
    const summarization = summarizationMiddleware(options as never) as unknown as AgentMiddleware;
    const agent = createAgent({ model, middleware: [summarization] });
    const said = ["one", "two", "three", "four"].map((text) => new HumanMessage(text));
    const { messages } = await agent.invoke({ messages: said });
    expect(messages.map(isSummary)).toEqual([true, false, false]);
    expect(messages[0]?.getType()).toBe("human");
  });
});

describe("our sources", () => {
  it("know all this in one file only", () => {
    const folder = join(import.meta.dirname, "../src");
    const internal =
      /__pregel|~brand|lg_tool_call|lg_reducer|lc_name|lc_source|Symbol\.for\("langgraph\.|"extract-|checkpoint_ns|is not a valid tool|runTool: \{ length|_callWithConfig/;
    const files = globSync("**/*.ts", { cwd: folder }).filter((file) =>
      internal.test(readFileSync(join(folder, file), "utf8")),
    );
    expect(files).toEqual(["langgraph-internals.ts"]);
  });
});
