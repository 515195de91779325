import {
  Agent,
  OpenAIChatCompletionsModel,
  setTraceProcessors,
  setTracingDisabled,
  type TracingProcessor,
} from "@openai/agents";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { attemptsOf, OURS, type TracedAgent, type TracedRun, traceRun } from "./traced-run.ts";

/** The SDK's own tracing, which is not OpenTelemetry: what a processor of it hears. */
const heard: string[] = [];
const processor: TracingProcessor = {
  onTraceStart: async () => void heard.push("trace started"),
  onTraceEnd: async () => void heard.push("trace ended"),
  onSpanStart: async () => undefined,
  onSpanEnd: async ({ spanData }) => {
    heard.push("name" in spanData ? `${spanData.type} ${spanData.name}` : spanData.type);
  },
  shutdown: async () => undefined,
  forceFlush: async () => undefined,
};

async function runAgent({ baseURL, task, recovery, getOrder, findUser }: TracedAgent) {
  const parameters = z.object({ id: z.string() });
  const agent = new Agent({
    name: "desk",
    model: new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey: "scripted" }), "scripted"),
    tools: [
      recoverTool({
        name: "get_order",
        description: "Gets an order.",
        parameters,
        execute: async () => getOrder(),
      }),
      recoverTool({
        name: "find_user",
        description: "Finds a user.",
        parameters,
        execute: async () => findUser(),
      }),
    ],
  });
  await recoveringRunner(createRecovery(recovery)).run(agent, task);
}

describe("beside the Agents SDK's own tracing", () => {
  let alone: readonly string[];
  let together: TracedRun;
  beforeAll(async () => {
    // The SDK turns its tracing off in tests.
    setTracingDisabled(false);
    setTraceProcessors([processor]);
    await traceRun(runAgent, false);
    alone = heard.splice(0);
    together = await traceRun(runAgent, true);
  });
  afterAll(() => {
    setTraceProcessors([]);
    setTracingDisabled(true);
  });

  it("its processors hear the same spans as without us", () => {
    expect(alone).toEqual(expect.arrayContaining(["function get_order", "function find_user"]));
    expect(heard.toSorted()).toEqual(alone.toSorted());
  });

  it("each call is one span of ours, below the span that the application has open", () => {
    expect(together.tree).toEqual([
      " > request",
      "request > execute_tool find_user",
      "request > execute_tool get_order",
    ]);
    const [order] = together.callsOf("get_order");
    const [user] = together.callsOf("find_user");
    expect(order?.attributes).toMatchObject(OURS.getOrder.attributes);
    expect(user?.attributes).toMatchObject(OURS.findUser.attributes);
    expect(attemptsOf(order)).toEqual(OURS.getOrder.attempts);
    expect(attemptsOf(user)).toEqual(OURS.findUser.attempts);
  });
});
