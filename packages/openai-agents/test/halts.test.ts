import { Agent, MemorySession, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { RunHaltedError, recoveringRunner, recoverTool, recoveryRunOf } from "../src/index.ts";
import { envelope, model, resultOf, testRecovery, unanswered } from "./support.ts";

const parameters = z.object({ n: z.number() });
const typed = z.object({ answer: z.string() });

const corrupting = () =>
  recoverTool({
    name: "t",
    description: "",
    parameters,
    execute: ({ n }) => {
      if (n === 2) throw ToolFault.corruptState({ message: "Half written: row 7 of /var/db/x." });
      return `did ${n}`;
    },
  });

const batch = () => [
  functionCall("t", { n: 1 }, { callId: "c1" }),
  functionCall("t", { n: 2 }, { callId: "c2" }),
  functionCall("t", { n: 3 }, { callId: "c3" }),
];

describe("a run that is ended", () => {
  it("calls the model no more, answers every id, and ends with the user's words", async () => {
    const { recovery, ends } = testRecovery();
    const scripted = model(batch());
    const agent = new Agent({ name: "A", model: scripted, tools: [corrupting()] });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(scripted.calls).toHaveLength(1);
    expect(unanswered(result.history)).toEqual([]);
    expect(resultOf(result.history, "c1")).toBe("did 1");
    const text = resultOf(result.history, "c2");
    expect(envelope(text)).toMatchObject({ error_type: "corrupt_state", outcome: "unknown" });
    expect(text).not.toContain("row 7");
    const ours = recoveryRunOf(result);
    expect(ours?.stopReason).toBe("corrupt_state");
    expect(result.finalOutput).toBe(ours?.halt?.userMessage);
    expect(ends()).toMatchObject([{ stopReason: "corrupt_state" }]);
  });

  it("ends with the typed output that onHalt gives", async () => {
    const { recovery } = testRecovery();
    const agent = new Agent({
      name: "A",
      model: model(batch()),
      outputType: typed,
      tools: [corrupting()],
    });
    const runner = recoveringRunner(recovery, {
      onHalt: (incident) => ({ answer: `stopped: ${incident.stopReason}` }),
    });
    const result = await runner.run(agent, "go");
    expect(result.finalOutput).toEqual({ answer: "stopped: corrupt_state" });
  });

  it("ends as without onHalt where that only looks on and gives nothing", async () => {
    const { recovery } = testRecovery();
    const told: unknown[] = [];
    const runner = recoveringRunner(recovery, {
      onHalt: (incident) => void told.push(incident.stopReason),
    });
    const agent = (more: object) =>
      new Agent({ name: "A", model: model(batch()), tools: [corrupting()], ...more });
    const result = await runner.run(agent({}), "go");
    expect(result.finalOutput).toBe(recoveryRunOf(result)?.halt?.userMessage);
    await expect(runner.run(agent({ outputType: typed }), "go")).rejects.toThrow("corrupt_state");
    expect(told).toEqual(["corrupt_state", "corrupt_state"]);
  });

  it("is rejected with report and history when nobody gives a typed output", async () => {
    const { recovery, ends } = testRecovery();
    const agent = new Agent({
      name: "A",
      model: model(batch()),
      outputType: typed,
      tools: [corrupting()],
    });
    const error = await recoveringRunner(recovery)
      .run(agent, "go")
      .catch((thrown: unknown) => thrown);
    if (!RunHaltedError.isInstance(error)) throw error;
    expect(error).toBeInstanceOf(RunHaltedError);
    expect(error.message).toContain("corrupt_state");
    expect(unanswered([...error.history])).toEqual([]);
    expect(error.history).toHaveLength(7);
    expect(error.state).toBeDefined();
    expect(error.report.lastCalls.map((call) => call.callId)).toContain("c2");
    expect(ends()).toHaveLength(1);
  });

  it("asks the user's own maxTurns handler before it rejects", async () => {
    const { recovery } = testRecovery();
    const agent = new Agent({
      name: "A",
      model: model(batch()),
      outputType: typed,
      tools: [corrupting()],
    });
    const result = await recoveringRunner(recovery).run(agent, "go", {
      errorHandlers: {
        maxTurns: ({ error }) => ({
          finalOutput: { answer: (error as RunHaltedError).stopReason },
        }),
      },
    });
    expect(result.finalOutput).toEqual({ answer: "corrupt_state" });
  });

  it("ends the same way when it streams", async () => {
    const { recovery, ends } = testRecovery();
    const scripted = model(batch());
    const agent = new Agent({ name: "A", model: scripted, tools: [corrupting()] });
    const stream = await recoveringRunner(recovery).run(agent, "go", { stream: true });
    const outputs: string[] = [];
    for await (const event of stream) {
      if (event.type === "run_item_stream_event" && event.name === "tool_output") {
        outputs.push(
          resultOf([event.item.rawItem], (event.item.rawItem as { callId: string }).callId),
        );
      }
    }
    await stream.completed;
    expect(scripted.calls).toHaveLength(1);
    expect(outputs).toHaveLength(3);
    expect(envelope(outputs[1] ?? "")).toMatchObject({ error_type: "corrupt_state" });
    expect(stream.finalOutput).toBe(recoveryRunOf(stream)?.halt?.userMessage);
    await recovery.flush();
    expect(ends()).toMatchObject([{ stopReason: "corrupt_state" }]);
  });

  it("is kept in the SDK's session, with every call answered", async () => {
    const { recovery } = testRecovery();
    const session = new MemorySession();
    const agent = new Agent({ name: "A", model: model(batch()), tools: [corrupting()] });
    await recoveringRunner(recovery).run(agent, "go", { session });
    const items = await session.getItems();
    expect(unanswered(items)).toEqual([]);
    expect(envelope(resultOf(items, "c2"))).toMatchObject({ error_type: "corrupt_state" });
    expect(items.at(-1)).toMatchObject({ role: "assistant" });
  });

  it("ends before the next call when the same call is asked for again and again", async () => {
    const { recovery } = testRecovery();
    const failing = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        execute: () => {
          throw ToolFault.notFound({ message: "No row." });
        },
      },
      { effect: "read" },
    );
    const same = Array.from({ length: 9 }, (_, index) => [
      functionCall("t", { n: 1 }, { callId: `c${index}` }),
    ]);
    const scripted = model(...same);
    const agent = new Agent({ name: "A", model: scripted, tools: [failing] });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(recoveryRunOf(result)?.stopReason).toBe("no_progress");
    expect(scripted.calls).toHaveLength(4);
    expect(envelope(resultOf(result.history, "c2"))).toMatchObject({ error_type: "repeated_call" });
  });

  it("ends with error_cascade when nothing but unknown tools are called", async () => {
    const { recovery } = testRecovery();
    const unknown = Array.from({ length: 9 }, (_, index) => [
      functionCall(`nope_${index}`, { n: index }, { callId: `c${index}` }),
    ]);
    const scripted = model(...unknown);
    const agent = new Agent({ name: "A", model: scripted, tools: [corrupting()] });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(recoveryRunOf(result)?.stopReason).toBe("error_cascade");
    expect(scripted.calls).toHaveLength(5);
  });

  it("ends when the host stops it", async () => {
    const { recovery } = testRecovery();
    const ours = recovery.run();
    const stopping = recoverTool({
      name: "t",
      description: "",
      parameters,
      execute: () => {
        ours.stop("closing time");
        return "ok";
      },
    });
    const scripted = model([functionCall("t", { n: 1 }, { callId: "c1" })]);
    const agent = new Agent({ name: "A", model: scripted, tools: [stopping] });
    const result = await run(agent, "go", ours.runOptions());
    expect(ours.stopReason).toBe("host");
    expect(scripted.calls).toHaveLength(1);
    expect(unanswered(result.history)).toEqual([]);
  });
});

