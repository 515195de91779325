/** Streams of a model that break off: whether that is the end is for the SDK to say. */
import type { TraceRecord } from "@recourse/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { matrix, type Response, recoveryFor, type Sdk, sdks } from "./kit.ts";

const brokenOff = { type: "error", error: new Error("broke off") };
const call: Response = { calls: [{ tool: "look" }] };
const broken: Response = { text: "a", parts: [brokenOff] };
const afterCall: Response = { calls: [{ tool: "look" }], parts: [brokenOff] };
const rejected: Response = { error: new Error("down") };
const done: Response = { text: "done" };

function recorded(sdk: Sdk) {
  const records: TraceRecord[] = [];
  const recovery = recoveryFor({ sinks: [{ write: (record) => void records.push(record) }] });
  const look = sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "seen" });
  const ends = () =>
    records.flatMap((record) => (record.schema === "recourse.run/1" ? [record.stopReason] : []));
  return { recovery, ends, tools: { look } };
}

/** The SDK goes on after the end of a stream that it gives to its reader. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

describe.each(matrix.filter(({ entry }) => /stream/i.test(entry.name)))(
  "a model's stream that breaks off ($title)",
  ({ sdk, entry }) => {
    const start = async (script: readonly Response[], more: object = {}) => {
      const { recovery, ends, tools } = recorded(sdk);
      const model = sdk.model(script);
      await entry.start(
        sdk,
        {
          model: model.model,
          tools,
          stopWhen: sdk.ai.stepCountIs(4),
          maxRetries: 0,
          onError: () => {},
          ...more,
        },
        recovery,
      );
      await settled();
      return { model, ends };
    };

    it.each<[string, readonly Response[]]>([
      ["at once", [{ parts: [brokenOff] }]],
      ["in its text", [broken]],
      ["in its text, in the second step", [call, broken]],
      ["before it begins, in the second step", [call, rejected]],
    ])("%s ends the run once, with model_error", async (_, script) => {
      expect((await start(script)).ends()).toEqual(["model_error"]);
    });

    it("after a call that the SDK executes all the same is not the end", async () => {
      const { model, ends } = await start([afterCall, done]);
      expect(model.prompts).toHaveLength(2);
      expect(ends()).toEqual(["completed"]);
    });

    it("is told from a prepareStep of the user's that throws only by the error", async () => {
      const prepareStep = ({ stepNumber }: { readonly stepNumber: number }) => {
        if (stepNumber === 1) throw new RangeError("prepareStep");
        return undefined;
      };
      expect((await start([call], { prepareStep })).ends()).toEqual(["model_error"]);
    });
  },
);

describe("a stream that ai 7 asks for again", () => {
  const sdk = sdks.find(({ version }) => version === 7) as Sdk;
  const again = async () => ({ retry: true as const });

  it.each<[string, readonly Response[], object, string, number]>([
    ["by itself", [call, broken, call, done], { streamRetries: 1 }, "completed", 4],
    ["by itself, in vain", [call, broken, broken], { streamRetries: 1 }, "model_error", 3],
    ["by itself, and is refused", [call, broken, rejected], { streamRetries: 1 }, "model_error", 3],
    ["for onError", [broken, call, done], { streamRetries: 0, onError: again }, "completed", 3],
    [
      "for onError, to say no more",
      [broken, done],
      { streamRetries: 0, onError: again },
      "completed",
      2,
    ],
  ])("%s ends the run once, as it comes out", async (_, script, more, reason, requests) => {
    const { recovery, ends, tools } = recorded(sdk);
    const model = sdk.model(script);
    const result = sdk.ai.streamText({
      prompt: "go",
      maxRetries: 0,
      ...recovery.run().wire({
        tools,
        stopWhen: sdk.ai.stepCountIs(5),
        onError: () => {},
        ...more,
      }),
      model: model.model,
    } as never);
    await result.consumeStream({ onError: () => {} });
    await settled();
    expect(model.prompts).toHaveLength(requests);
    expect(ends()).toEqual([reason]);
  });

  describe("not at all, and whose user has no onError", () => {
    const consume = async (model: unknown, bare: boolean) => {
      const { recovery, ends, tools } = recorded(sdk);
      const logged = vi.spyOn(console, "error").mockImplementation(() => {});
      const settings = { tools, stopWhen: sdk.ai.stepCountIs(5), streamRetries: 0 };
      const result = sdk.ai.streamText({
        prompt: "go",
        maxRetries: 0,
        ...(bare ? settings : recovery.run().wire(settings)),
        model,
      } as never);
      const chunks: string[] = [];
      for await (const { type } of result.fullStream) chunks.push(type);
      await settled();
      const logs = logged.mock.calls.length;
      logged.mockRestore();
      return { chunks, logs, ends: ends() };
    };

    it("ends the run with model_error, and is logged by the SDK as without us", async () => {
      const script = [call, broken];
      const bare = await consume(sdk.model(script).model, true);
      const { chunks, logs, ends } = await consume(sdk.model(script).model, false);
      expect(logs).toBe(1);
      expect({ chunks, logs }).toEqual({ chunks: bare.chunks, logs: bare.logs });
      expect(ends).toEqual(["model_error"]);
    });

    it("holds nothing of a call back", async () => {
      const input = { type: "tool-input-start", id: "a", toolName: "look" };
      const parts = [input, { type: "tool-input-end", id: "a" }];
      const text = [
        { type: "text-start", id: "t" },
        { type: "text-delta", id: "t", delta: "and more" },
        { type: "text-end", id: "t" },
      ];
      const seen: string[] = [];
      let finishing: readonly string[] = [];
      const model = {
        specificationVersion: "v4",
        provider: "mock",
        modelId: "slow",
        supportedUrls: {},
        doStream: async () => ({
          stream: new ReadableStream({
            async start(controller) {
              controller.enqueue({ type: "stream-start", warnings: [] });
              for (const part of [...parts, ...text]) controller.enqueue(part);
              await settled();
              finishing = [...seen];
              controller.enqueue({
                type: "finish",
                finishReason: { unified: "stop", raw: "stop" },
                usage: { inputTokens: {}, outputTokens: {} },
              });
              controller.close();
            },
          }),
        }),
      };
      const { recovery, tools } = recorded(sdk);
      const settings = {
        tools,
        streamRetries: 0,
        onChunk: ({ chunk }: { readonly chunk: { readonly type: string } }) => {
          seen.push(chunk.type);
        },
      };
      const result = sdk.ai.streamText({
        prompt: "go",
        ...recovery.run().wire(settings),
        model,
      } as never);
      await result.consumeStream();
      expect(finishing).toContain("tool-input-start");
      expect(finishing).toContain("text-delta");
    });
  });
});
