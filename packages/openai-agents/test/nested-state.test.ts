import { Agent, RunState, run } from "@openai/agents";
import { assistantMessage, functionCall, type ScriptedModelInput } from "@openai/agents/testing";
import { type RecoveryOptions, ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoverAgentTool, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery } from "./support.ts";

const parameters = z.object({ n: z.number() });
const done = [assistantMessage("done")];
const call = (name: string, n: number, callId: string) => functionCall(name, { n }, { callId });

/** An agent that asks another one, whose searches find nothing below 10. */
function agentOf(outer: readonly ScriptedModelInput[], inner: ReturnType<typeof model>): Agent {
  const find = recoverTool(
    {
      name: "find",
      description: "",
      parameters,
      execute: ({ n }) => {
        if (n < 10) throw ToolFault.notFound({ message: "No row." });
        return `row ${n}`;
      },
    },
    { effect: "read" },
  );
  const pay = recoverTool(
    { name: "pay", description: "", parameters, needsApproval: true, execute: () => "paid" },
    { effect: "write" },
  );
  const nested = new Agent({ name: "Inner", model: inner, tools: [find, pay] });
  const ask = recoverAgentTool(nested, { toolName: "ask", toolDescription: "" });
  return new Agent({ name: "Outer", model: model(...outer), tools: [ask] });
}

/** Runs until the nested agent waits, and goes on in "another process" after a rejection. */
async function acrossProcesses(
  from: string,
  options: RecoveryOptions,
  before: readonly ScriptedModelInput[],
  after: readonly ScriptedModelInput[],
) {
  const first = testRecovery(options).recovery.run();
  const asked = [functionCall("ask", { input: "go" }, { callId: "o1" })];
  const inner = model(...before, [call("pay", 1, "p1")]);
  const waiting = await run(agentOf([asked], inner), "go", first.runOptions());
  const saved = { state: waiting.state.toString(), run: JSON.stringify(first) };

  const { recovery, calls, ends } = testRecovery(options);
  const scripted = model(...after, done);
  const agent = agentOf([done], scripted);
  const state = await RunState.fromString(agent, saved.state);
  const ours = from === "snapshot" ? recovery.resume(JSON.parse(saved.run)) : recovery.run();
  for (const item of state.getInterruptions()) state.reject(item);
  await run(agent, ours.bindState(state), ours.runOptions());
  return { scripted, calls, ends };
}

describe.each(["history", "snapshot"])(
  "an agent as a tool that waited in another process, the counters from the %s",
  (from) => {
    it("knows the calls that it made there", async () => {
      const { scripted, calls, ends } = await acrossProcesses(
        from,
        {},
        [[call("find", 1, "n1")], [call("find", 1, "n2")]],
        [[call("find", 1, "n3")]],
      );
      expect(envelope(modelSaw(scripted, "n3"))).toMatchObject({ error_type: "repeated_call" });
      expect(calls().map(({ callId, turn }) => [callId, turn])).toEqual([
        ["p1", 2],
        ["n3", 3],
        ["o1", 0],
      ]);
      expect(ends()[0]).toMatchObject({ agent: "Inner", counters: { calls: 4 } });
    });

    it("counts its errors of there once against the budget that it shares", async () => {
      const found = (n: number) => call("find", 10 + n, `f${n}`);
      const { calls, ends } = await acrossProcesses(
        from,
        { policy: { errors: 4 } },
        [
          [call("find", 1, "n1"), found(1)],
          [call("find", 2, "n2"), found(2)],
        ],
        [[call("find", 3, "n3"), found(3)], [call("find", 4, "n4")], [call("find", 5, "n5")]],
      );
      expect(calls().map(({ callId }) => callId)).toEqual(["p1", "n3", "f3", "n4", "o1"]);
      expect(ends()[0]).toMatchObject({ agent: "Inner", stopReason: "tool_error_budget" });
    });
  },
);
