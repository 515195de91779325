/** Aborts of the caller that the SDK tells nobody of: the run has its one record all the same. */
import type { TraceRecord } from "@recourse/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { matrix, recoveryFor, type Sdk, sdks } from "./kit.ts";

function recorded() {
  const records: TraceRecord[] = [];
  const recovery = recoveryFor({ sinks: [{ write: (record) => void records.push(record) }] });
  const ends = () =>
    records.flatMap((record) => (record.schema === "recourse.run/1" ? [record.stopReason] : []));
  return { recovery, records, ends };
}

/** Long enough for a second record, were there one. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const lookTool = (sdk: Sdk, execute: () => void = () => {}) =>
  sdk.ai.tool({
    inputSchema: z.object({}),
    execute: async () => {
      execute();
      return "seen";
    },
  });

describe.each(matrix)("an abort ($title)", ({ sdk, entry }) => {
  const abort = (): DOMException => new DOMException("user stop", "AbortError");

  it.each(["in a tool", "in a callback after a step", "in a stop condition", "in a request"])(
    "%s gives one run record, which says cancelled",
    async (where) => {
      const { recovery, ends } = recorded();
      const caller = new AbortController();
      const stopAt = (place: string): void => {
        if (place === where) caller.abort(abort());
      };
      const request = {
        get error() {
          stopAt("in a request");
          return caller.signal.reason as unknown;
        },
      };
      const model = sdk.model([
        { calls: [{ tool: "look" }] },
        where === "in a request" ? request : { text: "done" },
      ]);
      await entry.start(
        sdk,
        {
          model: model.model,
          tools: { look: lookTool(sdk, () => stopAt("in a tool")) },
          stopWhen: async () => {
            await new Promise((resolve) => setTimeout(resolve, 5));
            stopAt("in a stop condition");
            return false;
          },
          onStepFinish: () => stopAt("in a callback after a step"),
          abortSignal: caller.signal,
        },
        recovery,
      );
      await vi.waitFor(() => expect(ends()).toEqual(["cancelled"]));
      await settled();
      expect(ends()).toEqual(["cancelled"]);
    },
  );

  it("that comes when a condition ends the loop is not the end of it", async () => {
    const { recovery, ends } = recorded();
    const caller = new AbortController();
    const model = sdk.model([{ calls: [{ tool: "look" }] }]);
    await entry.start(
      sdk,
      {
        model: model.model,
        tools: { look: lookTool(sdk) },
        stopWhen: async () => {
          // What reads a stream is told of the abort, whatever its conditions say.
          if (!/stream/i.test(entry.name)) caller.abort(abort());
          await new Promise((resolve) => setTimeout(resolve, 5));
          return true;
        },
        abortSignal: caller.signal,
      },
      recovery,
    );
    await settled();
    expect(ends()).toEqual(["stop_condition"]);
  });

  // An agent takes the SDK's own time-out with each call, where the test does not reach.
  const timeouts = [
    ["the caller's", () => ({ abortSignal: AbortSignal.timeout(15) })],
    ...(/Agent/.test(entry.name) ? [] : [["the SDK's", () => ({ timeout: 15 })] as const]),
  ] as const;

  it.each(timeouts)("by %s time-out is the run's deadline", async (_, timeout) => {
    const { recovery, ends } = recorded();
    const slow = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (_input, { abortSignal }): Promise<string> =>
        await new Promise((_, reject) => {
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason as Error));
        }),
    });
    const model = sdk.model([{ calls: [{ tool: "slow" }] }]);
    await entry.start(
      sdk,
      {
        model: model.model,
        tools: { slow },
        stopWhen: sdk.ai.stepCountIs(3),
        ...timeout(),
      },
      recovery,
    );
    await vi.waitFor(() => expect(ends()).toEqual(["deadline"]));
  });
});

describe.each(sdks)("a stream that is read no further (ai $version)", (sdk) => {
  it.each(["never", "to its first part"])(
    "and was read %s has its record when the caller aborts, and no second when it is read on",
    async (read) => {
      const { recovery, ends } = recorded();
      const caller = new AbortController();
      const run = recovery.run();
      const model = sdk.model([{ text: "one", calls: [{ tool: "look" }] }, { text: "two" }]);
      const result = sdk.ai.streamText({
        ...run.wire({
          tools: { look: lookTool(sdk) },
          stopWhen: sdk.ai.stepCountIs(4),
          abortSignal: caller.signal,
          onError: () => {},
        }),
        model: model.model,
        prompt: "go",
      } as never);
      const reader = result.toUIMessageStream().getReader();
      if (read !== "never") await reader.read();
      await settled();
      caller.abort();
      await vi.waitFor(() => expect(ends()).toEqual(["cancelled"]));
      for (let part = await reader.read(); !part.done; ) part = await reader.read();
      await settled();
      expect(ends()).toEqual(["cancelled"]);
      expect(run.stopReason).toBe("cancelled");
    },
  );

  it("executes nothing more under the run, once its record is written", async () => {
    const { recovery, records, ends } = recorded();
    const caller = new AbortController();
    const run = recovery.run();
    let executed = 0;
    const count = (): void => {
      executed += 1;
    };
    const wired = run.wire({
      tools: { look: lookTool(sdk, count) },
      abortSignal: caller.signal,
      onError: () => {},
    });
    const result = sdk.ai.streamText({
      ...wired,
      model: sdk.model([{ text: "one" }]).model,
      prompt: "go",
    } as never);
    await settled();
    caller.abort();
    await vi.waitFor(() => expect(ends()).toEqual(["cancelled"]));
    const late = wired.tools.look.execute as (input: object, options: object) => Promise<string>;
    const options = { toolCallId: "late", messages: [], abortSignal: caller.signal };
    await expect(late({}, options)).rejects.toBe(caller.signal.reason);
    expect(executed).toBe(0);
    expect(records).toHaveLength(1);
    await result.consumeStream({ onError: () => {} });
  });
});
