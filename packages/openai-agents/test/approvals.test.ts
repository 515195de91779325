import { RunState, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import {
  agentWith,
  calls,
  envelope,
  model,
  modelSaw,
  resultOf,
  testRecovery,
  unanswered,
} from "./support.ts";

const parameters = z.object({ city: z.string() });
const done = [assistantMessage("done")];

/** A tool that asks a person about each call. */
function asking() {
  return recoverTool({
    name: "t",
    description: "",
    parameters,
    needsApproval: true,
    execute: () => "ok",
  });
}

describe("approvals", () => {
  it("are not asked about arguments that cannot run", async () => {
    const { recovery } = testRecovery();
    const asked: unknown[] = [];
    const made = recoverTool({
      name: "t",
      description: "",
      parameters: z.object({ city: z.string(), unit: z.string().default("C") }),
      needsApproval: async (_context, input) => {
        asked.push(input);
        return false;
      },
      execute: (input) => `${input.city} ${input.unit}`,
    });
    const scripted = calls({ town: 1 }, { city: "Basel" });
    const result = await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(result.interruptions).toEqual([]);
    expect(asked).toEqual([{ city: "Basel", unit: "C" }]);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(modelSaw(scripted, "c2")).toBe("Basel C");
  });

  it("with needsApproval true, arguments that do not fit are answered without a question", async () => {
    const { recovery, calls: records } = testRecovery();
    const made = asking();
    const scripted = calls({ town: 1 }, { city: "Basel" });
    const ours = recovery.run();
    const agent = agentWith(scripted, made);
    const waiting = await run(agent, "go", ours.runOptions());
    expect(waiting.interruptions).toHaveLength(1);
    for (const item of waiting.interruptions) waiting.state.approve(item);
    const result = await run(agent, ours.bindState(waiting.state), ours.runOptions());
    expect(result.finalOutput).toBe("done");
    expect(modelSaw(scripted, "c2")).toBe("ok");
    expect(records().map((call) => [call.callId, call.turn, call.errorType])).toEqual([
      ["c1", 0, "invalid_args"],
      ["c2", 1, undefined],
    ]);
  });

  it("the runner answers arguments that are not JSON by itself", async () => {
    const { recovery } = testRecovery();
    const made = asking();
    const scripted = calls("{bad");
    const result = await recoveringRunner(recovery).run(agentWith(scripted, made), "go");
    expect(result.interruptions).toEqual([]);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
  });

  it.each([
    ["nothing", undefined],
    ["why", "Not in Basel."],
  ])("rejected with %s said are an envelope", async (_title, message) => {
    const { recovery, calls: records } = testRecovery();
    const made = asking();
    const scripted = calls({ city: "Basel" });
    const ours = recovery.run();
    const agent = agentWith(scripted, made);
    const waiting = await run(agent, "go", ours.runOptions());
    for (const item of waiting.interruptions) {
      waiting.state.reject(item, message === undefined ? {} : { message });
    }
    await run(agent, ours.bindState(waiting.state), ours.runOptions());
    const seen = envelope(modelSaw(scripted, "c1"));
    expect(seen).toMatchObject({ ok: false, error_type: "rejected", retryable: false });
    if (message !== undefined) expect(String(seen["message"])).toContain(message);
    expect(records()).toMatchObject([{ errorType: "rejected", callId: "c1" }]);
  });

  it("a policy that throws means that the call does not run", async () => {
    const { recovery } = testRecovery();
    let executed = 0;
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      needsApproval: async () => {
        throw new Error("policy is down");
      },
      execute: () => String(++executed),
    });
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "internal" });
    expect(executed).toBe(0);
  });
});

describe("a tool whose schema takes any JSON", () => {
  /** As a library of schemas may say it; the SDK shows the model an object all the same. */
  const anything = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value }),
      jsonSchema: {
        input: () => ({
          type: "object",
          properties: {},
          required: [],
          additionalProperties: false,
        }),
        output: () => ({ type: "object" }),
      },
    },
  };

  it.each(["[1]", "7", "null"])(
    "is not executed with %s before a person has said so",
    async (args) => {
      const { recovery } = testRecovery();
      const executed: unknown[] = [];
      const made = recoverTool({
        name: "t",
        description: "",
        parameters: anything as never,
        needsApproval: true,
        execute: (input: unknown) => {
          executed.push(input);
          return "ok";
        },
      });
      const runner = recoveringRunner(recovery);
      const agent = agentWith(calls(args), made);
      const waiting = await runner.run(agent, "go");
      expect(waiting.interruptions).toHaveLength(1);
      expect(executed).toEqual([]);
      for (const item of waiting.interruptions) waiting.state.approve(item);
      const result = await runner.run(agent, waiting.state);
      expect(result.finalOutput).toBe("done");
      expect(executed).toEqual([JSON.parse(args)]);
    },
  );

  it("asks nobody about JSON that is no object where the schema wants one", async () => {
    const { recovery } = testRecovery();
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      needsApproval: async () => true,
      execute: () => "ok",
    });
    const scripted = calls("[1]");
    const result = await recoveringRunner(recovery).run(agentWith(scripted, made), "go");
    expect(result.finalOutput).toBe("done");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
  });
});

describe("a turn that ends the run while a call of it would need an approval", () => {
  const batch = [
    functionCall("t", { city: "Basel" }, { callId: "c1" }),
    functionCall("corrupt", {}, { callId: "c2" }),
  ];

  function haltingAgent(executed: string[]) {
    const scripted = model(batch, done);
    const asking = recoverTool({
      name: "t",
      description: "",
      parameters,
      needsApproval: true,
      execute: ({ city }) => {
        executed.push(city);
        return "ok";
      },
    });
    const corrupt = recoverTool({
      name: "corrupt",
      description: "",
      parameters: z.object({}),
      execute: () => {
        throw ToolFault.corruptState({ message: "Half written." });
      },
    });
    return { scripted, agent: agentWith(scripted, asking, corrupt) };
  }

  it("asks nobody: the call is answered as not executed, and the run ends", async () => {
    const { recovery, ends } = testRecovery();
    const executed: string[] = [];
    const { scripted, agent } = haltingAgent(executed);
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.interruptions).toEqual([]);
    expect(result.finalOutput).toEqual(expect.any(String));
    expect(unanswered(result.history)).toEqual([]);
    expect(envelope(resultOf(result.history, "c1"))).toMatchObject({ error_type: "not_executed" });
    expect(executed).toEqual([]);
    expect(scripted.calls).toHaveLength(1);
    expect(ends()).toMatchObject([{ stopReason: "corrupt_state" }]);
  });

  it.each(["the same process", "another process"])(
    "with run(), a person is asked, and whatever they say in %s nothing is executed",
    async (where) => {
      const { recovery } = testRecovery();
      const executed: string[] = [];
      const { scripted, agent } = haltingAgent(executed);
      const first = recovery.run();
      const waiting = await run(agent, "go", first.runOptions());
      expect(waiting.interruptions).toHaveLength(1);
      expect(first.halt?.reason).toBe("corrupt_state");
      const isSame = where === "the same process";
      const ours = isSame ? first : testRecovery().recovery.run();
      const state = isSame
        ? waiting.state
        : ((await RunState.fromString(agent, waiting.state.toString())) as typeof waiting.state);
      for (const item of state.getInterruptions()) state.approve(item);
      const result = await run(agent, ours.bindState(state), ours.runOptions());
      expect(result.finalOutput).toBe(first.halt?.userMessage);
      expect(ours.stopReason).toBe("corrupt_state");
      expect(executed).toEqual([]);
      expect(scripted.calls).toHaveLength(1);
    },
  );
});
