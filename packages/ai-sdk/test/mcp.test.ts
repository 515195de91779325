import { createMCPClient } from "@ai-sdk/mcp";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CallRecord } from "../src/index.ts";
import { envelope, matrix, recoveryFor, shown } from "./kit.ts";

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

const annotated = {
  name: "lookup",
  description: "Looks something up.",
  inputSchema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
  annotations: { readOnlyHint: true },
};

/** A server in this process; `call` answers `tools/call`, or throws as a connection does. */
function transport(call: () => object) {
  const self = {
    calls: 0,
    onmessage: undefined as ((message: never) => void) | undefined,
    start: async () => {},
    close: async () => {},
    send: async (message: Message) => {
      if (message.id === undefined) return;
      const result = answer(message);
      queueMicrotask(() => self.onmessage?.({ jsonrpc: "2.0", id: message.id, result } as never));
    },
  };
  const answer = ({ method, params }: Message): object => {
    switch (method) {
      case "initialize":
        return {
          protocolVersion: params?.["protocolVersion"],
          capabilities: { tools: {} },
          serverInfo: { name: "test", version: "1" },
        };
      case "tools/list":
        return { tools: [annotated] };
      default:
        self.calls += 1;
        return call();
    }
  };
  return self;
}

describe.each(matrix)("tools of an MCP server ($title)", ({ sdk, entry }) => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });

  const start = async (call: () => object, input: unknown = { q: "x" }, maxRetries = 0) => {
    const server = transport(call);
    const client = await createMCPClient({ transport: server as never, maxRetries });
    open.push(client);
    const records: CallRecord[] = [];
    const recovery = recoveryFor({
      sinks: [
        {
          write: (record) => {
            if (record.schema === "recourse.call/1") records.push(record);
          },
        },
      ],
    });
    const model = sdk.model([{ calls: [{ tool: "lookup", input }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: await client.tools(), stopWhen: sdk.ai.stepCountIs(3) },
      recovery,
    );
    return { server, model, ended, records };
  };
  const text = (value: string) => ({ content: [{ type: "text", text: value }] });

  it("that succeed are sent as the SDK sends them, and their hints are their effect", async () => {
    const { model, records } = await start(() => text("found"));
    expect(shown(model)["call-1-0"]).toEqual({
      type: "content",
      value: [{ type: "text", text: "found" }],
    });
    expect(records[0]).toMatchObject({ ok: true, effect: "read" });
  });

  it("that say isError failed, which the SDK itself takes for a success", async () => {
    const { model, ended } = await start(() => ({ ...text("no such row"), isError: true }));
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false });
    expect(ended.parts.some(({ type }) => type === "tool-error")).toBe(true);
  });

  it("are not called with arguments that do not fit, which the SDK does not check", async () => {
    const { server, model } = await start(() => text("found"), { q: 7 });
    expect(server.calls).toBe(0);
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "invalid_args" });
  });

  const reset = (): never => {
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  };

  it("are retried by the host when their client does not", async () => {
    const { server } = await start(reset);
    expect(server.calls).toBe(3);
  });

  it("are not retried once more when their client has", async () => {
    // The client waits two seconds before its own second attempt.
    vi.useFakeTimers();
    try {
      const started = start(reset, { q: "x" }, 1);
      await vi.advanceTimersByTimeAsync(10_000);
      const { server, model } = await started;
      expect(server.calls).toBe(2);
      expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "upstream" });
    } finally {
      vi.useRealTimers();
    }
  });
});
