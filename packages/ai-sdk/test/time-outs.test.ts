import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callContext, withRecovery } from "../src/index.ts";
import { envelope, matrix, recoveryFor, type Sdk, sdks, shown } from "./kit.ts";

const never = (): Promise<string> => new Promise(() => {});

describe.each(matrix)("time-outs ($title)", ({ sdk, entry }) => {
  it("are real: a tool that ignores its signal is left behind", async () => {
    const slow = withRecovery(sdk.ai.tool({ inputSchema: z.object({}), execute: never }), {
      timeoutMs: 5,
      effect: "write",
    });
    const model = sdk.model([{ calls: [{ tool: "slow" }] }]);
    await entry.start(
      sdk,
      { model: model.model, tools: { slow }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({
      ok: false,
      error_type: "timeout",
      outcome: "unknown",
      retryable: false,
    });
  });

  it("reach the tool by its signal", async () => {
    let reason: unknown;
    const slow = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async (_input, { abortSignal }): Promise<string> => {
          abortSignal?.addEventListener("abort", () => {
            reason = abortSignal.reason;
          });
          return await never();
        },
      }),
      { timeoutMs: 5, effect: "write" },
    );
    const model = sdk.model([{ calls: [{ tool: "slow" }] }]);
    await entry.start(
      sdk,
      { model: model.model, tools: { slow }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect((reason as Error).name).toBe("TimeoutError");
  });

  it("give a tool the same idempotency key over its attempts", async () => {
    const keys: unknown[] = [];
    const tool = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async (_input, options) => {
          keys.push(callContext(options)?.idempotencyKey);
          if (keys.length === 1) throw Object.assign(new Error("busy"), { status: 503 });
          return "ok";
        },
      }),
      { effect: "idempotent" },
    );
    const model = sdk.model([{ calls: [{ tool: "tool" }] }]);
    await entry.start(
      sdk,
      { model: model.model, tools: { tool }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect(shown(model)["call-1-0"]).toEqual({ type: "text", value: "ok" });
    expect(keys[0]).toMatch(/^[0-9a-f]+/);
    expect(keys[1]).toBe(keys[0]);
  });

  it("are not needed for an abort of the caller, which a tool may ignore too", async () => {
    const controller = new AbortController();
    const deaf = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: () => {
        setTimeout(() => controller.abort(new DOMException("user stop", "AbortError")), 5);
        return never();
      },
    });
    const model = sdk.model([{ calls: [{ tool: "deaf" }] }]);
    const ended = await entry.start(
      sdk,
      {
        model: model.model,
        tools: { deaf },
        abortSignal: controller.signal,
        stopWhen: sdk.ai.stepCountIs(3),
      },
      recoveryFor(),
    );
    expect(ended.run.stopReason).toBe("cancelled");
    expect(ended.run.counters.errors).toBe(0);
  });

  it("are not waited out when the caller aborts between attempts", async () => {
    const controller = new AbortController();
    const reason = new DOMException("user stop", "AbortError");
    let executions = 0;
    const tool = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async (): Promise<string> => {
          executions += 1;
          setTimeout(() => controller.abort(reason), 5);
          throw Object.assign(new Error("busy"), { status: 503 });
        },
      }),
      { effect: "read" },
    );
    const model = sdk.model([{ calls: [{ tool: "tool" }] }]);
    const ended = await entry.start(
      sdk,
      {
        model: model.model,
        tools: { tool },
        abortSignal: controller.signal,
        stopWhen: sdk.ai.stepCountIs(3),
      },
      recoveryFor({ policy: { retry: { baseMs: 20_000, jitter: 0 } } }),
    );
    expect(executions).toBe(1);
    expect(ended.run.stopReason).toBe("cancelled");
    expect(ended.run.counters.errors).toBe(0);
  });
});

const sdk7 = sdks.find(({ version }) => version === 7) as Sdk;

describe("the tool time-out of ai 7", () => {
  it("is a time-out for the model, of a tool that ignores its signal too, and is not retried", async () => {
    let executions = 0;
    const slow = withRecovery(
      sdk7.ai.tool({
        inputSchema: z.object({}),
        execute: () => {
          executions += 1;
          return never();
        },
      }),
      { effect: "read" },
    );
    const run = recoveryFor().run();
    const model = sdk7.model([{ calls: [{ tool: "slow" }] }]);
    await sdk7.ai.generateText({
      ...run.wire({ tools: { slow }, stopWhen: sdk7.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
      timeout: { toolMs: 5 },
    } as never);
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "timeout" });
    expect(executions).toBe(1);
  });
});
