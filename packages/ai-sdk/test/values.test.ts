import { describe, expect, it } from "vitest";
import { z } from "zod";
import { envelope, matrix, recoveryFor, shown } from "./kit.ts";

const none = z.object({});

function cyclic(): Record<string, unknown> {
  const value: Record<string, unknown> = { name: "loop" };
  value["self"] = value;
  return value;
}

describe.each(matrix)("values that break the SDK ($title)", ({ sdk, entry }) => {
  const start = async (tools: object, calls: readonly string[] = ["tool"]) => {
    const model = sdk.model([{ calls: calls.map((tool) => ({ tool })) }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    return { model, ended };
  };

  it("a cycle is sent as JSON with a mark, and the run goes on", async () => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({ inputSchema: none, execute: async () => cyclic() }),
    });
    expect(ended.error).toBeUndefined();
    expect(JSON.stringify(shown(model)["call-1-0"])).toContain("loop");
  });

  it("a BigInt is sent as its digits", async () => {
    const { model } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: async () => ({ count: 12345678901234567890n, nested: [2n] }),
      }),
    });
    expect(shown(model)["call-1-0"]).toEqual({
      type: "json",
      value: { count: "12345678901234567890", nested: ["2"] },
    });
  });

  it.each<[string, () => unknown, unknown]>([
    ["a method", () => ({ n: 1, refresh: () => {} }), { n: 1 }],
    ["a promise", () => ({ n: 1, more: Promise.resolve(2) }), { n: 1, more: {} }],
    ["a URL", () => ({ at: new URL("https://a.example/") }), { at: "https://a.example/" }],
    ["nothing but a function", () => () => 1, null],
  ])("a value with %s, which ai 6 cannot clone, is sent as JSON", async (_, make, sent) => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({ inputSchema: none, execute: async () => make() }),
    });
    expect(ended.error).toBeUndefined();
    expect(JSON.parse(JSON.stringify(shown(model)["call-1-0"]))).toEqual({
      type: "json",
      value: sent,
    });
  });

  it("an Error that is returned is a failure", async () => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({ inputSchema: none, execute: async () => new Error("not found") }),
    });
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false });
    expect(ended.parts.some(({ type }) => type === "tool-error")).toBe(true);
  });

  it("a cyclic object that is thrown is a failure like any other", async () => {
    const { model } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: async (): Promise<string> => {
          throw cyclic();
        },
      }),
    });
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "internal" });
  });

  it.each([undefined, null, "", 0, Symbol("s")])(
    "%s that is thrown is a failure",
    async (thrown) => {
      const { model } = await start({
        tool: sdk.ai.tool({
          inputSchema: none,
          execute: async (): Promise<string> => {
            throw thrown;
          },
        }),
      });
      expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "internal" });
    },
  );

  it("a throw before the first await is a failure like any other", async () => {
    const { model } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: (): string => {
          throw new TypeError("at once");
        },
      }),
    });
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "internal" });
  });

  it("a toModelOutput that throws gives way to the plain conversion", async () => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: async () => ({ n: 1 }),
        toModelOutput: () => {
          throw new Error("conversion");
        },
      }),
    });
    expect(ended.error).toBeUndefined();
    expect(shown(model)["call-1-0"]).toEqual({ type: "json", value: { n: 1 } });
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a bare text", "text"],
    ["content that is no list", { type: "content", value: "text" }],
  ])("a toModelOutput that gives %s gives way to the plain conversion", async (_, converted) => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: async () => ({ n: 1 }),
        toModelOutput: () => converted as { type: "text"; value: string },
      }),
    });
    expect(ended.error).toBeUndefined();
    expect(shown(model)["call-1-0"]).toEqual({ type: "json", value: { n: 1 } });
  });

  it("a toModelOutput whose JSON cannot be sent is sent as JSON with a mark", async () => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: async () => "done",
        toModelOutput: () => ({ type: "json", value: { at: cyclic(), n: 1n } as never }),
      }),
    });
    expect(ended.error).toBeUndefined();
    expect(shown(model)["call-1-0"]).toMatchObject({ type: "json", value: { n: "1" } });
    expect(JSON.stringify(shown(model)["call-1-0"])).toContain("loop");
  });

  it("a needsApproval that throws lets a person decide", async () => {
    const { ended } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: async () => "paid",
        needsApproval: () => {
          throw new Error("policy service down");
        },
      }),
    });
    expect(ended.error).toBeUndefined();
    expect(ended.parts.some(({ type }) => type === "tool-approval-request")).toBe(true);
    expect(ended.run.stopReason).toBe("awaiting_input");
  });

  it("an onInputAvailable that throws does not keep the tool from running", async () => {
    const { model } = await start({
      tool: sdk.ai.tool({
        inputSchema: none,
        execute: async () => "ran",
        onInputAvailable: () => {
          throw new Error("listener");
        },
      }),
    });
    expect(shown(model)["call-1-0"]).toEqual({ type: "text", value: "ran" });
  });

  it("a tool that is called constructor runs, and one that is not there is unknown", async () => {
    const { model } = await start(
      { constructor: sdk.ai.tool({ inputSchema: none, execute: async () => "built" }) },
      ["constructor", "toString"],
    );
    expect(shown(model)["call-1-0"]).toEqual({ type: "text", value: "built" });
    expect(envelope(model, "call-1-1")).toMatchObject({ error_type: "unknown_tool" });
  });

  it("nothing that is returned is said to be done", async () => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({ inputSchema: none, execute: async () => undefined }),
    });
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: true });
    expect(ended.parts.find(({ type }) => type === "tool-result")?.output).toBeUndefined();
  });

  it("an empty list is explained to the model and stays a list for the application", async () => {
    const { model, ended } = await start({
      tool: sdk.ai.tool({ inputSchema: none, execute: async (): Promise<string[]> => [] }),
    });
    expect(envelope(model, "call-1-0")).toMatchObject({
      ok: true,
      data: [],
      error_type: "empty_result",
    });
    expect(ended.parts.find(({ type }) => type === "tool-result")?.output).toEqual([]);
  });
});
