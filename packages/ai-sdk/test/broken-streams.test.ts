/** Streams of a model that break off: whether that is the end is for the SDK to say. */
import type { TraceRecord } from "@recourse/core";
import { describe, expect, it } from "vitest";
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
});
