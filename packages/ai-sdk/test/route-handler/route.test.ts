import type { TraceRecord } from "@recourse/core";
import { describe, expect, it, vi } from "vitest";
import { ToolFault } from "../../src/index.ts";
import { envelope, type Model, type Response as Scripted, type Sdk, sdks } from "../kit.ts";
import { savedOf } from "./process.ts";
import { processesOf } from "./processes.ts";
import type { Orders } from "./route.ts";

interface UIPart {
  readonly type: string;
  readonly toolCallId?: string;
  readonly state?: string;
  readonly errorText?: string;
  readonly approval?: { readonly id: string };
  readonly data?: unknown;
}

interface UI {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly UIPart[];
}

const user = (id: string, text: string): UI => ({
  id,
  role: "user",
  parts: [{ type: "text", text } as UIPart],
});

describe.each(sdks)("a chat route over HTTP (ai $version)", (sdk: Sdk) => {
  const start = processesOf(sdk);

  const process = async (...given: Parameters<typeof start>) => {
    const started = await start(...given);
    return {
      ...started,
      post: (messages: readonly UI[], signal?: AbortSignal) => post(started.url, messages, signal),
    };
  };

  it("shows a wait as it happens, and the answer that comes after it", async () => {
    let asked = 0;
    const store = new Map<string, string>();
    const { post } = await process(
      store,
      [{ calls: [{ tool: "get_order", input: { id: "7" } }] }, { text: "It is 12." }],
      {
        orders: {
          find: async (id) => {
            asked += 1;
            if (asked === 1) throw Object.assign(new Error("busy"), { status: 503 });
            return { id, total: 12 };
          },
        },
      },
    );
    const { chunks } = await post([user("u1", "What is order 7?")]);
    const wait = chunks.find(({ type }) => type === "data-recourse-wait");
    expect(wait?.data).toMatchObject({ tool: "get_order", attempt: 2 });
    expect(chunks.map(({ type }) => type)).toContain("text-delta");
    expect(savedOf(store).stopReason).toBe("completed");
  });

  it("has written every record when its last work is done", async () => {
    const written: string[] = [];
    const slowly = async (record: TraceRecord): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      written.push(record.schema);
    };
    const { post, flushed } = await process(
      new Map(),
      [{ calls: [{ tool: "get_order", input: { id: "7" } }] }, { text: "It is 12." }],
      { recovery: { sinks: [{ write: slowly, flush: async () => {} }] } },
    );
    await post([user("u1", "What is order 7?")]);
    await Promise.all(flushed);
    expect(written).toEqual(["recourse.call/1", "recourse.run/1"]);
  });

  it("ends the run of a client that goes away, and goes on with what it left open", async () => {
    const ends: string[] = [];
    const sink = {
      write: (record: TraceRecord) => {
        if (record.schema === "recourse.run/1") ends.push(record.stopReason);
      },
    };
    const store = new Map<string, string>();
    const gone = new AbortController();
    const first = await process(
      store,
      [{ calls: [{ tool: "get_order", input: { id: "7" }, id: "c1" }] }, { text: "never" }],
      {
        recovery: { sinks: [sink] },
        orders: {
          find: async () => {
            gone.abort();
            return await new Promise<never>(() => {});
          },
        },
      },
    );
    const going = first.post([user("u1", "What is order 7?")], gone.signal);
    await expect(going).rejects.toThrow(/abort/i);
    await vi.waitFor(() => expect(ends).toEqual(["cancelled"]));
    await Promise.all(first.flushed);
    expect(savedOf(store).stopReason).toBe("cancelled");
    expect(first.model.prompts).toHaveLength(1);

    const second = await process(store, [{ text: "Where were we?" }]);
    await second.post([...(savedOf(store).messages as unknown as UI[]), user("u2", "And now?")]);
    expect(savedOf(store).stopReason).toBe("completed");
    expect(JSON.parse(toolText(second.model))).toMatchObject({ ok: false, outcome: "unknown" });
  });

  it("sends an envelope to the UI and, in the next request, the very same text to the model", async () => {
    const store = new Map<string, string>();
    const failing: Partial<Orders> = {
      find: async () => {
        throw ToolFault.notFound({ message: "There is no order 7.", next: "Ask for the number." });
      },
    };
    const first = await process(
      store,
      [{ calls: [{ tool: "get_order", input: { id: "7" }, id: "c1" }] }, { text: "Not found." }],
      { orders: failing },
    );
    const { chunks } = await first.post([user("u1", "What is order 7?")]);
    const failed = chunks.find(({ type }) => type === "tool-output-error");
    const told = first.model.prompts.at(-1)?.at(-1)?.content as { output: { value: string } }[];
    expect(failed?.errorText).toBe(told[0]?.output.value);

    const second = await process(store, [{ text: "As I said." }]);
    await second.post([...(savedOf(store).messages as unknown as UI[]), user("u2", "Really?")]);
    expect(toolText(second.model)).toBe(failed?.errorText);
  });

  it("goes on with a run that waited for an approval, in another process, and refunds once", async () => {
    const store = new Map<string, string>();
    const keys: unknown[] = [];
    const orders: Partial<Orders> = {
      refund: async (_id, key) => {
        keys.push(key);
        return "refunded";
      },
    };
    const first = await process(
      store,
      [
        { calls: [{ tool: "get_order", input: { id: "7" } }] },
        { calls: [{ tool: "refund", input: { id: "7" }, id: "c2" }] },
      ],
      { orders },
    );
    const { chunks } = await first.post([user("u1", "Refund order 7.")]);
    expect(chunks.some(({ type }) => type === "tool-approval-request")).toBe(true);
    const waiting = savedOf(store);
    expect(waiting.stopReason).toBe("awaiting_input");
    expect(keys).toEqual([]);

    const second = await process(store, [{ text: "Done." }], { orders });
    await second.post(approve(waiting.messages as unknown as UI[]));
    expect(keys).toHaveLength(1);
    const done = savedOf(store);
    expect(done.stopReason).toBe("completed");
    expect((done.run as { runId?: string }).runId).toBe((waiting.run as { runId?: string }).runId);
  });

  it("ends a halted run with a calm message, and never shows the operator's text", async () => {
    const store = new Map<string, string>();
    const { post, model } = await process(
      store,
      [{ calls: [{ tool: "get_order", input: { id: "7" } }] }],
      {
        orders: {
          find: async () => {
            throw ToolFault.corruptState({ message: "ledger row 7 half written on db-internal-3" });
          },
        },
      },
    );
    const { chunks, body } = await post([user("u1", "What is order 7?")]);
    const stop = chunks.find(({ type }) => type === "data-recourse-stop");
    expect(stop?.data).toMatchObject({ reason: "corrupt_state" });
    expect(body).not.toContain("db-internal-3");
    expect(model.prompts).toHaveLength(1);
    expect(savedOf(store).stopReason).toBe("corrupt_state");
  });

  it("reads the counters back from the messages when there is no snapshot", async () => {
    const store = new Map<string, string>();
    const failing: Partial<Orders> = {
      find: async () => {
        throw ToolFault.notFound({ message: "There is no such order." });
      },
    };
    const ask = (n: number): Scripted => ({
      calls: [{ tool: "get_order", input: { id: String(n) } }],
    });
    const first = await process(store, [ask(1), ask(2), ask(3), ask(4), { text: "No." }], {
      orders: failing,
    });
    await first.post([user("u1", "Find it.")]);
    const messages = savedOf(store).messages as unknown as UI[];
    store.clear();
    const second = await process(store, [ask(5), { text: "No." }], { orders: failing });
    await second.post(messages);
    expect(savedOf(store).stopReason).toBe("error_cascade");
    expect(second.model.prompts).toHaveLength(1);
  });
});

/** Sends the conversation as a client does, and reads the stream that comes back to its end. */
async function post(url: string, messages: readonly UI[], signal?: AbortSignal) {
  const response = await fetch(url, {
    method: "POST",
    ...(signal === undefined ? {} : { signal }),
    body: JSON.stringify({ id: "chat-1", messages }),
  });
  const body = await response.text();
  const chunks = body
    .split("\n\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)) as UIPart);
  return { body, chunks };
}

function toolText(model: Model): string {
  const message = model.prompts.at(-1)?.find(({ role }) => role === "tool");
  const [part] = (message?.content ?? []) as { toolCallId: string; output: { value: string } }[];
  expect(envelope(model, part?.toolCallId ?? "")).toMatchObject({ ok: false });
  return part?.output.value ?? "";
}

/** What a UI makes of a message whose approval a person gave. */
function approve(messages: readonly UI[]): UI[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.state === "approval-requested"
        ? {
            ...part,
            state: "approval-responded",
            approval: { id: part.approval?.id ?? "", approved: true },
          }
        : part,
    ),
  }));
}
