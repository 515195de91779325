import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { StructuredTool, type StructuredToolInterface, tool } from "@langchain/core/tools";
import {
  Command,
  GraphDrained,
  InMemoryStore,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createReactAgent, ToolNode } from "@langchain/langgraph/prebuilt";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";
import { parseObservation } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRecovery, RecoveringToolNode } from "../src/index.ts";
import { messagesLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, impatientClock, keeping, throwing } from "./support/tools.ts";

type Tools = ConstructorParameters<typeof RecoveringToolNode>[0];

async function answer(tools: Tools, message: AIMessage, options = {}): Promise<ToolMessage[]> {
  const node = new RecoveringToolNode(tools, { recovery: createRecovery(options) });
  return (await node.invoke({ messages: [new HumanMessage("hi"), message] })).messages;
}

function envelope(message: ToolMessage | undefined) {
  return parseObservation(message?.content as string);
}

describe("whatever a tool throws", () => {
  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a string", "quota gone"],
    ["an object", { code: 404, reason: "no row" }],
    ["an error", new Error("boom")],
  ])("%s becomes an envelope with a message that says something", async (_title, thrown) => {
    const [message] = await answer([throwing("odd", thrown)], asks({ name: "odd" }));
    const { ok, message: text } = envelope(message) ?? {};
    expect(message?.status).toBe("error");
    expect(ok).toBe(false);
    expect(text).toMatch(/\w{3}/);
    expect(text).not.toMatch(/undefined|\[object/);
  });
});

describe("whatever a tool returns", () => {
  it.each([
    ["nothing", undefined, { ok: true }],
    ["an empty list", [], { ok: true, error_type: "empty_result" }],
    ["blank text", " ", { ok: true, error_type: "empty_result" }],
    ["an empty page", { results: [] }, { ok: true, error_type: "empty_result" }],
    ["a failure in a success", { ok: false, error: "channel_not_found" }, { ok: false }],
    [
      "an MCP error",
      { isError: true, content: [{ type: "text", text: "not found" }] },
      { ok: false },
    ],
  ])("%s is told as what it is", async (_title, value, expected) => {
    const [message] = await answer([doing("odd", () => value)], asks({ name: "odd" }));
    expect(envelope(message)).toMatchObject(expected);
    expect(message?.status).toBe(expected.ok ? "success" : "error");
  });

  it("is judged by its value, not by a text that merely looks like a failure", async () => {
    const text = '{"ok":false,"error":"quoted from a log"}';
    const [message] = await answer([doing("log", () => text)], asks({ name: "log" }));
    expect(message?.content).toBe(text);
    expect(message?.status).toBe("success");
  });

  it("a class of the user's own is judged by its message", async () => {
    class Search extends StructuredTool {
      override name = "search";
      override description = "searches";
      override schema = z.object({});
      readonly #found: unknown[] = [];
      protected async _call(): Promise<unknown> {
        return this.#found;
      }
    }
    const [message] = await answer([new Search()], asks({ name: "search" }));
    expect(envelope(message)).toMatchObject({ ok: true, error_type: "empty_result" });
  });

  it("a message with status error is a failure; its artifact, name and id stay on it", async () => {
    const own = new ToolMessage({
      content: "no such order",
      status: "error",
      tool_call_id: "c1",
      artifact: { raw: 1 },
      id: "m1",
    });
    const [message] = await answer([doing("find", () => own)], asks({ name: "find", id: "c1" }));
    expect(envelope(message)?.ok).toBe(false);
    expect(message).toMatchObject({
      artifact: { raw: 1 },
      id: "m1",
      name: "find",
      tool_call_id: "c1",
    });
    expect(message?.response_metadata).toMatchObject({ recourse: { attempts: 1 } });
  });

  it("a Command counts as a success and is handed on as it is", async () => {
    const kept = keeping();
    const command = new Command({ goto: "x" });
    const recovery = createRecovery(kept.options);
    const node = new RecoveringToolNode([doing("go", () => command)], { recovery });
    expect(await node.invoke({ messages: [asks({ name: "go" })] })).toEqual([command]);
    expect(kept.calls).toMatchObject([{ ok: true, decision: "proceed" }]);
  });
});

