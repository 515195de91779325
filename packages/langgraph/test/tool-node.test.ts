import { AIMessage, HumanMessage, type ToolMessage } from "@langchain/core/messages";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { parseObservation } from "@recourse/core";
import { describe, expect, it } from "vitest";
import {
  createRecovery,
  RecoveringToolNode,
  recoveryCondition,
  withRecovery,
} from "../src/index.ts";
import { messagesLoop, recoveredLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, impatientClock, keeping, throwing } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };

function toolMessages(messages: readonly unknown[]): ToolMessage[] {
  return messages.filter((message): message is ToolMessage => {
    return (message as ToolMessage).getType() === "tool";
  });
}

describe("a graph with RecoveringToolNode", () => {
  it("answers every call of a batch, each failure with an envelope and status error", async () => {
    const model = new ScriptedModel([
      asks(
        { name: "greet", args: { name: "Ana" }, id: "a" },
        { name: "greet", args: { name: 3 }, id: "b" },
        { name: "boom", id: "c" },
        { name: "gret", id: "d" },
      ),
      says("done"),
    ]);
    const recovery = createRecovery();
    const node = new RecoveringToolNode([greet, throwing("boom", new Error("kaputt"))], {
      recovery,
    });
    const { messages } = await messagesLoop(model, node).invoke(hello);
    const results = toolMessages(messages);
    expect(results.map((result) => [result.tool_call_id, result.status, result.name])).toEqual([
      ["a", "success", "greet"],
      ["b", "error", "greet"],
      ["c", "error", "boom"],
      ["d", "error", "gret"],
    ]);
    expect(results[0]?.content).toBe("Hello Ana");
    const types = results
      .slice(1)
      .map(({ content }) => parseObservation(content as string)?.error_type);
    expect(types).toEqual(["invalid_args", "internal", "unknown_tool"]);
    expect(results[3]?.content).toContain("greet");
  });

  it("leaves error type, decision and attempts for the application on artifact and metadata", async () => {
    const model = new ScriptedModel([asks({ name: "boom" }), says("done")]);
    const recovery = createRecovery();
    const node = new RecoveringToolNode([throwing("boom", httpError(403))], { recovery });
    const { messages } = await messagesLoop(model, node).invoke(hello);
    const [result] = toolMessages(messages);
    const note = {
      errorType: "auth",
      errorClass: "forbidden",
      decision: "stop_branch",
      attempts: 1,
    };
    expect(result?.artifact).toMatchObject({ recourse: note });
    expect(result?.response_metadata).toMatchObject({ recourse: note });
  });

  it("retries a transient failure in code, so that the model never sees it", async () => {
    let tries = 0;
    const flaky = doing("flaky", () => {
      tries += 1;
      if (tries < 3) throw httpError(429, { "retry-after": "1" });
      return "here";
    });
    const clock = impatientClock();
    const recovery = createRecovery({ clock });
    const model = new ScriptedModel([asks({ name: "flaky" }), says("done")]);
    const node = new RecoveringToolNode([flaky], { recovery });
    const { messages } = await messagesLoop(model, node).invoke(hello);
    expect(toolMessages(messages).map(({ content }) => content)).toEqual(["here"]);
    expect(tries).toBe(3);
    expect(clock.waits.every((ms) => ms >= 1_000)).toBe(true);
  });

  it("ends the run at a corrupt state: siblings keep their results, the model is not called again", async () => {
    const model = new ScriptedModel([
      asks({ name: "greet", args: { name: "Ana" }, id: "a" }, { name: "write_config", id: "b" }),
      says("never said"),
    ]);
    const kept = keeping();
    const recovery = createRecovery({
      ...kept.options,
      tools: { write_config: { effect: "write", classify: () => "corrupt_state" } },
    });
    const broken = throwing(
      "write_config",
      Object.assign(new Error("rev 9 of 12"), { code: "PARTIAL" }),
    );
    const node = new RecoveringToolNode([greet, broken], { recovery });
    const state = await recoveredLoop(model, node).invoke(hello);
    expect(model.requests).toHaveLength(1);
    expect(state.stopReason).toBe("corrupt_state");
    expect(state.userMessage).toEqual(expect.any(String));
    const results = toolMessages(state.messages);
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b"]);
    expect(results[0]?.content).toBe("Hello Ana");
    expect(results[1]?.content).not.toContain("rev 9");
    await kept.flushed();
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["corrupt_state"]);
  });

  it("refuses the third identical call and ends the run at the fourth", async () => {
    const model = new ScriptedModel(() => asks({ name: "boom" }));
    const recovery = createRecovery();
    let executed = 0;
    const boom = doing("boom", () => {
      executed += 1;
      throw new Error("kaputt");
    });
    const state = await recoveredLoop(model, new RecoveringToolNode([boom], { recovery })).invoke(
      hello,
    );
    expect(executed).toBe(2);
    expect(state.stopReason).toBe("no_progress");
    expect(toolMessages(state.messages)).toHaveLength(4);
  });

  it("writes a success as an envelope where that is wanted, and keeps its artifact", async () => {
    const recovery = createRecovery({ successText: "envelope" });
    const both = doing("both", () => ["12 rows", { rows: 12 }], {
      responseFormat: "content_and_artifact",
    });
    const node = new RecoveringToolNode([both], { recovery });
    const { messages } = await node.invoke({ messages: [asks({ name: "both" })] });
    expect(messages[0]).toMatchObject({
      content: '{"ok":true,"data":"12 rows"}',
      artifact: { rows: 12 },
      status: "success",
    });
  });

  it("says completed when the graph came to its end, and writes the run record once", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const model = new ScriptedModel([asks({ name: "greet", args: { name: "Ana" } }), says("done")]);
    const state = await recoveredLoop(model, new RecoveringToolNode([greet], { recovery })).invoke(
      hello,
    );
    expect(state.stopReason).toBe("completed");
    await kept.flushed();
    expect(kept.runs).toMatchObject([
      { framework: "langgraph", stopReason: "completed", counters: { calls: 1, turns: 1 } },
    ]);
  });

  it("gives the tool's signal, attempt and idempotency key through callContext", async () => {
    const { callContext } = await import("../src/index.ts");
    const contexts: unknown[] = [];
    const pay = doing("pay", (config) => {
      contexts.push(callContext(config));
      if (contexts.length === 1) throw httpError(429);
      return "paid";
    });
    const recovery = createRecovery({ clock: impatientClock() });
    const model = new ScriptedModel([asks({ name: "pay" }), says("done")]);
    await messagesLoop(model, new RecoveringToolNode([pay], { recovery })).invoke(hello);
    expect(contexts).toMatchObject([
      { attempt: 1, idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { attempt: 2 },
    ]);
    const [first, second] = contexts as { idempotencyKey: string }[];
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it("reads the settings that withRecovery left beside a tool", async () => {
    let tries = 0;
    const refund = withRecovery(
      doing("refund", () => {
        tries += 1;
        throw httpError(502);
      }),
      { effect: "write" },
    );
    const recovery = createRecovery({ clock: impatientClock() });
    const model = new ScriptedModel([asks({ name: "refund" }), says("done")]);
    const node = new RecoveringToolNode([refund], { recovery });
    const { messages } = await messagesLoop(model, node).invoke(hello);
    expect(tries).toBe(1);
    const [result] = toolMessages(messages);
    expect(parseObservation(result?.content as string)).toMatchObject({ outcome: "unknown" });
  });

  it("gives per-invocation options through configurable.recourse", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const model = new ScriptedModel([asks({ name: "greet", args: { name: "Ana" } }), says("done")]);
    const graph = messagesLoop(model, new RecoveringToolNode([greet], { recovery, model: "m-1" }));
    const recourse = { id: "run-7", attributes: { tenant: "t1" } };
    await graph.invoke(hello, { configurable: { recourse } });
    await kept.flushed();
    expect(kept.calls).toMatchObject([
      { runId: "run-7", attributes: { tenant: "t1" }, model: "m-1", framework: "langgraph" },
    ]);
  });
});

