/**
 * The first release of each version that is supported. What the SDK itself did otherwise then is in
 * the limits page; what a run is for holds.
 */
import * as ai6 from "ai6-oldest";
import * as test6 from "ai6-oldest/test";
import * as ai7 from "ai7-oldest";
import * as test7 from "ai7-oldest/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolFault, withRecovery } from "../src/index.ts";
import {
  entries,
  envelope,
  type MockClass,
  recoveryFor,
  type Sdk,
  scripted,
  shown,
} from "./kit.ts";

const oldest: readonly (Sdk & { readonly release: string })[] = [
  sdkOf(7, "7.0.0", ai7, test7.MockLanguageModelV4),
  sdkOf(6, "6.0.0", ai6, test6.MockLanguageModelV3),
];

function sdkOf(version: 6 | 7, release: string, ai: unknown, Mock: unknown) {
  return { version, release, ai: ai as Sdk["ai"], model: scripted(Mock as MockClass) };
}

const matrix = oldest.flatMap((sdk) =>
  entries.map((entry) => ({ title: `ai ${sdk.release}, ${entry.name}`, sdk, entry })),
);

describe.each(matrix)("the oldest releases ($title)", ({ sdk, entry }) => {
  const none = z.object({});
  const start = async (
    tools: object,
    script: Parameters<Sdk["model"]>[0],
    recovery?: ReturnType<typeof recoveryFor>,
  ) => {
    const model = sdk.model(script);
    const settings = { model: model.model, tools, stopWhen: sdk.ai.stepCountIs(6) };
    const ended = await entry.start(sdk, settings, recovery);
    return { model, ended };
  };
  const failing = (fault: () => unknown) =>
    withRecovery(
      sdk.ai.tool({
        inputSchema: none,
        execute: async (): Promise<string> => {
          throw fault();
        },
      }),
      { effect: "read" },
    );

  it("send the model what they send without us of a call that succeeds", async () => {
    const tools = {
      list: sdk.ai.tool({ inputSchema: none, execute: async () => ({ orders: [1, 2] }) }),
      plain: sdk.ai.tool({ inputSchema: none, execute: () => "text" }),
      stream: sdk.ai.tool({
        inputSchema: none,
        async *execute() {
          yield "half";
          yield "whole";
        },
      }),
    };
    const script = [{ calls: Object.keys(tools).map((tool) => ({ tool })) }];
    const bare = await start(tools, script);
    const wired = await start(tools, script, recoveryFor());
    expect(shown(wired.model)).toEqual(shown(bare.model));
    expect(wired.ended.text).toBe(bare.ended.text);
    expect(wired.ended.run.stopReason).toBe("completed");
  });

  it("send the envelope of a call that fails, whose text the record hashed", async () => {
    const missing = failing(() => ToolFault.notFound({ message: "There is no order 1." }));
    const { model, ended } = await start(
      { missing },
      [{ calls: [{ tool: "missing" }] }],
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "not_found" });
    const text = String(shown(model)["call-1-0"]?.value);
    expect(ended.run.report().lastCalls[0]?.contentChars).toBe(text.length);
  });

  it("send the envelope of an input that does not fit, and of a tool that is not there", async () => {
    const order = sdk.ai.tool({
      inputSchema: z.object({ id: z.number() }),
      execute: async () => "ok",
    });
    const { model } = await start(
      { order },
      [{ calls: [{ tool: "order", input: { id: "x" } }, { tool: "constructor" }] }],
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({ error_type: "invalid_args" });
    expect(envelope(model, "call-1-1")).toMatchObject({ error_type: "unknown_tool" });
  });

  it("hear nothing of a failure that the host repeats", async () => {
    let asked = 0;
    const busy = withRecovery(
      sdk.ai.tool({
        inputSchema: none,
        execute: async () => {
          asked += 1;
          if (asked === 1) throw Object.assign(new Error("busy"), { status: 503 });
          return "fine";
        },
      }),
      { effect: "read" },
    );
    const { model } = await start({ busy }, [{ calls: [{ tool: "busy" }] }], recoveryFor());
    expect(shown(model)["call-1-0"]).toEqual({ type: "text", value: "fine" });
  });

  it("do not call the model again after a halt, and give each call a result", async () => {
    const half = failing(() => ToolFault.corruptState());
    const fine = sdk.ai.tool({ inputSchema: none, execute: async () => "fine" });
    const { model, ended } = await start(
      { half, fine },
      [{ calls: [{ tool: "fine" }, { tool: "half" }, { tool: "fine" }] }],
      recoveryFor(),
    );
    expect(model.prompts).toHaveLength(1);
    expect(ended.run.stopReason).toBe("corrupt_state");
    const results = ended.parts.filter(
      ({ type }) => type === "tool-result" || type === "tool-error",
    );
    expect(new Set(results.map(({ toolCallId }) => toolCallId)).size).toBe(3);
  });

  it("refuse a call that brings nothing new, and end a run that asks again", async () => {
    let executed = 0;
    const same = withRecovery(
      sdk.ai.tool({
        inputSchema: none,
        execute: async () => {
          executed += 1;
          return "same";
        },
      }),
      { effect: "read" },
    );
    const { ended } = await start(
      { same },
      Array.from({ length: 9 }, () => ({ calls: [{ tool: "same" }] })),
      recoveryFor(),
    );
    expect(executed).toBe(2);
    expect(ended.run.stopReason).toBe("no_progress");
  });

  it("execute what the output limit cut off; the run does not let them where it knows in time", async () => {
    // In a stream ai 6.0.0 starts a call as its chunk arrives, before the response says why it ended.
    const streamsEarly = sdk.version === 6 && /stream/i.test(entry.name);
    let executed = 0;
    const write = sdk.ai.tool({
      inputSchema: none,
      execute: async () => {
        executed += 1;
        return "written";
      },
    });
    const { ended } = await start(
      { write },
      [{ calls: [{ tool: "write" }], finish: "length" }],
      recoveryFor(),
    );
    expect(executed).toBe(streamsEarly ? 1 : 0);
    expect(ended.run.counters.byErrorType.invalid_args ?? 0).toBe(streamsEarly ? 0 : 1);
  });
});
