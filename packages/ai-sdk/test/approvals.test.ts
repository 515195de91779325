import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolFault, withRecovery } from "../src/index.ts";
import {
  type Entry,
  entries,
  envelope,
  matrix,
  recoveryFor,
  type Sdk,
  sdks,
  shown,
} from "./kit.ts";

/** The messages of a request that asks for approval, with the person's answer. */
function answered(
  calls: readonly {
    id: string;
    tool: string;
    approved: boolean;
    reason?: string;
    input?: unknown;
  }[],
) {
  return [
    { role: "user", content: "go" },
    {
      role: "assistant",
      content: calls.flatMap(({ id, tool, input = {} }) => [
        { type: "tool-call", toolCallId: id, toolName: tool, input },
        { type: "tool-approval-request", approvalId: `approve-${id}`, toolCallId: id },
      ]),
    },
    {
      role: "tool",
      content: calls.map(({ id, approved, reason }) => ({
        type: "tool-approval-response",
        approvalId: `approve-${id}`,
        approved,
        ...(reason === undefined ? {} : { reason }),
      })),
    },
  ];
}

const payTool = (sdk: Sdk, execute: () => Promise<string>) =>
  sdk.ai.tool({
    inputSchema: z.object({ to: z.string().optional() }),
    needsApproval: true,
    execute,
  });

describe.each(matrix)("approvals ($title)", ({ sdk, entry }) => {
  it("leave the run awaiting input, with nothing executed", async () => {
    let executed = 0;
    const pay = payTool(sdk, async () => String(++executed));
    const model = sdk.model([{ calls: [{ tool: "pay" }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { pay }, stopWhen: sdk.ai.stepCountIs(5) },
      recoveryFor(),
    );
    expect(ended.run.stopReason).toBe("awaiting_input");
    expect(executed).toBe(0);
  });

  it("that are given run the call before the first model request", async () => {
    let executed = 0;
    const pay = payTool(sdk, async () => `paid ${++executed}`);
    const model = sdk.model([{ text: "done" }]);
    const ended = await entry.start(
      sdk,
      {
        model: model.model,
        tools: { pay },
        messages: answered([{ id: "p1", tool: "pay", approved: true }]),
        stopWhen: sdk.ai.stepCountIs(5),
      },
      recoveryFor(),
    );
    expect(shown(model)["p1"]).toEqual({ type: "text", value: "paid 1" });
    expect(ended.run.stopReason).toBe("completed");
    expect(ended.run.report().lastCalls).toHaveLength(1);
  });

  it("that are denied are recorded as rejected, and the model reads the envelope", async () => {
    const pay = payTool(sdk, async () => "paid");
    const model = sdk.model([{ text: "done" }]);
    const ended = await entry.start(
      sdk,
      {
        model: model.model,
        tools: { pay },
        messages: answered([{ id: "p1", tool: "pay", approved: false, reason: "too much" }]),
        stopWhen: sdk.ai.stepCountIs(5),
      },
      recoveryFor(),
    );
    expect(ended.run.counters.byErrorType.rejected).toBe(1);
    const output = shown(model)["p1"];
    expect(output?.type).toBe("execution-denied");
    expect(JSON.parse(String(output?.reason))).toMatchObject({ ok: false, error_type: "rejected" });
  });

  it("whose call fails are answered with the envelope", async () => {
    const pay = payTool(sdk, async () => {
      throw ToolFault.auth({ message: "The account is closed." });
    });
    const model = sdk.model([{ text: "done" }]);
    await entry.start(
      sdk,
      {
        model: model.model,
        tools: { pay },
        messages: answered([{ id: "p1", tool: "pay", approved: true }]),
        stopWhen: sdk.ai.stepCountIs(5),
      },
      recoveryFor(),
    );
    expect(envelope(model, "p1")).toMatchObject({ ok: false, error_type: "auth" });
  });

  it("whose call corrupts state end the run before the model is asked", async () => {
    const pay = payTool(sdk, async () => {
      throw ToolFault.corruptState();
    });
    const model = sdk.model([{ text: "done" }]);
    const ended = await entry.start(
      sdk,
      {
        model: model.model,
        tools: { pay },
        messages: answered([{ id: "p1", tool: "pay", approved: true }]),
        stopWhen: sdk.ai.stepCountIs(5),
      },
      recoveryFor(),
    );
    expect(model.prompts).toHaveLength(0);
    expect(ended.error).toBeUndefined();
    expect(ended.run.stopReason).toBe("corrupt_state");
  });

  it("that no longer fit their tool are answered with the envelope", async () => {
    let executed = 0;
    const pay = payTool(sdk, async () => String(++executed));
    const model = sdk.model([{ text: "done" }]);
    const ended = await entry.start(
      sdk,
      {
        model: model.model,
        tools: { pay },
        messages: answered([{ id: "p1", tool: "pay", approved: true, input: { to: 7 } }]),
        stopWhen: sdk.ai.stepCountIs(5),
      },
      recoveryFor(),
    );
    expect(executed).toBe(0);
    expect(envelope(model, "p1")).toMatchObject({ ok: false, error_type: "invalid_args" });
    expect(ended.run.counters.byErrorType.invalid_args).toBe(1);
  });

  it("that are given to a call that is refused are answered with the refusal, once", async () => {
    let executed = 0;
    const pay = withRecovery(
      payTool(sdk, async () => String(++executed)),
      { effect: "write" },
    );
    const records: string[] = [];
    const recovery = recoveryFor({
      sinks: [
        {
          write: (record) => {
            if (record.schema === "recourse.call/1") records.push(`${record.errorType}`);
          },
        },
      ],
    });
    const run = recovery.run();
    const before = { id: "p0", tool: "pay", args: {}, turn: 0 };
    run.settle({ ...before, options: { effect: "write" } }, ToolFault.timeout({ message: "slow" }));
    const model = sdk.model([{ text: "done" }]);
    await entry.start(
      sdk,
      {
        model: model.model,
        tools: { pay },
        run,
        messages: answered([{ id: "p1", tool: "pay", approved: true }]),
        stopWhen: sdk.ai.stepCountIs(5),
      },
      recovery,
    );
    expect(executed).toBe(0);
    expect(envelope(model, "p1")).toMatchObject({ ok: false, error_type: "repeated_call" });
    expect(records).toEqual(["timeout", "repeated_call"]);
  });

  it("are not asked for when the call would be refused", async () => {
    let asked = 0;
    const pay = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        needsApproval: () => {
          asked += 1;
          return asked > 2;
        },
        execute: async () => "same",
      }),
      { effect: "read" },
    );
    const model = sdk.model(Array.from({ length: 3 }, () => ({ calls: [{ tool: "pay" }] })));
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { pay }, stopWhen: sdk.ai.stepCountIs(8) },
      recoveryFor(),
    );
    expect(ended.parts.some(({ type }) => type === "tool-approval-request")).toBe(false);
    expect(envelope(model, "call-3-0")).toMatchObject({ error_type: "repeated_call" });
  });
});

