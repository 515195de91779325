import { createRequire } from "node:module";
import {
  Agent,
  ModelRefusalError,
  type RunContext,
  Runner,
  setSensitiveDataLoggingEnabled,
  ToolCallError,
  UserError,
} from "@openai/agents";
import { assistantMessage, functionCall, modelError } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery } from "./support.ts";

const parameters = z.object({ n: z.number() });
const done = [assistantMessage("done")];
const call = (args: unknown, callId: string, name = "t") =>
  functionCall(name, args as never, { callId });

afterEach(() => {
  setSensitiveDataLoggingEnabled(false);
});

describe("the SDK's redaction of tool data", () => {
  it.each([true, false])("changes nothing of an observation (off: %s)", async (isOff) => {
    setSensitiveDataLoggingEnabled(isOff);
    const { recovery } = testRecovery();
    const texts: string[] = [];
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        errorFunction: (_context, error, details) => {
          texts.push(details?.toolCall?.callId ?? "");
          return `It said: ${String(error)}`;
        },
        execute: () => {
          throw new Error("boom");
        },
      },
      { effect: "read" },
    );
    const scripted = model([call({ n: "x" }, "c1")], [call({ n: 1 }, "c2")], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [made] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(envelope(modelSaw(scripted, "c2"))).toMatchObject({ error_type: "internal" });
    expect(texts).toEqual(["c1", "c2"]);
  });
});

describe("input guardrails that run before a person is asked", () => {
  it("run once for each call, and nobody is asked about arguments that cannot run", async () => {
    const { recovery } = testRecovery();
    const checked: string[] = [];
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      needsApproval: async () => true,
      inputGuardrails: [
        {
          name: "g",
          run: async ({ toolCall }) => {
            checked.push(toolCall.callId);
            return { behavior: { type: "allow" } };
          },
        },
      ],
      execute: () => "ok",
    });
    const scripted = model([call({ n: "x" }, "c1")], [call({ n: 1 }, "c2")], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [made] });
    const runner = recoveringRunner(recovery, {
      toolExecution: { preApprovalInputGuardrails: true },
    });
    const waiting = await runner.run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(waiting.interruptions).toHaveLength(1);
    expect(checked).toEqual(["c1", "c2"]);
  });
});

describe("the hooks of a runner", () => {
  it("are told the observation as the result", async () => {
    const { recovery } = testRecovery();
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        execute: () => {
          throw ToolFault.notFound({ message: "There is no 1." });
        },
      },
      { effect: "read" },
    );
    const scripted = model([call({ n: 1 }, "c1"), call({ n: "x" }, "c2")], done);
    const runner = recoveringRunner(recovery);
    const told: [string | undefined, unknown][] = [];
    runner.on("agent_tool_end", (_context, _agent, _tool, result, { toolCall }) => {
      told.push([(toolCall as { callId?: string }).callId, envelope(result)["error_type"]]);
    });
    await runner.run(new Agent({ name: "A", model: scripted, tools: [made] }), "go");
    expect(told).toEqual([
      ["c1", "not_found"],
      ["c2", "invalid_args"],
    ]);
  });
});

describe("a stream that its caller gives up", () => {
  it("is recorded as cancelled, with the call that was under way", async () => {
    const { recovery, calls, ends } = testRecovery();
    const controller = new AbortController();
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        execute: (_input, _context, details) =>
          new Promise<string>((_resolve, reject) => {
            details?.signal?.addEventListener("abort", () => reject(details.signal?.reason));
            controller.abort(new Error("enough"));
          }),
      },
      { effect: "read" },
    );
    const agent = new Agent({ name: "A", model: model([call({ n: 1 }, "c1")]), tools: [made] });
    const result = await recoveringRunner(recovery).run(agent, "go", {
      stream: true,
      signal: controller.signal,
    });
    await result.completed;
    await expect.poll(() => ends().map(({ stopReason }) => stopReason)).toEqual(["cancelled"]);
    expect(calls().map(({ errorType }) => errorType)).toEqual(["cancelled"]);
  });
});

describe("two copies of the SDK", () => {
  const sdk = createRequire(import.meta.url)("@openai/agents") as typeof import("@openai/agents");

  function troubled() {
    const contexts: unknown[] = [];
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        execute: ({ n }, context?: RunContext<unknown>) => {
          contexts.push(context?.context);
          if (n === -1) throw ToolFault.corruptState({ message: "Half written." });
          return `did ${n}`;
        },
      },
      { effect: "read" },
    );
    const scripted = model(
      [call({ n: 1 }, "c1"), call("{bad", "c2"), call({}, "c3", "nope")],
      [call({ n: -1 }, "c4")],
      done,
    );
    const agent = new sdk.Agent({ name: "A", model: scripted as never, tools: [made as never] });
    return { agent, scripted, contexts };
  }

  it("work together where recoveringRunner runs agents of the other copy", async () => {
    expect(sdk.Runner).not.toBe(Runner);
    const { recovery, ends } = testRecovery();
    const { agent, scripted, contexts } = troubled();
    const context = { user: "u" };
    await recoveringRunner(recovery).run(agent as never, "go", { context });
    expect(modelSaw(scripted, "c1")).toBe("did 1");
    expect(envelope(modelSaw(scripted, "c2"))).toMatchObject({ error_type: "invalid_args" });
    expect(envelope(modelSaw(scripted, "c3"))).toMatchObject({ error_type: "unknown_tool" });
    expect(contexts).toEqual([context, context]);
    expect(ends()[0]?.stopReason).toBe("corrupt_state");
  });

  it("do not where the other copy's run() is given our options: the context is wrapped twice", async () => {
    const { recovery } = testRecovery();
    const { agent, contexts } = troubled();
    const context = { user: "u" };
    const options = recovery.run().runOptions({ context });
    await sdk.run(agent, "go", options as never).catch(() => undefined);
    expect(contexts[0]).not.toEqual(context);
  });
});

describe("a bundle that renames the SDK's classes", () => {
  it.each([
    [ToolCallError, new ToolCallError("failed", new Error("x")), "stop_condition"],
    [UserError, new UserError("failed"), "stop_condition"],
    [ModelRefusalError, new ModelRefusalError("No."), "content_filter"],
  ] as const)("does not change how the end of a run is recorded: %o", async (type, error, end) => {
    const { name } = type;
    Object.defineProperty(type, "name", { value: "e" });
    try {
      const { recovery, ends } = testRecovery();
      const agent = new Agent({ name: "A", model: model(modelError(error)) });
      await expect(recoveringRunner(recovery).run(agent, "go")).rejects.toBe(error);
      expect(ends()).toMatchObject([{ stopReason: end }]);
    } finally {
      Object.defineProperty(type, "name", { value: name });
    }
  });
});
