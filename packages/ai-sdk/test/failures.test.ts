import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolFault, ToolRecoveryError, withRecovery } from "../src/index.ts";
import { envelope, matrix, recoveryFor, shown } from "./kit.ts";

const input = z.object({ id: z.number() });

describe.each(matrix)("a call that fails ($title)", ({ sdk, entry }) => {
  const limit = sdk.ai.stepCountIs(5);

  it("keeps its tool-error part, whose error is ours with the tool's own as cause", async () => {
    const thrown = new TypeError("kaput");
    const order = sdk.ai.tool({
      inputSchema: input,
      execute: async (): Promise<string> => {
        throw thrown;
      },
    });
    const model = sdk.model([{ calls: [{ tool: "order", input: { id: 1 } }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { order }, stopWhen: limit },
      recoveryFor(),
    );
    const part = ended.parts.find(({ type }) => type === "tool-error");
    expect(ToolRecoveryError.isInstance(part?.error)).toBe(true);
    expect(Reflect.get(Object(part?.error), "cause")).toBe(thrown);
    expect(ended.text).toBe("done");
  });

  it("is read by the model as the envelope, byte for byte what the record hashed", async () => {
    const order = sdk.ai.tool({
      inputSchema: input,
      execute: async (): Promise<string> => {
        throw ToolFault.notFound({ message: "There is no order 1.", next: "Call list_orders." });
      },
    });
    const model = sdk.model([{ calls: [{ tool: "order", input: { id: 1 } }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { order }, stopWhen: limit },
      recoveryFor(),
    );
    const output = shown(model)["call-1-0"];
    expect(output?.type).toBe("error-text");
    expect(JSON.parse(String(output?.value))).toMatchObject({ ok: false, error_type: "not_found" });
    expect(ended.run.report().lastCalls[0]?.contentChars).toBe(String(output?.value).length);
  });

  it("reaches the model as an envelope when the input does not fit", async () => {
    let executed = 0;
    const order = sdk.ai.tool({
      inputSchema: input,
      execute: async () => {
        executed += 1;
        return "ok";
      },
    });
    const model = sdk.model([{ calls: [{ tool: "order", input: { id: "one" } }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { order }, stopWhen: limit },
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({
      ok: false,
      error_type: "invalid_args",
      retryable: true,
    });
    expect(executed).toBe(0);
    expect(ended.run.counters.byErrorType.invalid_args).toBe(1);
  });

  it("shows nothing of what a check of the input threw", async () => {
    const key = `sk-ant-api03-${"A".repeat(40)}`;
    const checked = input.refine(() => {
      throw Object.assign(new Error(`cannot look it up with ${key}`), { headers: { key } });
    });
    const order = sdk.ai.tool({ inputSchema: checked, execute: async () => "found" });
    const model = sdk.model([{ calls: [{ tool: "order", input: { id: 1 } }] }]);
    const settings = { model: model.model, tools: { order }, stopWhen: limit };
    const { parts } = await entry.start(sdk, settings, recoveryFor());
    const error = parts.find(({ type }) => type === "tool-error")?.error;
    const call = parts.find(({ type }) => type === "tool-call");
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false });
    expect(JSON.stringify([error, call, model.prompts])).not.toContain("sk-ant");
  });

  it("reaches the model as an envelope when the input is no JSON", async () => {
    const order = sdk.ai.tool({ inputSchema: input, execute: async () => "ok" });
    const model = sdk.model([{ calls: [{ tool: "order", input: '{"id": 1,' }] }]);
    await entry.start(
      sdk,
      { model: model.model, tools: { order }, stopWhen: limit },
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "invalid_args" });
  });

  it.each(["get_ordr", "constructor", "toString", "__proto__"])(
    "reaches the model as an envelope when no tool is called %s",
    async (name) => {
      const get_order = sdk.ai.tool({ inputSchema: input, execute: async () => "ok" });
      const model = sdk.model([{ calls: [{ tool: name, input: { id: 1 } }] }]);
      const ended = await entry.start(
        sdk,
        { model: model.model, tools: { get_order }, stopWhen: limit },
        recoveryFor(),
      );
      expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "unknown_tool" });
      expect(String(envelope(model, "call-1-0")["message"])).toContain("get_order");
      expect(ended.text).toBe("done");
    },
  );

  it("is retried by the host when a repeat is safe, and the model hears nothing of it", async () => {
    let attempts = 0;
    const order = withRecovery(
      sdk.ai.tool({
        inputSchema: input,
        execute: async () => {
          attempts += 1;
          if (attempts === 1) throw Object.assign(new Error("busy"), { status: 503 });
          return "ok";
        },
      }),
      { effect: "read" },
    );
    const model = sdk.model([{ calls: [{ tool: "order", input: { id: 1 } }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { order }, stopWhen: limit },
      recoveryFor(),
    );
    expect(shown(model)["call-1-0"]).toEqual({ type: "text", value: "ok" });
    expect(ended.run.counters.hostRecovered).toBe(1);
  });

  it("does not touch its parallel siblings", async () => {
    const quote = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (): Promise<string> => {
        throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
      },
    });
    const close = sdk.ai.tool({ inputSchema: input, execute: async () => ({ tx: "0xabc" }) });
    const model = sdk.model([
      {
        calls: [
          { tool: "close", input: { id: 9 }, id: "a" },
          { tool: "quote", id: "b" },
        ],
      },
    ]);
    await entry.start(
      sdk,
      { model: model.model, tools: { quote, close }, stopWhen: limit },
      recoveryFor({ policy: { retry: false } }),
    );
    expect(shown(model)["a"]).toEqual({ type: "json", value: { tx: "0xabc" } });
    expect(envelope(model, "b")).toMatchObject({ ok: false });
  });
});
