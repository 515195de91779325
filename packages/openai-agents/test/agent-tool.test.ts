import { Agent, run } from "@openai/agents";
import { assistantMessage, functionCall, modelError } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoverAgentTool, recoveringRunner, recoverTool, recoveryRunOf } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery } from "./support.ts";

const parameters = z.object({ id: z.string() });
const ask = (callId: string, input = "find 7") => [functionCall("research", { input }, { callId })];
const options = { toolName: "research", toolDescription: "Finds things." };

function outer(
  nested: Agent,
  ...steps: Parameters<typeof model>
): [Agent, ReturnType<typeof model>] {
  const scripted = model(...steps);
  return [
    new Agent({ name: "Outer", model: scripted, tools: [recoverAgentTool(nested, options)] }),
    scripted,
  ];
}

const find = recoverTool(
  {
    name: "find",
    description: "",
    parameters,
    execute: ({ id }) => {
      if (id === "corrupt") throw ToolFault.corruptState({ message: "Half written." });
      if (id === "0") throw ToolFault.notFound({ message: "No row." });
      return `row ${id}`;
    },
  },
  { effect: "read" },
);

const findCall = (id: unknown, callId: string) => [
  functionCall("find", { id } as never, { callId }),
];

describe("an agent as a tool", () => {
  it("recovers inside, as a run of its own", async () => {
    const { recovery, calls, ends } = testRecovery();
    const inner = model(
      [functionCall("find", "{bad", { callId: "n1" })],
      [functionCall("nope", {}, { callId: "n2" })],
      findCall("7", "n3"),
      [assistantMessage("It is row 7.")],
    );
    const nested = new Agent({ name: "Inner", model: inner, tools: [find] });
    const [agent, scripted] = outer(nested, ask("c1"), [assistantMessage("done")]);
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(modelSaw(scripted, "c1")).toBe("It is row 7.");
    expect(envelope(modelSaw(inner, "n1"))).toMatchObject({ error_type: "invalid_args" });
    expect(envelope(modelSaw(inner, "n2"))).toMatchObject({ error_type: "unknown_tool" });
    const parent = recoveryRunOf(result)?.id;
    expect(
      calls().map((call) => [call.tool, call.parentRunId ?? null, call.turn, call.ok]),
    ).toEqual([
      ["find", parent, 0, false],
      ["nope", parent, 1, false],
      ["find", parent, 2, true],
      ["research", null, 0, true],
    ]);
    expect(ends().map((end) => [end.agent ?? null, end.stopReason])).toEqual([
      ["Inner", "completed"],
      [null, "completed"],
    ]);
  });

  it("that fails is one failed call with the real cause, and is not repeated", async () => {
    const { recovery, calls, ends } = testRecovery();
    const inner = model(modelError(Object.assign(new Error("slow down"), { status: 429 })));
    const nested = new Agent({ name: "Inner", model: inner });
    const [agent, scripted] = outer(nested, ask("c1"), [assistantMessage("done")]);
    await recoveringRunner(recovery).run(agent, "go");
    expect(inner.calls).toHaveLength(1);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({
      ok: false,
      error_type: "rate_limited",
      retryable: false,
    });
    expect(calls()).toMatchObject([{ tool: "research", attemptLog: [{}] }]);
    expect(ends().map((end) => [end.agent ?? null, end.stopReason])).toEqual([
      ["Inner", "model_error"],
      [null, "completed"],
    ]);
  });

  it("that was ended by the host is a failed call of its parent", async () => {
    const { recovery, ends } = testRecovery();
    const inner = model(...Array.from({ length: 4 }, (_, index) => findCall("0", `n${index}`)));
    const nested = new Agent({ name: "Inner", model: inner, tools: [find] });
    const [agent, scripted] = outer(nested, ask("c1"), [assistantMessage("done")]);
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.finalOutput).toBe("done");
    const seen = envelope(modelSaw(scripted, "c1"));
    expect(seen).toMatchObject({ ok: false, error_type: "internal" });
    expect(String(seen["message"])).toContain("Inner was stopped");
    expect(ends().map((end) => end.stopReason)).toEqual(["no_progress", "completed"]);
  });

  it.each([
    ["text", {}],
    ["structured", { outputType: z.object({ row: z.string() }) as unknown as "text" }],
  ])("whose state is corrupt ends its parent too (%s output)", async (_kind, more) => {
    const { recovery } = testRecovery();
    const nested = new Agent({
      name: "Inner",
      model: model(findCall("corrupt", "n1")),
      tools: [find],
      ...more,
    });
    const [agent, scripted] = outer(nested, ask("c1"));
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(recoveryRunOf(result)?.stopReason).toBe("corrupt_state");
    expect(scripted.calls).toHaveLength(1);
  });

  it("that runs out of turns says so", async () => {
    const { recovery } = testRecovery();
    const inner = model(findCall("1", "n1"), findCall("2", "n2"));
    const nested = new Agent({ name: "Inner", model: inner, tools: [find] });
    const scripted = model(ask("c1"), [assistantMessage("done")]);
    const agent = new Agent({
      name: "Outer",
      model: scripted,
      tools: [recoverAgentTool(nested, { ...options, runOptions: { maxTurns: 1 } })],
    });
    await recoveringRunner(recovery).run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ ok: false, error_type: "internal" });
  });

  it("keeps to its own run among parallel ones that share a context", async () => {
    const { recovery, calls } = testRecovery();
    const nestedAgents = ["a", "b"].map((name) => {
      const inner = model(findCall(name, "n1"), [assistantMessage(`row ${name}`)]);
      return new Agent({ name, model: inner, tools: [find] });
    });
    const scripted = model(
      [
        functionCall("ask_a", { input: "x" }, { callId: "c1" }),
        functionCall("ask_b", { input: "x" }, { callId: "c2" }),
        functionCall("find", { id: "9" }, { callId: "c3" }),
      ],
      [assistantMessage("done")],
    );
    const agent = new Agent({
      name: "Outer",
      model: scripted,
      tools: [
        find,
        ...nestedAgents.map((nested) =>
          recoverAgentTool(nested, { toolName: `ask_${nested.name}`, toolDescription: "" }),
        ),
      ],
    });
    await run(agent, "go", recovery.run({ id: "outer" }).runOptions({ context: { a: 1 } }));
    const byRun = new Map<string, string[]>();
    for (const call of calls()) {
      byRun.set(call.runId, [...(byRun.get(call.runId) ?? []), call.tool].sort());
    }
    expect([...byRun.values()].sort()).toEqual([["ask_a", "ask_b", "find"], ["find"], ["find"]]);
    expect(byRun.get("outer")).toEqual(["ask_a", "ask_b", "find"]);
  });

  it("can wait for an approval inside, and goes on with the same run", async () => {
    const { recovery, calls } = testRecovery();
    let refunds = 0;
    const refund = recoverTool({
      name: "refund",
      description: "",
      parameters,
      needsApproval: true,
      execute: () => `refund ${++refunds}`,
    });
    const inner = model(
      findCall("7", "n1"),
      [functionCall("refund", { id: "7" }, { callId: "n2" })],
      [assistantMessage("refunded")],
    );
    const nested = new Agent({ name: "Inner", model: inner, tools: [find, refund] });
    const [agent, scripted] = outer(nested, ask("c1"), [assistantMessage("done")]);
    const runner = recoveringRunner(recovery);
    const waiting = await runner.run(agent, "go");
    expect(waiting.interruptions).toHaveLength(1);
    expect(calls().map((call) => call.tool)).toContain("find");
    for (const item of waiting.interruptions) waiting.state.approve(item);
    const result = await runner.run(agent, waiting.state);
    expect(result.finalOutput).toBe("done");
    expect(refunds).toBe(1);
    expect(modelSaw(scripted, "c1")).toBe("refunded");
    const settled = calls().filter((call) => call.errorType !== "interrupted");
    expect(settled.map((call) => [call.tool, call.ok])).toEqual([
      ["find", true],
      ["refund", true],
      ["research", true],
    ]);
    expect(new Set(settled.slice(0, 2).map((call) => call.runId)).size).toBe(1);
  });

  it("keeps its stream handlers and its output extractor", async () => {
    const { recovery } = testRecovery();
    const nested = new Agent({ name: "Inner", model: model([assistantMessage("hello")]) });
    const events: string[] = [];
    const made = recoverAgentTool(nested, {
      ...options,
      customOutputExtractor: (result) => `<${String(result.finalOutput)}>`,
    });
    made.on("*", ({ event }) => void events.push(event.type));
    const scripted = model(ask("c1"), [assistantMessage("done")]);
    const agent = new Agent({ name: "Outer", model: scripted, tools: [made] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(modelSaw(scripted, "c1")).toBe("<hello>");
    expect(events.length).toBeGreaterThan(0);
  });

  it("writes what asTool writes", async () => {
    const outputs: string[] = [];
    for (const recovering of [false, true]) {
      for (const structured of [false, true]) {
        const nested = new Agent({
          name: "Inner",
          model: model([assistantMessage(structured ? '{ "a": 1 }' : "hello")]),
          ...(structured ? { outputType: z.object({ a: z.number() }) as never } : {}),
        });
        const made = recovering ? recoverAgentTool(nested, options) : nested.asTool(options);
        const scripted = model(ask("c1"), [assistantMessage("done")]);
        await run(new Agent({ name: "Outer", model: scripted, tools: [made] }), "go");
        outputs.push(modelSaw(scripted, "c1"));
      }
    }
    expect(outputs.slice(2)).toEqual(outputs.slice(0, 2));
  });
});
