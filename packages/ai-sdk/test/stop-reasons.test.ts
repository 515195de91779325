import type { TraceRecord } from "@recourse/core";
import { APICallError } from "ai";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Entry, entries, matrix, type Response, recoveryFor, sdks } from "./kit.ts";

describe.each(matrix)("why a run ended ($title)", ({ sdk, entry }) => {
  const tools = () => ({
    step: sdk.ai.tool({ inputSchema: z.object({ n: z.number() }), execute: async ({ n }) => n }),
    ask: sdk.ai.tool({ inputSchema: z.object({}), outputSchema: z.string() }),
  });
  const steps = (count: number): Response[] =>
    Array.from({ length: count }, (_, n) => ({ calls: [{ tool: "step", input: { n } }] }));
  const start = async (script: readonly Response[], more: object = {}) => {
    const model = sdk.model(script);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: tools(), stopWhen: sdk.ai.stepCountIs(3), ...more },
      recoveryFor(),
    );
    return { model, ended };
  };

  it("completed: the model had nothing more to call", async () => {
    expect((await start(steps(1))).ended.run.stopReason).toBe("completed");
  });

  it("max_steps: the user's limit of steps", async () => {
    const { model, ended } = await start(steps(9));
    expect(model.prompts).toHaveLength(3);
    expect(ended.run.stopReason).toBe("max_steps");
  });

  it("max_steps: a limit that the user wrote", async () => {
    const stopWhen = [({ steps }: { steps: readonly unknown[] }) => steps.length >= 2];
    expect((await start(steps(9), { stopWhen })).ended.run.stopReason).toBe("max_steps");
  });

  it("stop_condition: any other condition of the user's, also beside a limit", async () => {
    const stopWhen = [sdk.ai.stepCountIs(1), sdk.ai.hasToolCall("step")];
    expect((await start(steps(9), { stopWhen })).ended.run.stopReason).toBe("stop_condition");
  });

  it("output_limit: the response was cut off, and its call is recorded as not usable", async () => {
    const { ended } = await start([
      { calls: [{ tool: "step", input: { n: 1 } }], finish: "length" },
    ]);
    expect(ended.run.stopReason).toBe("output_limit");
    expect(ended.run.counters.byErrorType.invalid_args).toBe(1);
  });

  it("content_filter", async () => {
    const { ended } = await start([{ text: "no", finish: "content-filter" }]);
    expect(ended.run.stopReason).toBe("content_filter");
  });

  it("model_error: the provider's own finish reason", async () => {
    const { ended } = await start([{ text: "no", finish: "error" }]);
    expect(ended.run.stopReason).toBe("model_error");
  });

  it("awaiting_input: a client's tool", async () => {
    const { ended } = await start([{ calls: [{ tool: "ask" }] }]);
    expect(ended.run.stopReason).toBe("awaiting_input");
  });

  it("cancelled: the caller's abort during a tool, which is no tool error", async () => {
    const controller = new AbortController();
    const wait = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (_input, { abortSignal }): Promise<string> => {
        queueMicrotask(() => controller.abort(new DOMException("user stop", "AbortError")));
        return await new Promise((_, reject) => {
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason));
        });
      },
    });
    const { ended } = await start([{ calls: [{ tool: "wait" }] }], {
      tools: { wait },
      abortSignal: controller.signal,
    });
    expect(ended.run.stopReason).toBe("cancelled");
    expect(ended.run.counters.errors).toBe(0);
  });

  it("host: run.stop(), after which the model is not called", async () => {
    const recovery = recoveryFor();
    const run = recovery.run();
    const model = sdk.model(steps(3));
    const step = sdk.ai.tool({
      inputSchema: z.object({ n: z.number() }),
      execute: async ({ n }) => {
        run.stop("enough");
        return n;
      },
    });
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { step }, run, stopWhen: sdk.ai.stepCountIs(5) },
      recovery,
    );
    expect(model.prompts).toHaveLength(1);
    expect(ended.run.stopReason).toBe("host");
  });

  it("is that of the last loop, where a run is used for several", async () => {
    const recovery = recoveryFor();
    const run = recovery.run();
    const go = async (script: readonly Response[]) => {
      const { model } = sdk.model(script);
      const settings = { model, tools: tools(), run, stopWhen: sdk.ai.stepCountIs(3) };
      await entry.start(sdk, { ...settings, maxRetries: 0, onError: () => {} }, recovery);
      return run.stopReason;
    };
    expect(await go(steps(9))).toBe("max_steps");
    expect(await go([{ text: "hello" }])).toBe("completed");
    expect(await go([{ text: "no", finish: "content-filter" }])).toBe("content_filter");
    expect(await go([{ error: new Error("down") }])).toBe("model_error");
    expect(await go([{ text: "hello" }])).toBe("completed");
  });
});