describe("a halt that nothing carries out", () => {
  it("refuses further calls and names the missing condition once, in a graph and in createReactAgent", async () => {
    for (const version of ["graph", "v1", "v2"] as const) {
      const kept = keeping();
      const recovery = createRecovery(kept.options);
      const node = new RecoveringToolNode([throwing("boom", new Error("kaputt"))], { recovery });
      const model = new ScriptedModel((_messages, spoken) =>
        spoken < 6 ? asks({ name: "boom" }) : says("given up"),
      );
      const graph =
        version === "graph"
          ? messagesLoop(model, node, { unwired: true })
          : createReactAgent({ llm: model, tools: node, version });
      const { messages } = await graph.invoke(hello);
      const warnings = kept.events.filter((event) => event.type === "warning");
      const codes = warnings.map(({ code }) => code).filter((code) => code.startsWith("langgraph"));
      expect(codes).toEqual(["langgraph_unwired_halt"]);
      const last = toolMessages(messages).at(-1);
      expect(parseObservation(last?.content as string)?.error_type).toBe("not_executed");
    }
  });
});

describe("recoveryCondition", () => {
  it("goes on to the agent of the given name while nothing halts the run", async () => {
    const condition = recoveryCondition({ agent: "llm", end: "cleanup" });
    expect(await condition({ messages: [new HumanMessage("x"), new AIMessage("y")] })).toBe("llm");
    expect(await recoveryCondition([new HumanMessage("x")])).toBe("agent");
    expect(await recoveryCondition()({ messages: [new HumanMessage("x")] })).toBe("agent");
  });
});
