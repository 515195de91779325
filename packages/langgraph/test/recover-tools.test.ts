import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { HumanMessage, type ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, StructuredTool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { parseObservation } from "@recourse/core";
import { createAgent } from "langchain";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createRecovery, RecoveringToolNode, recoverTools, wrapToolNode } from "../src/index.ts";
import { messagesLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, impatientClock, keeping, throwing } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };

function results(messages: readonly unknown[]): ToolMessage[] {
  return (messages as ToolMessage[]).filter((message) => message.getType() === "tool");
}

function typesOf(messages: readonly unknown[]) {
  return results(messages).map(({ content }) => parseObservation(content as string)?.error_type);
}

/** Counts what tracers and event streams are told of tools. */
class ToolEvents extends BaseCallbackHandler {
  override name = "events";
  override awaitHandlers = true;
  readonly seen: string[] = [];
  override handleToolStart(): void {
    this.seen.push("start");
  }
  override handleToolEnd(): void {
    this.seen.push("end");
  }
  override handleToolError(): void {
    this.seen.push("error");
  }
}

const nothing = z.object({});

/** Everything that it needs is private, to the schema. */
class Counting extends StructuredTool<typeof nothing> {
  override name = "count";
  override description = "";
  readonly #schema = nothing;
  #invoked = 0;
  override get schema() {
    return this.#schema;
  }
  override invoke(...given: Parameters<StructuredTool["invoke"]>) {
    this.#invoked += 1;
    return super.invoke(...given);
  }
  protected override async _call() {
    return `invoked ${this.#invoked}`;
  }
}

class CountingDynamic extends DynamicStructuredTool {
  #invoked = 0;
  constructor() {
    const func = async () => `invoked ${this.#invoked}`;
    super({ name: "count", description: "", schema: nothing, func });
  }
  override invoke(...given: Parameters<DynamicStructuredTool["invoke"]>) {
    this.#invoked += 1;
    return super.invoke(...given);
  }
}

