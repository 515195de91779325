import {
  Agent,
  addTraceProcessor,
  run,
  type Span,
  type SpanData,
  setTraceProcessors,
  setTracingDisabled,
  type TracingProcessor,
} from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { recoverTool } from "../src/index.ts";
import { model, testRecovery } from "./support.ts";

const spans: Span<SpanData>[] = [];
const processor: TracingProcessor = {
  onTraceStart: async () => undefined,
  onTraceEnd: async () => undefined,
  onSpanStart: async () => undefined,
  onSpanEnd: async (span) => void spans.push(span as Span<SpanData>),
  shutdown: async () => undefined,
  forceFlush: async () => undefined,
};

beforeAll(() => {
  setTracingDisabled(false);
  setTraceProcessors([]);
  addTraceProcessor(processor);
});

afterAll(() => {
  setTraceProcessors([]);
  setTracingDisabled(true);
});

function inputOf(span: Span<SpanData>): string {
  return String((span.spanData as { readonly input?: unknown }).input);
}

const parameters = z.object({ n: z.number() });

describe("the SDK's function span", () => {
  it("carries error type, attempts and decision, and nothing else of the error", async () => {
    const { recovery } = testRecovery();
    let attempts = 0;
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        execute: ({ n }) => {
          if (n === 1) throw Object.assign(new Error("host db-1 is busy"), { status: 503 });
          if (n === 2 && ++attempts < 2) throw Object.assign(new Error("x"), { status: 503 });
          if (n === 3) throw ToolFault.auth({ message: "No." });
          return "ok";
        },
      },
      { effect: "read" },
    );
    const scripted = model(
      [1, 2, 3].map((n) => functionCall("t", { n }, { callId: `c${n}` })),
      [assistantMessage("done")],
    );
    await run(new Agent({ name: "A", model: scripted, tools: [made] }), "go", {
      ...recovery.run().runOptions(),
    });
    const functions = spans
      .filter((span) => span.spanData.type === "function")
      .sort((a, b) => inputOf(a).localeCompare(inputOf(b)));
    const errors = functions.map((span) => span.error);
    expect(errors[0]).toMatchObject({
      message: "tool_error:upstream",
      data: { error_type: "upstream", attempts: 3, decision: "stop_branch", retryable: false },
    });
    expect(errors[1]).toBeNull();
    expect(errors[2]).toMatchObject({ data: { error_type: "auth", attempts: 1 } });
    expect(JSON.stringify(errors)).not.toContain("db-1");
    const recovered = spans.find((span) => span.spanData.type === "custom");
    expect(recovered?.spanData).toMatchObject({
      name: "tool_recovered",
      data: { attempts: 2, error_type: "upstream" },
    });
    expect(recovered?.parentId).toBe(functions[1]?.spanId);
  });
});
