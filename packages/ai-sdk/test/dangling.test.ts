import { describe, expect, it } from "vitest";
import { z } from "zod";
import { closeDanglingToolCalls } from "../src/index.ts";
import { recoveryFor, sdks } from "./kit.ts";

const call = (id: string) => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "edit",
  input: { f: id },
});
const result = (id: string) => ({
  type: "tool-result",
  toolCallId: id,
  toolName: "edit",
  output: { type: "text", value: "ok" },
});

interface Part {
  readonly toolCallId?: string;
  readonly output?: { readonly type: string; readonly value: string };
}

const partsOf = (message: { readonly content?: unknown } | undefined): Part[] =>
  (message?.content ?? []) as Part[];
const ids = (message: { readonly content?: unknown } | undefined): (string | undefined)[] =>
  partsOf(message).map(({ toolCallId }) => toolCallId);

describe("closeDanglingToolCalls", () => {
  it("gives the very same array when every call has its result", () => {
    const messages = [
      { role: "user", content: "go" },
      { role: "assistant", content: [call("a")] },
      { role: "tool", content: [result("a")] },
    ];
    expect(closeDanglingToolCalls(messages)).toBe(messages);
  });

  it("puts the missing result after the others of its response", () => {
    const closed = closeDanglingToolCalls([
      { role: "assistant", content: [call("a"), call("b")] },
      { role: "tool", content: [result("a")] },
      { role: "user", content: "and?" },
    ]);
    expect(closed.map(({ role }) => role)).toEqual(["assistant", "tool", "user"]);
    expect(ids(closed[1])).toEqual(["a", "b"]);
    const output = partsOf(closed[1])[1]?.output;
    expect(JSON.parse(output?.value ?? "")).toMatchObject({
      ok: false,
      outcome: "unknown",
    });
  });

  it("adds a tool message where there is none", () => {
    const closed = closeDanglingToolCalls([
      { role: "assistant", content: [call("a")] },
      { role: "user", content: "never mind" },
    ]);
    expect(closed.map(({ role }) => role)).toEqual(["assistant", "tool", "user"]);
  });

  it("leaves calls that wait for an approval, or that were answered", () => {
    const request = { type: "tool-approval-request", approvalId: "p", toolCallId: "a" };
    const waiting = [{ role: "assistant", content: [call("a"), request] }];
    expect(closeDanglingToolCalls(waiting)).toBe(waiting);
    const answer = { type: "tool-approval-response", approvalId: "p", approved: true };
    const answered = [...waiting, { role: "tool", content: [answer] }];
    expect(closeDanglingToolCalls(answered)).toBe(answered);
    const passedOver = closeDanglingToolCalls([...waiting, { role: "user", content: "else" }]);
    expect(passedOver.map(({ role }) => role)).toEqual(["assistant", "tool", "user"]);
  });

  it("leaves what the provider executes", () => {
    const messages = [{ role: "assistant", content: [{ ...call("a"), providerExecuted: true }] }];
    expect(closeDanglingToolCalls(messages)).toBe(messages);
  });
});

describe.each(sdks)("a conversation after an output limit (ai $version)", (sdk) => {
  const edit = sdk.ai.tool({ inputSchema: z.object({ f: z.string() }), execute: async () => "ok" });

  it("is rejected by the SDK as it is, and goes on when its calls are closed", async () => {
    const run = recoveryFor().run();
    const model = sdk.model([
      { calls: [{ tool: "edit", input: { f: "a" }, id: "c1" }], finish: "length" },
      { text: "went on" },
    ]);
    const first = await sdk.ai.generateText({
      ...run.wire({ tools: { edit }, stopWhen: sdk.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
    } as never);
    const messages = [
      { role: "user" as const, content: "go" },
      ...first.response.messages,
      { role: "user" as const, content: "and?" },
    ];
    const ask = (history: typeof messages) =>
      sdk.ai.generateText({ model: model.model, messages: history, tools: { edit } } as never);
    await expect(ask(messages)).rejects.toThrow(/tool result/i);
    const second = await ask(run.closeDanglingToolCalls(messages));
    expect(second.text).toBe("went on");
    const closing = model.prompts.at(-1)?.find(({ role }) => role === "tool");
    const output = partsOf(closing)[0]?.output;
    expect(JSON.parse(output?.value ?? "")).toMatchObject({ error_type: "invalid_args" });
  });
});
