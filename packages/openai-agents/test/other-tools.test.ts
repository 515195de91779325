import { Agent, type Computer, computerTool, shellTool } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery } from "./support.ts";

const done = [assistantMessage("done")];

/** A computer whose mouse works and whose keyboard does not. */
const computer: Computer = {
  environment: "browser",
  dimensions: [10, 10],
  screenshot: () => "aGVsbG8=",
  click: () => undefined,
  doubleClick: () => undefined,
  scroll: () => undefined,
  type: () => {
    throw new Error("raw words of the computer");
  },
  wait: () => undefined,
  move: () => undefined,
  keypress: () => undefined,
  drag: () => undefined,
};

const computerCall = (callId: string, action: object) =>
  ({ type: "computer_call", callId, status: "completed", action }) as never;

describe("the computer tool", () => {
  it("is recorded, and works beside tools of ours", async () => {
    const { recovery, calls, ends } = testRecovery();
    const scripted = model(
      [computerCall("c1", { type: "click", x: 1, y: 1, button: "left" })],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [computerTool({ computer })] });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.finalOutput).toBe("done");
    expect(calls().map(({ tool: name, callId, ok }) => [name, callId, ok])).toEqual([
      ["computer", "c1", true],
    ]);
    expect(ends()[0]?.stopReason).toBe("completed");
  });

  it("whose computer throws shows the model an empty picture, and counts as failed", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model([computerCall("c1", { type: "type", text: "a" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [computerTool({ computer })] });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.history.find((item) => item.type === "computer_call_result")).toMatchObject({
      output: { type: "computer_screenshot", data: "" },
    });
    expect(calls().map(({ tool: name, errorType }) => [name, errorType])).toEqual([
      ["computer", "internal"],
    ]);
  });
});

describe("the shell tool", () => {
  const shellCall = (callId: string) =>
    ({
      type: "shell_call",
      callId,
      status: "completed",
      action: { commands: ["ls"] },
    }) as never;

  it("counts as failed where it threw or was too slow, not where a command said no", async () => {
    const { recovery, calls } = testRecovery();
    const outcomes = [
      { type: "exit", exitCode: 1 },
      { type: "timeout" },
      { type: "exit", exitCode: 0 },
    ] as const;
    let run = 0;
    const shell = {
      run: async () => {
        run += 1;
        const outcome = outcomes[run - 1];
        if (outcome === undefined) throw new Error("no shell");
        return { output: [{ stdout: "", stderr: "", outcome }] };
      },
    };
    const ids = ["c1", "c2", "c3", "c4"];
    const scripted = model(...ids.map((id) => [shellCall(id)]), done);
    const agent = new Agent({ name: "A", model: scripted, tools: [shellTool({ shell })] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(calls().map(({ callId, errorType }) => [callId, errorType])).toEqual([
      ["c1", undefined],
      ["c2", "timeout"],
      ["c3", undefined],
      ["c4", "internal"],
    ]);
  });
});

describe("a tool that is loaded later", () => {
  const later = () =>
    recoverTool(
      {
        name: "later",
        description: "",
        parameters: z.object({ n: z.number() }),
        deferLoading: true,
        execute: ({ n }) => `did ${n}`,
      },
      { effect: "read" },
    );
  const search = () =>
    ({ type: "hosted_tool", name: "tool_search", providerData: { type: "tool_search" } }) as never;

  it("is not executed before: the model reads how to load it", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model([functionCall("later", { n: 1 }, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [later(), search()] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "unknown_tool" });
    expect(modelSaw(scripted, "c1")).toContain("tool_search");
    expect(calls().map(({ ok, errorType }) => [ok, errorType])).toEqual([[false, "unknown_tool"]]);
  });

  it("recovers like any other once it is loaded", async () => {
    const { recovery, calls } = testRecovery();
    const loaded = {
      type: "tool_search_output",
      status: "completed",
      execution: "server",
      tools: [{ type: "function", name: "later", deferLoading: true, parameters: {} }],
    };
    const scripted = model(
      [
        {
          type: "tool_search_call",
          status: "completed",
          execution: "server",
          arguments: {},
        } as never,
        loaded as never,
        functionCall("later", { n: "x" }, { callId: "c1" }),
      ],
      [functionCall("later", { n: 1 }, { callId: "c2" })],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [later(), search()] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(modelSaw(scripted, "c2")).toBe("did 1");
    expect(calls().map(({ tool: name, ok }) => [name, ok])).toEqual([
      ["later", false],
      ["later", true],
    ]);
  });
});
