import { Agent, handoff, RunContext, RunState, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, resultOf, testRecovery } from "./support.ts";

const parameters = z.object({ n: z.number() });
const done = [assistantMessage("done")];

const find = recoverTool(
  {
    name: "find",
    description: "",
    parameters,
    execute: ({ n }) => {
      if (n === 0) throw ToolFault.notFound({ message: "No row." });
      return `row ${n}`;
    },
  },
  { effect: "read" },
);

describe("one RunContext for two runs at once", () => {
  it("does not mix their calls", async () => {
    const { recovery } = testRecovery();
    const context = new RunContext<unknown>({ a: 1 });
    const runs = [recovery.run(), recovery.run()];
    await Promise.all(
      runs.map((ours, index) => {
        const calls = Array.from({ length: index + 1 }, (_, n) => [
          functionCall("find", { n: n + 1 }, { callId: `r${index}c${n}` }),
        ]);
        const agent = new Agent({ name: "A", model: model(...calls, done), tools: [find] });
        return run(agent, "go", ours.runOptions({ context }));
      }),
    );
    expect(runs.map((ours) => ours.counters.calls)).toEqual([1, 2]);
  });

  it("does not mix them either where tools start the runs with their own context", async () => {
    const { recovery, calls } = testRecovery();
    const runner = recoveringRunner(recovery);
    const given = new RunContext<unknown>({ a: 1 });
    const seen: unknown[] = [];
    const ask = recoverTool(
      {
        name: "ask",
        description: "",
        parameters,
        execute: async ({ n }, context) => {
          seen.push(context?.context);
          const scripted = model([functionCall("find", { n }, { callId: `f${n}` })], done);
          // Only the first of the two stops at its tool.
          const inner = new Agent({
            name: "Inner",
            model: scripted,
            tools: [find],
            toolUseBehavior: n === 1 ? "stop_on_first_tool" : "run_llm_again",
          });
          const { finalOutput } = await runner.run(inner, "go", { context: context as never });
          return finalOutput;
        },
      },
      { effect: "read" },
    );
    const outer = model(
      [
        functionCall("ask", { n: 1 }, { callId: "a" }),
        functionCall("ask", { n: 2 }, { callId: "b" }),
      ],
      [functionCall("find", { n: 3 }, { callId: "c" })],
      done,
    );
    const agent = new Agent({ name: "Outer", model: outer, tools: [ask, find] });
    const { history } = await runner.run(agent, "go", { context: given });
    expect(resultOf(history, "a")).toBe("row 1");
    expect(resultOf(history, "b")).toBe("done");
    expect(seen).toEqual([{ a: 1 }, { a: 1 }]);
    const at = Object.fromEntries(
      calls().map(({ callId, turn, index }) => [callId, [turn, index]]),
    );
    expect(at).toEqual({ f1: [0, 0], f2: [0, 0], a: [0, 0], b: [0, 1], c: [1, 0] });
  });
});

describe("a handoff", () => {
  it("goes on with the same run, and lists the tools of the agent at work", async () => {
    const { recovery, calls } = testRecovery();
    const second = model(
      [functionCall("first_only", {}, { callId: "c2" })],
      [functionCall("find", { n: 0 }, { callId: "c3" })],
      done,
    );
    const b = new Agent({ name: "B", model: second, tools: [find] });
    const first = model([functionCall("transfer_to_B", {}, { callId: "c1" })]);
    const firstOnly = recoverTool({
      name: "first_only",
      description: "",
      parameters: z.object({}),
      execute: () => "ok",
    });
    const a = Agent.create({ name: "A", model: first, handoffs: [b], tools: [firstOnly] });
    await recoveringRunner(recovery).run(a, "go");
    const unknown = envelope(modelSaw(second, "c2", 1));
    expect(unknown).toMatchObject({ error_type: "unknown_tool" });
    expect(unknown["message"]).toContain("find");
    expect(calls().map((call) => [call.tool, call.turn])).toEqual([
      ["first_only", 1],
      ["find", 2],
    ]);
  });
});

describe("a response with a handoff", () => {
  const pair = (response: Parameters<typeof model>[0]) => {
    const b = new Agent({ name: "B", model: model(done), tools: [find] });
    const onlyNew = handoff(b, {
      inputFilter: (data) => ({ ...data, preHandoffItems: [], newItems: [] }),
    });
    return { plain: [b], filtered: [onlyNew], scripted: model(response) };
  };
  const transfer = (callId: string) => functionCall("transfer_to_B", {}, { callId });

  it("records its other calls, also where the handoff's filter drops their answers", async () => {
    const { recovery, calls } = testRecovery();
    const { filtered, scripted } = pair([
      functionCall("find", "{bad", { callId: "c1" }),
      functionCall("find", { n: 1 }, { callId: "c2" }),
      transfer("h1"),
    ]);
    const a = Agent.create({ name: "A", model: scripted, handoffs: filtered, tools: [find] });
    await recoveringRunner(recovery).run(a, "go");
    expect(calls().map(({ callId, index, errorType }) => [callId, index, errorType])).toEqual([
      ["c2", 1, undefined],
      ["c1", 0, "invalid_args"],
    ]);
  });

  it("counts the handoff as no call, also when the run is rebuilt from its history", async () => {
    const { recovery } = testRecovery();
    const { plain, scripted } = pair([
      functionCall("find", { n: 0 }, { callId: "c1" }),
      transfer("h1"),
      transfer("h2"),
    ]);
    const a = Agent.create({ name: "A", model: scripted, handoffs: plain, tools: [find] });
    const ours = recovery.run();
    const result = await run(a, "go", ours.runOptions());
    const again = testRecovery().recovery.run();
    again.bindState(await RunState.fromString(a, result.state.toString()));
    for (const { counters } of [ours, again]) {
      expect(counters).toMatchObject({ calls: 1, errors: 1, successes: 0 });
    }
  });
});

describe("a conversation that the server keeps", () => {
  it("gets our observation in the part that is sent", async () => {
    const { recovery } = testRecovery();
    const scripted = model([functionCall("find", "{bad", { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [find] });
    await run(agent, "go", recovery.run().runOptions({ conversationId: "conv_1" }));
    const sent = scripted.calls[1]?.request.input as { type?: string }[];
    expect(sent.map((item) => item.type)).toEqual(["function_call_result"]);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
  });
});

describe("a run rebuilt from its history", () => {
  it("counts what the SDK answered by itself as the failure it was", async () => {
    const { recovery } = testRecovery();
    const scripted = model([functionCall("find", "{bad", { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [find] });
    const result = await run(agent, "go", recovery.run().runOptions());
    const again = testRecovery().recovery.run();
    again.bindState(await RunState.fromString(agent, result.state.toString()));
    expect(again.counters).toMatchObject({ calls: 1, errors: 1 });
    expect(again.counters.byErrorType).toEqual({ invalid_args: 1 });
  });
});

describe("a deadline", () => {
  it("ends the run before the next model call", async () => {
    const { recovery } = testRecovery();
    const ours = recovery.run({ runTimeoutMs: 30 });
    const slow = recoverTool({
      name: "slow",
      description: "",
      parameters: z.object({}),
      execute: (_input, _context, details) =>
        new Promise<string>((_resolve, reject) => {
          details?.signal?.addEventListener("abort", () => reject(details.signal?.reason));
        }),
    });
    const scripted = model([functionCall("slow", {}, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [slow] });
    await run(agent, "go", ours.runOptions());
    expect(ours.stopReason).toBe("deadline");
    expect(scripted.calls).toHaveLength(1);
  });
});