describe("the SDK's own limit of turns", () => {
  it("is max_steps, handled or not", async () => {
    for (const handled of [true, false]) {
      const { recovery, ends } = testRecovery();
      const agent = new Agent({
        name: "A",
        model: model([functionCall("t", { n: 1 }, { callId: "c1" })]),
        tools: [corrupting()],
      });
      const running = recoveringRunner(recovery).run(agent, "go", {
        maxTurns: 1,
        ...(handled
          ? { errorHandlers: { maxTurns: () => ({ finalOutput: "out of turns" as never }) } }
          : {}),
      });
      await (handled
        ? expect(running).resolves.toMatchObject({ finalOutput: "out of turns" })
        : expect(running).rejects.toThrow());
      expect(ends()).toMatchObject([{ stopReason: "max_steps", counters: { calls: 1 } }]);
    }
  });
});

describe("what the user passes", () => {
  it("is composed with", async () => {
    const { recovery } = testRecovery();
    const seen: string[] = [];
    const scripted = model(
      [functionCall("t", "{bad", { callId: "c1" }), functionCall("nope", {}, { callId: "c2" })],
      [assistantMessage("done")],
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [corrupting()] });
    const runner = recoveringRunner(recovery, {
      toolErrorFormatter: ({ toolName }) => `Sorry, ${toolName} is not here.`,
    });
    await runner.run(agent, "go", {
      callModelInputFilter: ({ modelData }) => {
        if (modelData.input.length > 1) seen.push(resultOf(modelData.input, "c1"));
        return { ...modelData, instructions: "Be brief." };
      },
    });
    expect(envelope(seen[0] ?? "")).toMatchObject({ error_type: "invalid_args" });
    expect(scripted.calls[1]?.request.systemInstructions).toBe("Be brief.");
    const unknown = envelope(resultOf(scripted.calls[1]?.request.input, "c2"));
    expect(unknown).toMatchObject({ error_type: "unknown_tool" });
    expect(String(unknown["message"])).toContain("Sorry, nope is not here.");
  });
});
