import { describe, expect, it } from "vitest";
import { z } from "zod";
import { matrix, recoveryFor } from "./kit.ts";

describe.each(matrix)("tools that the provider executes ($title)", ({ sdk, entry }) => {
  const start = async (isError: boolean) => {
    const id = "srv-1";
    const call = { type: "tool-call", toolCallId: id, toolName: "search", input: '{"q":"x"}' };
    const result = { type: "tool-result", toolCallId: id, toolName: "search", result: { hits: 3 } };
    const model = sdk.model([
      {
        parts: [
          { ...call, providerExecuted: true, dynamic: true },
          { ...result, providerExecuted: true, dynamic: true, isError },
        ],
        finish: "stop",
      },
    ]);
    const own = sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "own" });
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { own }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    return { ended, model };
  };

  it("are recorded, and their results left as they are", async () => {
    const { ended } = await start(false);
    const part = ended.parts.find(({ type }) => type === "tool-result");
    expect(part?.output).toEqual({ hits: 3 });
    expect(ended.run.report().lastCalls).toMatchObject([{ tool: "search", ok: true }]);
    expect(ended.run.stopReason).toBe("completed");
  });

  it("are recorded as failed where the provider says so", async () => {
    const { ended } = await start(true);
    expect(ended.run.report().lastCalls).toMatchObject([{ tool: "search", ok: false }]);
  });
});