const sdk7 = sdks.find(({ version }) => version === 7) as Sdk;

describe.each(entries)("toolApproval of ai 7 ($name)", (entry: Entry) => {
  it.each([
    ["by tool", { pay: "user-approval" }],
    ["by function", () => "user-approval"],
    ["by function of the tool", { pay: () => ({ type: "user-approval" }) }],
  ])("asks a person, %s, but not for a call that would be refused", async (_, toolApproval) => {
    const arguments_ = sdk7.ai.jsonSchema<{ to: string }>({
      type: "object",
      properties: { to: { type: "string" } },
      required: ["to"],
    });
    const pay = sdk7.ai.tool({ inputSchema: arguments_, execute: async () => "paid" });
    const model = sdk7.model([
      { calls: [{ tool: "pay", input: {} }] },
      { calls: [{ tool: "pay", input: { to: "a" } }] },
    ]);
    const ended = await entry.start(
      sdk7,
      { model: model.model, tools: { pay }, toolApproval, stopWhen: sdk7.ai.stepCountIs(5) },
      recoveryFor(),
    );
    const asked = ended.parts.filter(({ type }) => type === "tool-approval-request");
    expect(asked).toHaveLength(1);
    expect(envelope(model, "call-1-0")).toMatchObject({ error_type: "invalid_args" });
  });

  it("that denies is recorded as rejected", async () => {
    const pay = sdk7.ai.tool({ inputSchema: z.object({}), execute: async () => "paid" });
    const model = sdk7.model([{ calls: [{ tool: "pay" }] }]);
    const ended = await entry.start(
      sdk7,
      {
        model: model.model,
        tools: { pay },
        toolApproval: { pay: "denied" },
        stopWhen: sdk7.ai.stepCountIs(5),
      },
      recoveryFor(),
    );
    expect(ended.run.counters.byErrorType.rejected).toBe(1);
    expect(JSON.parse(String(shown(model)["call-1-0"]?.reason))).toMatchObject({
      error_type: "rejected",
    });
  });
});