describe("the ids of calls", () => {
  it("two calls with the same id are both executed and both answered, by position", async () => {
    const ev = tool(({ x }) => `value ${x}`, {
      name: "ev",
      description: "x",
      schema: z.object({ x: z.number() }),
    });
    const id = "functions.eval:7";
    for (const version of ["v1", "v2"] as const) {
      const model = new ScriptedModel([
        asks({ name: "ev", args: { x: 1 }, id }, { name: "ev", args: { x: 2 }, id }),
        says("done"),
      ]);
      const node = new RecoveringToolNode([ev], { recovery: createRecovery() });
      const { messages } = await createReactAgent({ llm: model, tools: node, version }).invoke({
        messages: [new HumanMessage("hi")],
      });
      const results = messages.filter((message) => message.getType() === "tool");
      expect(results.map(({ content }) => content)).toEqual(["value 1", "value 2"]);
    }
  });

  it("an id that an earlier turn used is executed again, where the prebuilt node skips it", async () => {
    const model = new ScriptedModel([
      asks({ name: "greet", args: { name: "Ana" }, id: "same" }),
      asks({ name: "greet", args: { name: "Bo" }, id: "same" }),
      says("done"),
    ]);
    const { messages } = await messagesLoop(
      model,
      new RecoveringToolNode([greet], { recovery: createRecovery() }),
    ).invoke({ messages: [new HumanMessage("hi")] });
    const results = messages.filter((message) => message.getType() === "tool");
    expect(results.map(({ content }) => content)).toEqual(["Hello Ana", "Hello Bo"]);
  });

  it("a missing id is answered with an empty one", async () => {
    const message = new AIMessage({
      content: "",
      tool_calls: [{ type: "tool_call", name: "nope", args: {} }],
    });
    const [result] = await answer([greet], message);
    expect(result?.tool_call_id).toBe("");
    expect(envelope(result)?.error_type).toBe("unknown_tool");
  });
});

describe("arguments", () => {
  it("are checked against JSON schemas too, with paths and allowed values", async () => {
    const schema = {
      type: "object",
      properties: { stage: { enum: ["lead", "prospect", "customer"] } },
      required: ["stage"],
    };
    const move = tool(() => "moved", { name: "move", description: "x", schema } as never) as never;
    const [message] = await answer([move], asks({ name: "move", args: { stage: "Customer" } }));
    const text = envelope(message)?.message ?? "";
    for (const word of ["stage", "lead", "prospect", "customer"]) expect(text).toContain(word);
  });

  it("cut off by the output limit are never executed", async () => {
    let executed = 0;
    const write = doing("write", () => {
      executed += 1;
      return "written";
    });
    const message = asks({ name: "write", args: { text: "Lorem ip" } });
    message.response_metadata = { finish_reason: "length" };
    const [result] = await answer([write], message);
    expect(executed).toBe(0);
    expect(envelope(result)?.error_type).toBe("invalid_args");
  });
});

describe("time-outs", () => {
  it("abort the tool's signal and do not repeat a write, which may have taken effect", async () => {
    const signals: AbortSignal[] = [];
    const update = doing("update", (config) => {
      signals.push((config as { signal: AbortSignal }).signal);
      return new Promise(() => {});
    });
    const tools = { update: { effect: "write", timeoutMs: 10 } } as const;
    const [message] = await answer([update], asks({ name: "update" }), { tools });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(envelope(message)).toMatchObject({
      error_type: "timeout",
      outcome: "unknown",
      retryable: false,
    });
  });

  it("end tools that LangChain itself would wait for: string tools and classes", async () => {
    class Stuck extends StructuredTool {
      override name = "stuck";
      override description = "x";
      override schema = z.object({});
      protected _call(): Promise<string> {
        return new Promise(() => {});
      }
    }
    const options = { tools: { stuck: { effect: "write", timeoutMs: 10 } } } as const;
    const [message] = await answer([new Stuck()], asks({ name: "stuck" }), options);
    expect(envelope(message)?.error_type).toBe("timeout");
  });
});

describe("a result that comes too late", () => {
  it("is no second answer: one id has one result, in the state and for the model", async () => {
    const kept = keeping();
    let finish = () => {};
    const slow = doing("slow", () => new Promise((resolve) => (finish = () => resolve("late"))));
    const recovery = createRecovery({
      ...kept.options,
      tools: { slow: { effect: "write", timeoutMs: 10 } },
    });
    const model = new ScriptedModel((messages) => {
      if (!messages.some((message) => message.getType() === "tool")) return asks({ name: "slow" });
      finish();
      return says("done");
    });
    const node = new RecoveringToolNode([slow], { recovery });
    const { messages } = await messagesLoop(model, node).invoke({
      messages: [new HumanMessage("hi")],
    });
    await kept.flushed();
    expect(kept.events.map(({ type }) => type)).toContain("late_settlement");
    const results = messages.filter((message) => message.getType() === "tool");
    expect(results).toHaveLength(1);
    expect(envelope(results[0] as ToolMessage)?.error_type).toBe("timeout");
    expect(kept.calls).toHaveLength(1);
  });
});