describe.each(matrix.filter(({ entry }) => /stream/i.test(entry.name)))(
  "the record of a stream ($title)",
  ({ sdk, entry }) => {
    const brokenOff = { parts: [{ type: "error", error: new Error("broke off") }] };
    it.each([
      ["is aborted in a tool", "cancelled", { text: "done" }],
      ["fails later on", "model_error", { error: new Error("down") }],
      ["breaks off", "model_error", brokenOff],
    ])("that %s says %s", async (how, reason, second) => {
      const records: TraceRecord[] = [];
      const recovery = recoveryFor({ sinks: [{ write: (record) => void records.push(record) }] });
      const caller = new AbortController();
      const look = sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async () => {
          if (how === "is aborted in a tool") caller.abort();
          return "seen";
        },
      });
      const settings = {
        model: sdk.model([{ calls: [{ tool: "look" }] }, second]).model,
        tools: { look },
        maxRetries: 0,
        stopWhen: sdk.ai.stepCountIs(3),
        abortSignal: caller.signal,
        onError: () => undefined,
      };
      await entry.start(sdk, settings, recovery);
      // Who reads the stream hears of an error before the stream has ended.
      await vi.waitFor(() => {
        const ends = records.filter((record) => record.schema === "recourse.run/1");
        expect(ends.map(({ stopReason }) => stopReason)).toEqual([reason]);
      });
    });
  },
);

describe.each(sdks)("a rejection (ai $version)", (sdk) => {
  it("of the model is a model_error, where run.track awaits the call", async () => {
    const run = recoveryFor().run();
    const model = sdk.model([{ error: new Error("down") }]);
    const call = run.track(
      sdk.ai.generateText({
        ...run.wire({}),
        model: model.model,
        prompt: "go",
        maxRetries: 0,
      } as never),
    );
    await expect(call).rejects.toThrow("down");
    expect(run.stopReason).toBe("model_error");
  });

  it.each(["generateText", "ToolLoopAgent.generate"])(
    "of %s writes the run record by itself, once",
    async (name) => {
      const records: TraceRecord[] = [];
      const recovery = recoveryFor({ sinks: [{ write: (record) => void records.push(record) }] });
      const entry = entries.find((one) => one.name === name) as Entry;
      const model = sdk.model([{ error: new Error("down") }]);
      const { run, error } = await entry.start(sdk, { model: model.model, tools: {} }, recovery);
      expect(error).toMatchObject({ message: "down" });
      expect(run.stopReason).toBe("model_error");
      const told = records.map((record) => "stopReason" in record && record.stopReason);
      expect(told).toEqual(["model_error"]);
      await run.finish("model_error");
      expect(records).toHaveLength(1);
    },
  );

  it("of a request that the SDK sends again is no end", async () => {
    const run = recoveryFor().run();
    const busy = new APICallError({
      message: "busy",
      url: "https://model.example",
      requestBodyValues: {},
      statusCode: 503,
      responseHeaders: { "retry-after-ms": "1" },
    });
    const model = sdk.model([{ error: busy }, { text: "done" }]);
    await sdk.ai.generateText({ ...run.wire({}), model: model.model, prompt: "go" } as never);
    expect(model.prompts).toHaveLength(2);
    expect(run.stopReason).toBe("completed");
  });

  it("in a stream is a model_error, and the user's onError hears of it", async () => {
    const heard: unknown[] = [];
    const run = recoveryFor().run();
    const model = sdk.model([{ error: new Error("down") }]);
    const result = sdk.ai.streamText({
      ...run.wire({ onError: ({ error }: { error: unknown }) => heard.push(error) }),
      model: model.model,
      prompt: "go",
      maxRetries: 0,
    } as never);
    await result.consumeStream({ onError: () => {} });
    expect(heard).toHaveLength(1);
    expect(run.stopReason).toBe("model_error");
  });

  it.each([
    ["generateText and streamText", 1],
    ["ToolLoopAgent", 20],
  ] as const)("of the default limit of %s does not happen: it is %i", async (_, limit) => {
    const step = sdk.ai.tool({
      inputSchema: z.object({ n: z.number() }),
      execute: async ({ n }) => n,
    });
    const model = sdk.model(
      Array.from({ length: 30 }, (_value, n) => ({ calls: [{ tool: "step", input: { n } }] })),
    );
    const recovery = recoveryFor();
    if (limit === 1) {
      const run = recovery.run();
      await sdk.ai.generateText({
        ...run.wire({ tools: { step } }),
        model: model.model,
        prompt: "go",
      } as never);
      expect(run.stopReason).toBe("max_steps");
    } else {
      const agent = new sdk.ai.ToolLoopAgent(
        recovery.agent({ model: model.model, tools: { step } }) as never,
      );
      await agent.generate({ prompt: "go" } as never);
    }
    expect(model.prompts).toHaveLength(limit);
  });
});
