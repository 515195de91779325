import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { createRecovery, RecoveringToolNode, RunEndHandler, ToolFault } from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { messagesLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, impatientClock, keeping, throwing } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };

async function customOf(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe("who streams a graph", () => {
  function flaky() {
    let tries = 0;
    return doing("flaky", () => {
      tries += 1;
      if (tries === 1) throw httpError(429);
      return "here";
    });
  }

  const script = () => [
    asks(
      { name: "greet", args: { name: "Ana" }, id: "a" },
      { name: "flaky", id: "b" },
      { name: "greet", args: { name: 3 }, id: "c" },
    ),
    says("done"),
  ];

  const expected = [
    { type: "tool_recovery", tool: "flaky", toolCallId: "b", ok: true, attempts: 2 },
    {
      type: "tool_recovery",
      tool: "greet",
      toolCallId: "c",
      ok: false,
      errorType: "invalid_args",
      attempts: 0,
    },
  ];

  it("sees a tool_recovery event for each call that did not simply succeed", async () => {
    const recovery = createRecovery({ clock: impatientClock() });
    const node = new RecoveringToolNode([greet, flaky()], { recovery });
    const stream = await messagesLoop(new ScriptedModel(script()), node).stream(hello, {
      streamMode: "custom",
    });
    const events = (await customOf(stream)) as { toolCallId: string }[];
    expect(events.toSorted((x, y) => x.toolCallId.localeCompare(y.toolCallId))).toMatchObject(
      expected,
    );
  });

  it("sees them from an agent too, unless the mode is off", async () => {
    for (const mode of ["enforce", "off"] as const) {
      const recovery = createRecovery({ clock: impatientClock(), mode });
      const middleware = recoverMiddleware({ recovery });
      const agent = createAgent({
        model: new ScriptedModel(script()),
        tools: [greet, flaky()],
        middleware,
      });
      const stream = await agent.stream(hello, { streamMode: "custom" });
      const events = (await customOf(stream as never)) as { toolCallId: string }[];
      const sorted = events.toSorted((x, y) => x.toolCallId.localeCompare(y.toolCallId));
      if (mode === "off") expect(sorted).toEqual([]);
      else expect(sorted).toMatchObject(expected);
    }
  });

  it("gets each message of an agent once, also of one that is ended", async () => {
    for (const name of ["greet", "corrupt"]) {
      const recovery = createRecovery({ defaults: { effect: "read" } });
      const tools = [greet, throwing("corrupt", ToolFault.corruptState({ message: "half" }))];
      const model = new ScriptedModel([asks({ name, args: { name: "Ana" } }), says("done")]);
      const agent = createAgent({ model, tools, middleware: recoverMiddleware({ recovery }) });
      const ids: unknown[] = [];
      for await (const step of await agent.stream(hello, { streamMode: "updates" })) {
        for (const update of Object.values(step) as { messages?: { id?: string }[] }[]) {
          ids.push(...(update.messages ?? []).map(({ id }) => id));
        }
      }
      expect(ids.length).toBeGreaterThan(1);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("finds run and attempt in the metadata of the tool's trace", async () => {
    const metadata: unknown[] = [];
    class Tracer extends BaseCallbackHandler {
      override name = "tracer";
      override awaitHandlers = true;
      override handleToolStart(...args: unknown[]): void {
        metadata.push(args[5]);
      }
    }
    const recovery = createRecovery({ clock: impatientClock() });
    const node = new RecoveringToolNode([flaky()], { recovery });
    const message = asks({ name: "flaky" });
    await node.invoke({ messages: [message] }, { callbacks: [new Tracer()] });
    expect(metadata).toMatchObject([
      { recourse_attempt: 1, recourse_run_id: expect.any(String) },
      { recourse_attempt: 2 },
    ]);
  });
});

describe("RunEndHandler", () => {
  it("writes the run record of a plain graph when it completes", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const model = new ScriptedModel([asks({ name: "greet", args: { name: "Ana" } }), says("done")]);
    const graph = messagesLoop(model, new RecoveringToolNode([greet], { recovery }));
    await graph.invoke(hello, { callbacks: [new RunEndHandler()] });
    expect(kept.runs).toMatchObject([{ stopReason: "completed", counters: { calls: 1 } }]);
  });

  it("says max_steps at the recursion limit, in a graph and in an agent", async () => {
    const kept = keeping();
    const recovery = createRecovery({ ...kept.options, policy: { cycle: false, repeats: false } });
    const forever = () => new ScriptedModel(() => asks({ name: "greet", args: { name: "Ana" } }));
    const callbacks = [new RunEndHandler()];
    const graph = messagesLoop(forever(), new RecoveringToolNode([greet], { recovery }));
    await expect(graph.invoke(hello, { callbacks, recursionLimit: 6 })).rejects.toThrow(
      "Recursion limit",
    );
    const middleware = recoverMiddleware({ recovery });
    const agent = createAgent({ model: forever(), tools: [greet], middleware });
    await expect(agent.invoke(hello, { callbacks, recursionLimit: 12 })).rejects.toThrow(
      "Recursion limit",
    );
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["max_steps", "max_steps"]);
  });

  it("says model_error when the model fails, and cancelled on an abort", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const model = new ScriptedModel((_messages, spoken) => {
      if (spoken > 0) throw new Error("no model");
      return asks({ name: "greet", args: { name: "Ana" } });
    });
    const callbacks = [new RunEndHandler()];
    const failing = messagesLoop(model, new RecoveringToolNode([greet], { recovery }));
    await expect(failing.invoke(hello, { callbacks })).rejects.toThrow("no model");
    const controller = new AbortController();
    const slow = doing("slow", () => new Promise(() => setTimeout(() => controller.abort(), 5)));
    const aborted = messagesLoop(
      new ScriptedModel([asks({ name: "slow" }), says("never said")]),
      new RecoveringToolNode([slow], { recovery }),
    );
    await expect(aborted.invoke(hello, { callbacks, signal: controller.signal })).rejects.toThrow();
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["model_error", "cancelled"]);
  });

  it("waits with a run that waits for a person", async () => {
    const { Command, interrupt } = await import("@langchain/langgraph");
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const ask = doing("ask", () => `said ${interrupt("go?")}`);
    const model = new ScriptedModel([asks({ name: "ask" }), says("done")]);
    const node = new RecoveringToolNode([ask], { recovery });
    const graph = messagesLoop(model, node, { checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" }, callbacks: [new RunEndHandler()] };
    await graph.invoke(hello, config);
    expect(kept.runs).toEqual([]);
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["completed"]);
  });

  it("keeps a halt's own reason", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const model = new ScriptedModel(() => asks({ name: "boom" }));
    const graph = messagesLoop(
      model,
      new RecoveringToolNode([throwing("boom", httpError(404))], { recovery }),
    );
    await graph.invoke(hello, { callbacks: [new RunEndHandler()] });
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["no_progress"]);
  });
});
