import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Agent, RunState, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, resultOf, testRecovery } from "./support.ts";

vi.setConfig({ testTimeout: 60_000 });

const parameters = z.object({ id: z.string() });

function agentOf(scripted: ReturnType<typeof model>, executed: string[] = []): Agent {
  return new Agent({
    name: "A",
    model: scripted,
    tools: [
      recoverTool(
        {
          name: "find",
          description: "",
          parameters,
          execute: ({ id }) => {
            executed.push(id);
            throw ToolFault.notFound({ message: "No row." });
          },
        },
        { effect: "read" },
      ),
      recoverTool(
        {
          name: "refund",
          description: "",
          parameters,
          needsApproval: true,
          execute: ({ id }) => {
            executed.push(`refund ${id}`);
            return "refunded";
          },
        },
        { effect: "write" },
      ),
    ],
  });
}

const find = (callId: string) => [functionCall("find", { id: "7" }, { callId })];
const refund = (callId: string) => [functionCall("refund", { id: "7" }, { callId })];

describe("a run state in another process", () => {
  it.each([["rebuilt from the history"], ["given as a snapshot"]])(
    "goes on with the counters of before, %s",
    async (how) => {
      const first = testRecovery();
      const before = first.recovery.run({ id: "run-1" });
      const waiting = await run(
        agentOf(model(find("c1"), find("c2"), refund("c3"))),
        "go",
        before.runOptions(),
      );
      expect(waiting.interruptions).toHaveLength(1);
      const text = waiting.state.toString();
      const snapshot = JSON.stringify(before);

      // Nothing of the first process is used from here on but two texts.
      const second = testRecovery();
      const executed: string[] = [];
      const scripted = model(find("c4"), [assistantMessage("done")]);
      const agent = agentOf(scripted, executed);
      const state = await RunState.fromString(agent, text);
      const after =
        how === "given as a snapshot"
          ? second.recovery.resume(JSON.parse(snapshot))
          : second.recovery.run({ id: "run-1" });
      for (const item of state.getInterruptions()) state.approve(item);
      const result = await run(agent, after.bindState(state), after.runOptions());
      expect(result.finalOutput).toBe("done");
      expect(resultOf(result.history, "c3")).toBe("refunded");
      // The refund was of another signature and may have changed what is found.
      expect(executed).toEqual(["refund 7", "7"]);
      expect(after.counters.calls).toBe(4);
      expect(after.counters.errors).toBe(3);
      expect(second.calls().map((call) => [call.callId, call.turn])).toEqual([
        ["c3", 2],
        ["c4", 3],
      ]);
    },
  );

  it("refuses the third identical call although two were made elsewhere", async () => {
    const first = testRecovery();
    const before = first.recovery.run();
    const stopped = await run(
      agentOf(model(find("c1"), find("c2"), [assistantMessage("?")])),
      "go",
      before.runOptions(),
    );
    const second = testRecovery();
    const executed: string[] = [];
    const scripted = model(find("c3"), [assistantMessage("done")]);
    const agent = agentOf(scripted, executed);
    const after = second.recovery.run();
    const state = await RunState.fromString(agent, stopped.state.toString());
    after.bindState(state);
    await run(agent, stopped.history, after.runOptions());
    expect(executed).toEqual([]);
    expect(envelope(modelSaw(scripted, "c3"))).toMatchObject({ error_type: "repeated_call" });
  });

  it("really is another process", async () => {
    const { recovery } = testRecovery();
    const before = recovery.run();
    const waiting = await run(
      agentOf(model(find("c1"), find("c2"), refund("c3"))),
      "go",
      before.runOptions(),
    );
    const script = fileURLToPath(new URL("./fixtures/resume.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { STATE: waiting.state.toString(), NODE_ENV: "test" },
    });
    expect(JSON.parse(stdout)).toEqual({
      finalOutput: "done",
      executed: ["refund 7"],
      calls: 4,
      c4: "not_found",
    });
  });
});

describe("an approval in the same process", () => {
  it("goes on with the same run, found by its state", async () => {
    const { recovery, ends } = testRecovery();
    const runner = recoveringRunner(recovery);
    const agent = agentOf(model(refund("c1"), [assistantMessage("done")]));
    const waiting = await runner.run(agent, "go");
    expect(ends()).toEqual([]);
    for (const item of waiting.interruptions) waiting.state.approve(item);
    await runner.run(agent, waiting.state);
    expect(ends()).toMatchObject([{ stopReason: "completed", counters: { calls: 1 } }]);
  });
});

describe("runs that share a context object", () => {
  it("do not share counters, and nothing is written into it", async () => {
    const { recovery } = testRecovery();
    const context = Object.freeze({ user: "u1" });
    const runs = Array.from({ length: 4 }, () => recovery.run());
    await Promise.all(
      runs.map((ours, index) =>
        run(
          agentOf(
            model(...Array.from({ length: index + 1 }, (_, n) => find(`c${n}`)), [
              assistantMessage("done"),
            ]),
          ),
          "go",
          ours.runOptions({ context }),
        ),
      ),
    );
    expect(runs.map((ours) => ours.counters.calls)).toEqual([1, 2, 3, 4]);
    expect(Reflect.ownKeys(context)).toEqual(["user"]);
  });

  it("keep the state serializable", async () => {
    const { recovery } = testRecovery();
    const result = await run(
      agentOf(model(find("c1"), [assistantMessage("done")])),
      "go",
      recovery.run().runOptions({ context: { user: "u1" } }),
    );
    expect(JSON.parse(result.state.toString()).context.context).toEqual({ user: "u1" });
  });
});

describe("a new question in the same run", () => {
  it("starts the comparison of repeats afresh", async () => {
    const { recovery } = testRecovery();
    const executed: string[] = [];
    const ours = recovery.run();
    const scripted = model(find("c1"), find("c2"), [assistantMessage("?")], find("c3"), [
      assistantMessage("done"),
    ]);
    const agent = agentOf(scripted, executed);
    const first = await run(agent, "go", ours.runOptions());
    await run(agent, [...first.history, { role: "user", content: "again" }], ours.runOptions());
    expect(executed).toEqual(["7", "7", "7"]);
  });
});
