import { Agent, run, tool } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import type { Mode } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { model, testRecovery } from "./support.ts";

const parameters = z.object({ n: z.number().optional() });

type Make = typeof tool;

/** One agent that fails in every way, made with `make`. */
function troubled(make: Make): { agent: Agent; scripted: ReturnType<typeof model> } {
  let calls = 0;
  const scripted = model(
    [
      functionCall("t", { n: 1 }, { callId: "c1" }),
      functionCall("t", "{bad", { callId: "c2" }),
      functionCall("t", { n: "x" }, { callId: "c3" }),
      functionCall("told", { n: 1 }, { callId: "c4" }),
      functionCall("slow", {}, { callId: "c5" }),
      functionCall("ok", { n: null } as never, { callId: "c6" }),
    ],
    [functionCall("t", { n: 1 }, { callId: "c7" })],
    [functionCall("t", { n: 1 }, { callId: "c8" })],
    [functionCall("t", { n: 1 }, { callId: "c9" })],
    [functionCall("t", { n: 1 }, { callId: "c10" })],
    [functionCall("t", { n: 1 }, { callId: "c11" })],
    [assistantMessage("done")],
  );
  const agent = new Agent({
    name: "A",
    model: scripted,
    tools: [
      make({
        name: "t",
        description: "",
        parameters,
        execute: () => {
          calls += 1;
          throw Object.assign(new Error(`busy ${calls}`), { status: 503 });
        },
      }),
      make({
        name: "told",
        description: "",
        parameters,
        errorFunction: (_context, error) => `told: ${(error as Error).message}`,
        execute: () => {
          throw new Error("boom");
        },
      }),
      make({
        name: "slow",
        description: "",
        parameters,
        timeoutMs: 10,
        execute: () => new Promise<string>(() => undefined),
      }),
      make({ name: "ok", description: "", parameters, execute: (input) => JSON.stringify(input) }),
    ],
  });
  return { agent, scripted };
}

const bare = troubled(tool);
const bareResult = await run(bare.agent, "go");

describe.each<[Mode]>([["observe"], ["off"]])("in mode %s", (mode) => {
  it("the model, the history and the answer are what they are without us", async () => {
    const { recovery, calls, ends } = testRecovery({ mode });
    const ours = troubled(recoverTool as Make);
    const result = await recoveringRunner(recovery).run(ours.agent, "go");
    expect(result.finalOutput).toBe(bareResult.finalOutput);
    expect(ours.scripted.calls.map((call) => call.request.input)).toEqual(
      bare.scripted.calls.map((call) => call.request.input),
    );
    expect(result.history).toEqual(bareResult.history);
    if (mode === "off") {
      expect(calls()).toEqual([]);
      return;
    }
    expect(ends()).toMatchObject([{ stopReason: "completed", mode }]);
    const seen = Object.fromEntries(calls().map((call) => [call.callId, call]));
    expect(seen["c1"]).toMatchObject({ ok: false, errorType: "upstream", mode });
    expect(seen["c2"]).toMatchObject({ ok: false, errorType: "invalid_args" });
    expect(seen["c3"]).toMatchObject({ ok: false, errorType: "invalid_args" });
    expect(seen["c4"]).toMatchObject({ ok: false, errorType: "internal" });
    expect(seen["c5"]).toMatchObject({ ok: false, errorType: "timeout" });
    expect(seen["c6"]).toMatchObject({ ok: true });
    expect(calls()).toHaveLength(11);
  });

  it("calls begin in the same order, also of tools that ask whether they may", async () => {
    const orderOf = async (make: Make, start: (agent: Agent) => Promise<unknown>) => {
      const begun: string[] = [];
      const named = (name: string, more: object) =>
        make({
          name,
          description: "",
          parameters,
          ...more,
          execute: () => {
            begun.push(name);
            return "ok";
          },
        });
      const calls = ["asking", "plain", "asking", "plain"].map((name, index) =>
        functionCall(name, { n: index }, { callId: `c${index}` }),
      );
      const tools = [named("asking", { needsApproval: async () => false }), named("plain", {})];
      const scripted = model(calls, [assistantMessage("done")]);
      await start(new Agent({ name: "A", model: scripted, tools }));
      return begun;
    };
    const { recovery } = testRecovery({ mode });
    const without = await orderOf(tool, (agent) => run(agent, "go"));
    const runner = recoveringRunner(recovery);
    expect(await orderOf(recoverTool as Make, (agent) => runner.run(agent, "go"))).toEqual(without);
  });

  it("an unknown tool and errorFunction null end the run with the SDK's own error", async () => {
    const { recovery, ends } = testRecovery({ mode });
    const failing = (make: Make): Agent =>
      new Agent({
        name: "A",
        model: model([functionCall("t", { n: 1 }, { callId: "c1" })]),
        tools: [
          make({
            name: "t",
            description: "",
            parameters,
            errorFunction: null,
            execute: () => {
              throw new Error("boom");
            },
          }),
        ],
      });
    const message = await run(failing(tool), "go").catch((error: Error) => error.message);
    const ours = recoveringRunner(recovery).run(failing(recoverTool as Make), "go");
    await expect(ours).rejects.toThrow(String(message));
    const scripted = model([functionCall("nope", {}, { callId: "c1" })]);
    const agent = new Agent({ name: "A", model: scripted });
    await expect(recoveringRunner(recovery).run(agent, "go")).rejects.toThrow("nope not found");
    if (mode === "observe") expect(ends()).toHaveLength(2);
  });
});

describe("in observe mode", () => {
  it("the records say what would have been done", async () => {
    const { recovery, calls } = testRecovery({ mode: "observe" });
    const ours = troubled(recoverTool as Make);
    await recoveringRunner(recovery).run(ours.agent, "go");
    expect(calls().some((call) => call.would !== undefined)).toBe(true);
  });
});
