import { Agent, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { RunHaltedError, recoveringRunner, recoverTool, recoveryRunOf } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery, unanswered } from "./support.ts";

const city = z.object({ city: z.enum(["Basel", "Bern"]) });

function weather(execute: (input: { city: string }) => unknown, effect: "read" | "write" = "read") {
  return recoverTool(
    { name: "weather", description: "Weather.", parameters: city, execute: execute as never },
    { effect },
  );
}

function agentWith(scripted: ReturnType<typeof model>, tools: unknown[]): Agent {
  return new Agent({
    name: "Helper",
    instructions: "Help.",
    model: scripted,
    tools: tools as never,
  });
}

describe("a run with runOptions", () => {
  it("hands a success on as the SDK would", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [functionCall("weather", { city: "Basel" }, { callId: "c1" })],
      [assistantMessage("Sunny.")],
    );
    const ours = recovery.run();
    const agent = agentWith(scripted, [weather(() => ({ sky: "clear" }))]);
    const result = await run(agent, "Weather?", ours.runOptions());
    expect(result.finalOutput).toBe("Sunny.");
    expect(modelSaw(scripted, "c1")).toBe('{"sky":"clear"}');
    expect(calls()).toMatchObject([
      { ok: true, tool: "weather", callId: "c1", turn: 0, index: 0, framework: "openai-agents" },
    ]);
  });

  it("answers arguments that are not JSON with an envelope and runs on", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [functionCall("weather", '{"city": Basel', { callId: "c1" })],
      [functionCall("weather", { city: "Basel" }, { callId: "c2" })],
      [assistantMessage("Sunny.")],
    );
    let executions = 0;
    const agent = agentWith(scripted, [weather(() => ++executions)]);
    const result = await run(agent, "Weather?", recovery.run().runOptions());
    expect(result.finalOutput).toBe("Sunny.");
    expect(executions).toBe(1);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({
      ok: false,
      error_type: "invalid_args",
      retryable: true,
    });
    expect(calls().map((call) => [call.callId, call.errorType, call.turn])).toEqual([
      ["c1", "invalid_args", 0],
      ["c2", undefined, 1],
    ]);
  });

  it("says which values a schema allows", async () => {
    const { recovery } = testRecovery();
    const scripted = model(
      [functionCall("weather", { city: "Basle" }, { callId: "c1" })],
      [assistantMessage("Sorry.")],
    );
    await run(agentWith(scripted, [weather(() => "x")]), "Weather?", recovery.run().runOptions());
    const seen = envelope(modelSaw(scripted, "c1"));
    expect(seen).toMatchObject({ ok: false, error_type: "invalid_args" });
    expect(String(seen["message"])).toContain("Basel");
  });

  it("lists the tools when one is unknown", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [functionCall("wether", { city: "Basel" }, { callId: "c1" })],
      [assistantMessage("Sorry.")],
    );
    await run(agentWith(scripted, [weather(() => "x")]), "Weather?", recovery.run().runOptions());
    const seen = envelope(modelSaw(scripted, "c1"));
    expect(seen).toMatchObject({ ok: false, error_type: "unknown_tool" });
    expect(String(seen["message"])).toContain("weather");
    expect(calls()).toMatchObject([{ tool: "wether", errorType: "unknown_tool" }]);
  });

  it("retries a transient failure of a read in code", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [functionCall("weather", { city: "Basel" }, { callId: "c1" })],
      [assistantMessage("Sunny.")],
    );
    let attempts = 0;
    const tool = weather(() => {
      attempts += 1;
      if (attempts < 3) throw Object.assign(new Error("busy"), { status: 503 });
      return "clear";
    });
    await run(agentWith(scripted, [tool]), "Weather?", recovery.run().runOptions());
    expect(attempts).toBe(3);
    expect(modelSaw(scripted, "c1")).toBe("clear");
    expect(calls()[0]?.attemptLog).toHaveLength(3);
  });

  it("ends a run whose state is corrupt without another model call", async () => {
    const { recovery, ends } = testRecovery();
    const scripted = model([
      functionCall("weather", { city: "Basel" }, { callId: "c1" }),
      functionCall("weather", { city: "Bern" }, { callId: "c2" }),
    ]);
    const recoveryRun = recovery.run();
    const corrupt = weather(() => {
      throw ToolFault.corruptState({ message: "Half written." });
    });
    const result = await run(agentWith(scripted, [corrupt]), "Weather?", recoveryRun.runOptions());
    expect(scripted.calls).toHaveLength(1);
    expect(recoveryRun.stopReason).toBe("corrupt_state");
    expect(result.finalOutput).toBe(recoveryRun.halt?.userMessage ?? result.finalOutput);
    expect(unanswered(result.history)).toEqual([]);
    expect(ends()).toMatchObject([{ stopReason: "corrupt_state" }]);
  });

  it("rejects with RunHaltedError when the output is structured and nobody gives one", async () => {
    const { recovery } = testRecovery();
    const scripted = model([functionCall("weather", { city: "Basel" }, { callId: "c1" })]);
    const agent = new Agent({
      name: "Typed",
      model: scripted,
      outputType: z.object({ answer: z.string() }),
      tools: [
        weather(() => {
          throw ToolFault.corruptState({ message: "Half written." });
        }) as never,
      ],
    });
    const error = await run(agent, "Weather?", recovery.run().runOptions()).catch(
      (e: unknown) => e,
    );
    expect(RunHaltedError.isInstance(error)).toBe(true);
    const halted = error as RunHaltedError;
    expect(halted.stopReason).toBe("corrupt_state");
    expect(unanswered(halted.history as never)).toEqual([]);
    expect(halted.report.lastCalls).toHaveLength(1);
  });
});

describe("a recovering runner", () => {
  it("ends and records the run by itself", async () => {
    const { recovery, ends } = testRecovery();
    const scripted = model([assistantMessage("Hello.")]);
    const runner = recoveringRunner(recovery);
    const result = await runner.run(agentWith(scripted, []), "Hi");
    expect(recoveryRunOf(result)?.stopReason).toBe("completed");
    expect(ends()).toMatchObject([{ stopReason: "completed", framework: "openai-agents" }]);
  });
});