describe("recoverTools", () => {
  it("recovers inside the prebuilt node: envelopes, retries, refusals", async () => {
    const recovery = createRecovery({ clock: impatientClock() });
    let tries = 0;
    const flaky = doing("flaky", () => {
      tries += 1;
      if (tries < 3) throw httpError(429);
      return "here";
    });
    const tools = recoverTools([greet, throwing("boom", httpError(404)), flaky], { recovery });
    const model = new ScriptedModel((_messages, spoken) =>
      spoken === 0
        ? asks(
            { name: "greet", args: { name: 3 } },
            { name: "greet", args: { name: "Ana" } },
            { name: "flaky" },
          )
        : spoken < 4
          ? asks({ name: "boom" })
          : says("done"),
    );
    const { messages } = await messagesLoop(model, new ToolNode(tools), { unwired: true }).invoke(
      hello,
    );
    expect(results(messages)[1]?.content).toBe("Hello Ana");
    expect(results(messages)[2]?.content).toBe("here");
    expect(typesOf(messages)).toEqual([
      "invalid_args",
      undefined,
      undefined,
      "not_found",
      "not_found",
      "repeated_call",
    ]);
  });

  it("shows tracers one call with one end, however often it was tried", async () => {
    const recovery = createRecovery({ clock: impatientClock() });
    const boom = throwing("boom", httpError(429));
    const message = asks({ name: "boom" });
    const inside = new ToolEvents();
    const wrapped = new ToolNode(recoverTools([boom], { recovery }));
    await wrapped.invoke({ messages: [new HumanMessage("1"), message] }, { callbacks: [inside] });
    expect(inside.seen).toEqual(["start", "end"]);
    const outside = new ToolEvents();
    const node = new RecoveringToolNode([boom], { recovery });
    await node.invoke(
      { messages: [new HumanMessage("2"), asks({ name: "boom" })] },
      { callbacks: [outside] },
    );
    expect(outside.seen).toEqual(["start", "error", "start", "error", "start", "error"]);
  });

  it("keeps a handled failure from crashing a v3 event stream, where nobody awaits the tool", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    try {
      const recovery = createRecovery();
      const tools = recoverTools([throwing("boom", httpError(404))], { recovery });
      const model = new ScriptedModel([asks({ name: "boom" }), says("done")]);
      const agent = createAgent({ model, tools });
      const run = (await agent.streamEvents(hello, { version: "v3" } as never)) as unknown as {
        output: Promise<{ messages: unknown[] }>;
      };
      const { messages } = await run.output;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(typesOf(messages)).toEqual(["not_found"]);
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unhandled);
    }
  });

  it.each([
    ["around a class of one's own", () => new Counting()],
    ["around a subclass of LangChain's", () => new CountingDynamic()],
  ])("leaves private fields %s within reach", async (_, make) => {
    const recovery = createRecovery({ clock: impatientClock() });
    const nodes = [
      (tool: StructuredTool) => new ToolNode([tool]),
      (tool: StructuredTool) => new RecoveringToolNode([tool], { recovery }),
      (tool: StructuredTool) => wrapToolNode(new ToolNode([tool]), { recovery }),
      (tool: StructuredTool) => new ToolNode(recoverTools([tool], { recovery })),
    ];
    for (const node of nodes) {
      const input = { messages: [new HumanMessage("1"), asks({ name: "count" })] };
      const { messages } = await node(make()).invoke(input);
      expect(messages[0].content).toBe("invoked 1");
    }
    const tool = make();
    const [wrapped] = recoverTools([tool], { recovery });
    expect(wrapped?.schema).toBe(tool.schema);
    expect(wrapped).toBeInstanceOf(StructuredTool);
  });

  it("leaves a failure of a tool with an artifact its envelope, where LangChain wants a pair", async () => {
    const recovery = createRecovery();
    const fields = { responseFormat: "content_and_artifact" };
    const [missing] = recoverTools(
      [doing("missing", () => Promise.reject(httpError(404)), fields)],
      {
        recovery,
      },
    );
    const node = new ToolNode([missing as never]);
    const { messages } = await node.invoke({ messages: [asks({ name: "missing" })] });
    const [message] = messages as [ToolMessage];
    expect(message.status).toBe("error");
    expect(parseObservation(message.content as string)?.error_type).toBe("not_found");
    expect(message.artifact).toMatchObject({ recourse: { errorType: "not_found" } });
  });

  it("keeps what calls beside an interrupt returned, settled or still being tried, with artifacts", async () => {
    const recovery = createRecovery({ clock: impatientClock(), defaults: { effect: "read" } });
    const counts = { rows: 0, flaky: 0 };
    const pair = { responseFormat: "content_and_artifact" };
    const rows = doing("rows", () => [`${++counts.rows} row`, { rows: 12 }], pair);
    const flaky = doing(
      "flaky",
      () => {
        counts.flaky += 1;
        if (counts.flaky === 1) throw httpError(503);
        return ["back", { tries: counts.flaky }];
      },
      pair,
    );
    const ask = doing("ask", () => `said ${interrupt("go on?")}`);
    const model = new ScriptedModel([
      asks({ name: "rows" }, { name: "flaky" }, { name: "ask" }),
      says("done"),
    ]);
    const node = new ToolNode(recoverTools([rows, flaky, ask], { recovery }));
    const graph = messagesLoop(model, node, { checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "t" } };
    await graph.invoke(hello, thread);
    const { messages } = await graph.invoke(new Command({ resume: "yes" }), thread);
    expect(messages.slice(2, 5)).toMatchObject([
      { content: "1 row", artifact: { rows: 12 } },
      { content: "back", artifact: { tries: 2 } },
      { content: "said yes" },
    ]);
    expect(counts).toEqual({ rows: 1, flaky: 2 });
  });

  it("does not put the recovery around a tool twice", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const tools = recoverTools([throwing("boom", httpError(404))], { recovery });
    await new RecoveringToolNode(tools, { recovery }).invoke({
      messages: [asks({ name: "boom" })],
    });
    expect(kept.calls).toHaveLength(1);
    expect(recoverTools(tools, { recovery })[0]).toBe(tools[0]);
  });

  it("leaves artifacts, names and schemas to the tool, and a direct call alone", async () => {
    const recovery = createRecovery();
    const both = doing("both", () => ["12 rows", { rows: 12 }], {
      responseFormat: "content_and_artifact",
    });
    const [wrapped] = recoverTools([both], { recovery });
    const output = await new ToolNode([wrapped as never]).invoke({
      messages: [asks({ name: "both" })],
    });
    expect(output.messages[0]).toMatchObject({
      content: "12 rows",
      artifact: { rows: 12 },
      status: "success",
    });
    expect(wrapped?.name).toBe("both");
    expect(wrapped?.schema).toBe(both.schema);
    const [bare] = recoverTools([throwing("boom", new Error("kaputt"))], { recovery });
    await expect(bare?.invoke({})).rejects.toThrow("kaputt");
  });

  it("hands back what is no LangChain tool", () => {
    const provider = { type: "web_search" };
    expect(recoverTools([provider], { recovery: createRecovery() })).toEqual([provider]);
  });
});