describe("beside LangGraph's own repetition", () => {
  it("a cachePolicy on the node caches failures too, ours like those of the prebuilt node", async () => {
    for (const make of [
      (tools: StructuredToolInterface[]) => new ToolNode(tools),
      (tools: StructuredToolInterface[]) =>
        new RecoveringToolNode(tools, { recovery: createRecovery() }),
    ]) {
      let executed = 0;
      const boom = doing("boom", () => {
        executed += 1;
        throw httpError(404);
      });
      const graph = new StateGraph(MessagesAnnotation)
        .addNode("tools", make([boom]), { cachePolicy: { keyFunc: () => "same" } })
        .addEdge(START, "tools")
        .compile({ cache: new InMemoryCache() });
      for (const _time of [1, 2]) {
        const { messages } = await graph.invoke({
          messages: [new HumanMessage("hi"), asks({ name: "boom", id: "c" })],
        });
        expect((messages.at(-1) as ToolMessage).status).toBe("error");
      }
      expect(executed).toBe(1);
    }
  });

  it("a node's retryPolicy is named, and the host does not multiply it", async () => {
    const kept = keeping();
    let tries = 0;
    const flaky = doing("flaky", () => {
      tries += 1;
      throw httpError(503);
    });
    const recovery = createRecovery({
      ...kept.options,
      clock: impatientClock(),
      tools: { flaky: { effect: "read" } },
    });
    const node = new RecoveringToolNode([flaky], { recovery, handleToolErrors: false });
    const retryPolicy = {
      maxAttempts: 2,
      initialInterval: 1,
      retryOn: () => true,
      logWarning: false,
    };
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", node, { retryPolicy })
      .addEdge(START, "tools")
      .compile();
    const failed = graph.invoke({ messages: [new HumanMessage("hi"), asks({ name: "flaky" })] });
    await expect(failed).rejects.toThrow("503");
    const codes = kept.events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
    expect(codes).toContain("langgraph_node_retry");
    expect(tries).toBeLessThanOrEqual(4);
  });

  it("createReactAgent ends on a failed returnDirect tool as it does bare, with our text", async () => {
    const direct = doing(
      "direct",
      () => {
        throw httpError(404);
      },
      { returnDirect: true },
    );
    const model = new ScriptedModel([asks({ name: "direct" }), says("never said")]);
    const node = new RecoveringToolNode([direct], { recovery: createRecovery() });
    const { messages } = await createReactAgent({ llm: model, tools: node }).invoke({
      messages: [new HumanMessage("hi")],
    });
    expect(model.requests).toHaveLength(1);
    expect(envelope(messages.at(-1) as ToolMessage)?.error_type).toBe("not_found");
  });

  it("an error of the host while streaming its event does not fail the call", async () => {
    const node = new RecoveringToolNode([throwing("boom", new Error("kaputt"))], {
      recovery: createRecovery(),
    });
    const writer = () => {
      throw new Error("stream closed");
    };
    const output = await node.invoke({ messages: [asks({ name: "boom" })] }, { writer } as never);
    expect(output.messages).toHaveLength(1);
  });
});

describe("a tool's store", () => {
  it("is the graph's, under the recovery too", async () => {
    const store = new InMemoryStore();
    const put = doing("put", async (config) => {
      await (config as { store: InMemoryStore }).store.put(["x"], "k", { v: 1 });
      return "put";
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", new RecoveringToolNode([put], { recovery: createRecovery() }))
      .addEdge(START, "tools")
      .compile({ store });
    await graph.invoke({ messages: [new HumanMessage("hi"), asks({ name: "put" })] });
    expect((await store.get(["x"], "k"))?.value).toEqual({ v: 1 });
  });
});

describe("a graph that is drained", () => {
  it("stops as LangGraph means it to: what a tool throws for that goes through", async () => {
    const drained = new GraphDrained("shutdown");
    const kept = keeping();
    const node = new RecoveringToolNode([throwing("stop", drained)], {
      recovery: createRecovery(kept.options),
    });
    await expect(node.invoke({ messages: [asks({ name: "stop" })] })).rejects.toBe(drained);
    await kept.flushed();
    expect(kept.calls).toMatchObject([{ errorType: "interrupted" }]);
  });
});

describe("what LangGraph throws from another copy of itself", () => {
  it("is recognised by its shape, not by its class", async () => {
    const other = Object.assign(new Error("from elsewhere"), {
      is_bubble_up: true,
      name: "GraphInterrupt",
    });
    const node = new RecoveringToolNode([throwing("ask", other)], { recovery: createRecovery() });
    await expect(node.invoke({ messages: [asks({ name: "ask" })] })).rejects.toBe(other);
  });
});
