import type { DataUIPart, UIDataTypes } from "ai";
import { describe, expect, it, vi } from "vitest";
import { ToolFault } from "../../src/index.ts";
import { type Sdk, sdks } from "../kit.ts";
import { type Chat, chatOf } from "./chat.ts";
import { savedOf } from "./process.ts";
import { processesOf } from "./processes.ts";

interface ToolPart {
  readonly type: string;
  readonly state?: string;
  readonly approval?: { readonly id: string };
  readonly errorText?: string;
}

describe.each(sdks)("the chat behind useChat, over HTTP (ai $version)", (sdk: Sdk) => {
  const start = processesOf(sdk);

  it("is told of a wait while it lasts, and keeps nothing of it", async () => {
    const told: DataUIPart<UIDataTypes>[] = [];
    let asked = 0;
    const { url } = await start(
      new Map(),
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
    const chat = chatOf(sdk, url, { onData: (part) => told.push(part) });
    await chat.sendMessage({ text: "What is order 7?" });
    expect(told.map(({ type }) => type)).toEqual(["data-recourse-wait"]);
    expect(told[0]?.data).toMatchObject({ tool: "get_order", attempt: 2 });
    expect(typesOf(chat)).not.toContain("data-recourse-wait");
    expect(typesOf(chat)).toContain("text");
    expect(chat.status).toBe("ready");
  });

  it("shows the calm message of a halted run, and no error", async () => {
    const { url } = await start(
      new Map(),
      [{ calls: [{ tool: "get_order", input: { id: "7" } }] }],
      {
        orders: {
          find: async () => {
            throw ToolFault.corruptState({ message: "row 7 half written on db-internal-3" });
          },
        },
      },
    );
    const chat = chatOf(sdk, url);
    await chat.sendMessage({ text: "What is order 7?" });
    const stop = chat.messages.at(-1)?.parts.find(({ type }) => type === "data-recourse-stop");
    expect(stop).toMatchObject({
      data: { reason: "corrupt_state", message: expect.stringMatching(/\w/) as string },
    });
    expect(JSON.stringify(chat.messages)).not.toContain("db-internal-3");
    expect(chat.status).toBe("ready");
    expect(chat.error).toBeUndefined();
  });

  it("goes on after an approval on a page that was loaded anew, in another process", async () => {
    const store = new Map<string, string>();
    const refunds: string[] = [];
    const more = {
      orders: {
        refund: async (id: string) => {
          refunds.push(id);
          return "refunded";
        },
      },
    };
    const first = await start(store, [{ calls: [{ tool: "refund", input: { id: "7" } }] }], more);
    const chat = chatOf(sdk, first.url);
    await chat.sendMessage({ text: "Refund order 7." });
    const waiting = savedOf(store);
    expect(waiting.stopReason).toBe("awaiting_input");

    const second = await start(store, [{ text: "Done." }], more);
    const page = chatOf(sdk, second.url, { messages: [...waiting.messages] });
    const asked = toolPart(page);
    expect(asked?.state).toBe("approval-requested");
    await page.addToolApprovalResponse({ id: asked?.approval?.id ?? "", approved: true });
    await vi.waitFor(() => {
      expect(toolPart(page)?.state).toBe("output-available");
      expect(savedOf(store).stopReason).toBe("completed");
    });
    expect(refunds).toEqual(["7"]);
    expect(savedOf(store).run.runId).toBe(waiting.run.runId);
  });

  it("keeps the text that the model read of a failed call for its next request", async () => {
    const store = new Map<string, string>();
    const { url, model } = await start(
      store,
      [
        { calls: [{ tool: "get_order", input: { id: "7" } }] },
        { text: "There is none." },
        { text: "As I said." },
      ],
      {
        orders: {
          find: async () => {
            throw ToolFault.notFound({ message: "There is no order 7." });
          },
        },
      },
    );
    const chat = chatOf(sdk, url);
    await chat.sendMessage({ text: "What is order 7?" });
    await chat.sendMessage({ text: "Really?" });
    const read = model.prompts.map((prompt) =>
      JSON.stringify(prompt.filter(({ role }) => role === "tool").map(({ content }) => content)),
    );
    expect(read[1]).toContain("There is no order 7.");
    expect(JSON.parse(read[2] ?? "")).toEqual(JSON.parse(read[1] ?? ""));
    expect(toolPart(chat)?.errorText).toContain("There is no order 7.");
  });
});

function typesOf(chat: Chat): readonly string[] {
  return chat.messages.flatMap(({ parts }) => parts.map(({ type }) => type));
}

function toolPart(chat: Chat): ToolPart | undefined {
  const parts = chat.messages.flatMap((message) => message.parts as readonly ToolPart[]);
  return parts.find(({ type }) => type.startsWith("tool-"));
}
