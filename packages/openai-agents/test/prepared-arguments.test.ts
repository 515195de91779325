import {
  Agent,
  addTraceProcessor,
  defineToolInputGuardrail,
  RunState,
  type Span,
  type SpanData,
  setTraceProcessors,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { SDK_TEXT } from "../src/sdk-internals.ts";
import { model, modelSaw, testRecovery } from "./support.ts";

/** The SDK parses arguments ahead for tools that it knows by their `invoke`; ours is another one. */

const parameters = z.object({ n: z.number() });
const done = [assistantMessage("done")];
const spans: Span<SpanData>[] = [];

beforeAll(() => {
  setTracingDisabled(false);
  setTraceProcessors([]);
  addTraceProcessor({
    onTraceStart: async () => undefined,
    onTraceEnd: async () => undefined,
    onSpanStart: async () => undefined,
    onSpanEnd: async (span) => void spans.push(span as Span<SpanData>),
    shutdown: async () => undefined,
    forceFlush: async () => undefined,
  });
});

beforeEach(() => void spans.splice(0));

afterAll(() => {
  setTraceProcessors([]);
  setTracingDisabled(true);
});

function functionSpan(): Span<SpanData> | undefined {
  return spans.find((span) => span.spanData.type === "function");
}

const made: readonly [string, typeof tool][] = [
  ["tool", tool],
  ["recoverTool", recoverTool],
];

describe("arguments that do not fit", () => {
  /** What a guardrail and the trace are shown of them. */
  async function shown(make: typeof tool): Promise<[string[], unknown]> {
    const seen: string[] = [];
    const guardrail = defineToolInputGuardrail({
      name: "g",
      run: async ({ toolCall }) => {
        seen.push(toolCall.arguments);
        return { behavior: { type: "allow" } };
      },
    });
    const one = make({
      name: "t",
      description: "",
      parameters,
      inputGuardrails: [guardrail],
      execute: () => "ok",
    });
    const scripted = model([functionCall("t", { n: "x" }, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [one] });
    await recoveringRunner(testRecovery({ mode: "observe" }).recovery).run(agent, "go");
    const { input } = (functionSpan()?.spanData ?? {}) as { readonly input?: unknown };
    return [seen, input];
  }

  it("are hidden from guardrails and traces by the SDK, and shown by a tool of ours", async () => {
    expect(await shown(tool)).toEqual([[""], ""]);
    spans.splice(0);
    const raw = JSON.stringify({ n: "x" });
    expect(await shown(recoverTool)).toEqual([[raw], raw]);
  });
});

describe("an approved call that goes on in another process", () => {
  async function timesAsked(make: typeof tool): Promise<number> {
    let asked = 0;
    const one = make({
      name: "t",
      description: "",
      parameters,
      needsApproval: async () => {
        asked += 1;
        return true;
      },
      execute: () => "ok",
    });
    const scripted = model([functionCall("t", { n: 1 }, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [one] });
    const runner = recoveringRunner(testRecovery().recovery);
    const waiting = await runner.run(agent, "go");
    const state = await RunState.fromString(agent, waiting.state.toString());
    for (const item of state.getInterruptions()) state.approve(item);
    await runner.run(agent, state);
    expect(modelSaw(scripted, "c1")).toBe("ok");
    return asked;
  }

  it("is put to the policy once more by the SDK, and not where the tool is ours", async () => {
    expect(await timesAsked(tool)).toBe(2);
    expect(await timesAsked(recoverTool)).toBe(1);
  });
});

describe("a rejection in a run that is only watched", () => {
  it.each(made)("of arguments that do not fit: what a tool of %s shows", async (name, make) => {
    const one = make({
      name: "t",
      description: "",
      parameters,
      needsApproval: async () => true,
      execute: () => "ok",
    });
    const scripted = model([functionCall("t", { n: "x" }, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [one] });
    const runner = recoveringRunner(testRecovery({ mode: "observe" }).recovery);
    const waiting = await runner.run(agent, "go");
    for (const item of waiting.interruptions) waiting.state.reject(item, { message: "No." });
    await runner.run(agent, waiting.state);
    expect(modelSaw(scripted, "c1")).toBe(name === "tool" ? SDK_TEXT.rejected : "No.");
  });
});

describe("a tool that fails in a run that is only watched", () => {
  it.each(made)("leaves what its trace may show: a tool of %s", async (_name, make) => {
    const one = make({
      name: "t",
      description: "",
      parameters,
      errorFunction: () => "It did not work.",
      execute: () => {
        throw new Error("the pool is empty");
      },
    });
    const scripted = model([functionCall("t", { n: 1 }, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [one] });
    await recoveringRunner(testRecovery({ mode: "observe" }).recovery).run(agent, "go");
    expect(functionSpan()?.error?.data).toMatchObject({ error: "Error: the pool is empty" });
  });
});
