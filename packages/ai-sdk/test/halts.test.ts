import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AiSdkRun, ToolFault, withRecovery } from "../src/index.ts";
import { envelope, matrix, recoveryFor, sdks, shown } from "./kit.ts";

describe.each(matrix)("a halt ($title)", ({ sdk, entry }) => {
  const half = () =>
    sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (): Promise<string> => {
        throw ToolFault.corruptState({ message: "half written" });
      },
    });

  it("ends the loop without another model call, and every call has a result", async () => {
    const fine = sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "fine" });
    const model = sdk.model([{ calls: [{ tool: "fine" }, { tool: "half" }, { tool: "fine" }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { fine, half: half() }, stopWhen: sdk.ai.stepCountIs(5) },
      recoveryFor(),
    );
    expect(model.prompts).toHaveLength(1);
    expect(ended.error).toBeUndefined();
    const results = ended.parts.filter(
      ({ type }) => type === "tool-result" || type === "tool-error",
    );
    expect(results.map(({ toolCallId }) => toolCallId).sort()).toEqual([
      "call-1-0",
      "call-1-1",
      "call-1-2",
    ]);
    expect(ended.run.stopReason).toBe("corrupt_state");
  });

  it("shows no detail of the failure in the call's text", async () => {
    const model = sdk.model([{ calls: [{ tool: "half" }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { half: half() }, stopWhen: sdk.ai.stepCountIs(5) },
      recoveryFor(),
    );
    const error = ended.parts.find(({ type }) => type === "tool-error")?.error as Error;
    expect(JSON.parse(error.message)).toMatchObject({
      error_type: "corrupt_state",
      outcome: "unknown",
    });
    expect(error.message).not.toContain("half written");
  });

  it("comes after five failed turns in a row", async () => {
    const broken = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({ n: z.number() }),
        execute: async ({ n }): Promise<string> => {
          throw ToolFault.notFound({ message: `No ${n}.` });
        },
      }),
      { effect: "read" },
    );
    const model = sdk.model(
      Array.from({ length: 9 }, (_, n) => ({ calls: [{ tool: "broken", input: { n } }] })),
    );
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { broken }, stopWhen: sdk.ai.stepCountIs(20) },
      recoveryFor(),
    );
    expect(ended.run.stopReason).toBe("error_cascade");
    expect(model.prompts).toHaveLength(5);
  });

  it("comes when a refused call is asked for again", async () => {
    let executed = 0;
    const same = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async () => {
          executed += 1;
          return "same";
        },
      }),
      { effect: "read" },
    );
    const model = sdk.model(Array.from({ length: 9 }, () => ({ calls: [{ tool: "same" }] })));
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { same }, stopWhen: sdk.ai.stepCountIs(20) },
      recoveryFor(),
    );
    expect(ended.run.stopReason).toBe("no_progress");
    expect(executed).toBe(2);
    expect(envelope(model, "call-3-0")).toMatchObject({ error_type: "repeated_call" });
  });
});

describe.each(sdks)("a halt that was not wired (ai $version)", (sdk) => {
  it("is warned about once, by name, and nothing more is executed", async () => {
    const warnings: string[] = [];
    let executed = 0;
    const half = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (): Promise<string> => {
        executed += 1;
        throw ToolFault.corruptState();
      },
    });
    const run = recoveryFor({
      onEvent: (event) => {
        if (event.type === "warning" && event.code === "halt_not_wired")
          warnings.push(event.message);
      },
    }).run();
    const model = sdk.model([{ calls: [{ tool: "half" }] }, { calls: [{ tool: "half" }] }]);
    await sdk.ai.generateText({
      model: model.model,
      prompt: "go",
      tools: run.tools({ half }),
      stopWhen: sdk.ai.stepCountIs(4),
    });
    expect(executed).toBe(1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("stopWhen");
    expect(warnings[0]).toContain("prepareStep");
    expect(envelope(model, "call-2-0")).toMatchObject({ error_type: "not_executed" });
  });

  it.each([
    ["for want of stopWhen alone", (run: AiSdkRun) => ({ prepareStep: run.prepareStep() })],
    ["for a stopWhen that took the place of ours", (run: AiSdkRun) => run.wire({})],
  ])("%s still never reaches the model, and is warned about", async (_, wired) => {
    const warnings: string[] = [];
    const half = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (): Promise<string> => {
        throw ToolFault.corruptState();
      },
    });
    const run = recoveryFor({
      onEvent: (event) => {
        if (event.type === "warning" && event.code === "halt_not_wired")
          warnings.push(event.message);
      },
    }).run();
    const model = sdk.model([{ calls: [{ tool: "half" }] }]);
    const result = await run.track(
      sdk.ai.generateText({
        model: model.model,
        prompt: "go",
        ...(wired(run) as object),
        tools: run.tools({ half }),
        stopWhen: sdk.ai.stepCountIs(4),
      }),
    );
    expect(model.prompts).toHaveLength(1);
    expect(result.text).toBe("");
    expect(run.stopReason).toBe("corrupt_state");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("stopWhen");
    expect(warnings[0]).not.toContain("prepareStep");
  });

  it("for a prepareStep that took the place of ours ends the loop all the same", async () => {
    const half = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (): Promise<string> => {
        throw ToolFault.corruptState();
      },
    });
    const run = recoveryFor().run();
    const model = sdk.model([{ calls: [{ tool: "half" }] }]);
    await sdk.ai.generateText({
      model: model.model,
      prompt: "go",
      ...run.wire({ tools: { half }, stopWhen: sdk.ai.stepCountIs(4) }),
      prepareStep: () => undefined,
    } as never);
    expect(model.prompts).toHaveLength(1);
    expect(run.stopReason).toBe("corrupt_state");
  });
});

describe.each(matrix)("a mode of one part ($title)", ({ sdk, entry }) => {
  it("that guards without wording messages stops loops and leaves the SDK's texts", async () => {
    const broken = sdk.ai.tool({
      inputSchema: z.object({ n: z.number() }),
      execute: async ({ n }): Promise<string> => {
        throw new RangeError(`kaput ${n}`);
      },
    });
    const model = sdk.model(
      Array.from({ length: 9 }, (_, n) => ({ calls: [{ tool: "broken", input: { n } }] })),
    );
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { broken }, stopWhen: sdk.ai.stepCountIs(20) },
      recoveryFor({ mode: { messages: "observe" } }),
    );
    expect(ended.run.stopReason).toBe("error_cascade");
    expect(shown(model)["call-1-0"]?.value).toMatch(/kaput 0$/);
  });
});
