import { Agent, MemorySession, RunState, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { SDK_TEXT } from "../src/sdk-internals.ts";
import { envelope, model, modelSaw, resultOf, testRecovery } from "./support.ts";

const parameters = z.object({ n: z.number() });
const echo = (needsApproval = false) =>
  recoverTool(
    { name: "t", description: "", parameters, needsApproval, execute: ({ n }) => `did ${n}` },
    { effect: "read" },
  );
const done = [assistantMessage("done")];
const badCall = [functionCall("t", "{bad", { callId: "c1" })];

function agentThatSendsBadJson() {
  const scripted = model(badCall, [functionCall("t", { n: 1 }, { callId: "c2" })], done);
  return { scripted, agent: new Agent({ name: "A", model: scripted, tools: [echo()] }) };
}

describe("the text that we write in place of the SDK's own", () => {
  it("is what the history, the session and every later request hold", async () => {
    const { recovery } = testRecovery();
    const { scripted, agent } = agentThatSendsBadJson();
    const session = new MemorySession();
    const result = await recoveringRunner(recovery).run(agent, "go", { session });
    const shown = modelSaw(scripted, "c1", 1);
    expect(envelope(shown)).toMatchObject({ ok: false, error_type: "invalid_args" });
    expect(modelSaw(scripted, "c1", 2)).toBe(shown);
    expect(resultOf(result.history, "c1")).toBe(shown);
    expect(resultOf(await session.getItems(), "c1")).toBe(shown);
  });

  it("is what a stream's history and session hold", async () => {
    const { recovery } = testRecovery();
    const { scripted, agent } = agentThatSendsBadJson();
    const session = new MemorySession();
    const result = await recoveringRunner(recovery).run(agent, "go", { session, stream: true });
    await result.completed;
    const shown = modelSaw(scripted, "c1", 1);
    expect(envelope(shown)).toMatchObject({ error_type: "invalid_args" });
    expect(resultOf(result.history, "c1")).toBe(shown);
    expect(resultOf(await session.getItems(), "c1")).toBe(shown);
  });

  it("is what a saved state brings back", async () => {
    const { recovery } = testRecovery();
    const scripted = model(badCall, [functionCall("t", { n: 1 }, { callId: "c2" })]);
    const agent = new Agent({ name: "A", model: scripted, tools: [echo(true)] });
    const runner = recoveringRunner(recovery);
    const waiting = await runner.run(agent, "go");
    const restored = await RunState.fromString(agent, waiting.state.toString());
    expect(resultOf(restored.history, "c1")).toBe(modelSaw(scripted, "c1"));
  });

  it("stands in the history of a run that ends before the model is asked again", async () => {
    const { recovery, ends } = testRecovery({ policy: { failedTurns: 1 } });
    const halted = agentThatSendsBadJson();
    const byUs = await recoveringRunner(recovery).run(halted.agent, "go");
    const limited = agentThatSendsBadJson();
    const bySdk = await recoveringRunner(testRecovery().recovery).run(limited.agent, "go", {
      maxTurns: 1,
      errorHandlers: { maxTurns: () => ({ finalOutput: "out of turns" }) },
    });
    expect(ends()[0]?.stopReason).toBe("error_cascade");
    for (const { history } of [byUs, bySdk]) {
      expect(envelope(resultOf(history, "c1"))).toMatchObject({ error_type: "invalid_args" });
    }
  });

  it("stands in a state that was saved while another call of the same turn waits", async () => {
    const { recovery } = testRecovery();
    const asking = recoverTool(
      { name: "ask", description: "", parameters, needsApproval: true, execute: () => "ok" },
      { effect: "write" },
    );
    const scripted = model([...badCall, functionCall("ask", { n: 1 }, { callId: "c2" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [echo(), asking] });
    const session = new MemorySession();
    const waiting = await recoveringRunner(recovery).run(agent, "go", { session });
    expect(waiting.interruptions).toHaveLength(1);
    const restored = await RunState.fromString(agent, waiting.state.toString());
    expect(envelope(resultOf(restored.history, "c1"))).toMatchObject({
      error_type: "invalid_args",
    });
  });

  it("stands in a state that was saved from a stream before we had written it", async () => {
    const { recovery } = testRecovery();
    const asking = recoverTool(
      { name: "ask", description: "", parameters, needsApproval: true, execute: () => "ok" },
      { effect: "write" },
    );
    const scripted = model([...badCall, functionCall("ask", { n: 1 }, { callId: "c2" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [echo(), asking] });
    const ours = recovery.run();
    const runner = recoveringRunner(recovery);
    const waiting = await runner.run(agent, "go", ours.runOptions({ stream: true }));
    await waiting.completed;
    const restored = await RunState.fromString(agent, waiting.state.toString());
    await new Promise((settled) => setImmediate(settled));
    ours.bindState(restored);
    for (const item of restored.getInterruptions()) restored.approve(item);
    const result = await runner.run(agent, restored, ours.runOptions());
    expect(resultOf(result.history, "c1")).toBe(modelSaw(scripted, "c1"));
    expect(envelope(resultOf(result.history, "c1"))).toMatchObject({
      error_type: "invalid_args",
    });
  });

  it("is what a person's rejection of arguments that are not JSON becomes in a stream", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(badCall, done);
    const agent = new Agent({ name: "A", model: scripted, tools: [echo(true)] });
    const runner = recoveringRunner(recovery);
    const waiting = await runner.run(agent, "go", { stream: true });
    await waiting.completed;
    for (const item of waiting.interruptions) waiting.state.reject(item);
    const result = await runner.run(agent, waiting.state, { stream: true });
    await result.completed;
    const shown = modelSaw(scripted, "c1");
    expect(envelope(shown)).toMatchObject({ ok: false, error_type: "rejected" });
    expect(resultOf(result.history, "c1")).toBe(shown);
    expect(calls().map(({ contentChars }) => contentChars)).toEqual([shown.length]);
  });

  it("leaves a conversation that was brought along as it is", async () => {
    const { recovery } = testRecovery();
    const before = [
      { role: "user", content: "earlier" },
      { type: "function_call", callId: "c0", name: "t", arguments: "{bad", status: "completed" },
      {
        type: "function_call_result",
        callId: "c0",
        name: "t",
        status: "completed",
        output: { type: "text", text: SDK_TEXT.badJson },
      },
      { role: "user", content: "go" },
    ] as const;
    const input = structuredClone(before) as never;
    const scripted = model(done);
    const agent = new Agent({ name: "A", model: scripted, tools: [echo()] });
    await run(agent, input, recovery.run().runOptions());
    expect(input).toEqual(before);
    expect(modelSaw(scripted, "c0")).toBe(SDK_TEXT.badJson);
  });

  it("is shown to the model only, where a filter of the user's is given copies", async () => {
    const { recovery } = testRecovery();
    const { scripted, agent } = agentThatSendsBadJson();
    const given: string[] = [];
    const result = await recoveringRunner(recovery).run(agent, "go", {
      callModelInputFilter: ({ modelData }) => {
        if (given.length > 0) given.push(resultOf(modelData.input, "c1"));
        else given.push("first");
        return modelData;
      },
    });
    expect(given.slice(1).map((text) => envelope(text)["error_type"])).toEqual([
      "invalid_args",
      "invalid_args",
    ]);
    expect(modelSaw(scripted, "c1")).toBe(given[1]);
    expect(resultOf(result.history, "c1")).toBe(SDK_TEXT.badJson);
  });
});
