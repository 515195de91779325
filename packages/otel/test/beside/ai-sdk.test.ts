import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { OpenTelemetry } from "@ai-sdk/otel";
import { createRecovery } from "@recourse/ai-sdk";
import { generateText, isStepCount, tool } from "ai";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { attemptsOf, OURS, type TracedAgent, type TracedRun, traceRun } from "./traced-run.ts";

/** The AI SDK with its own OpenTelemetry integration. */
async function runAgent({ baseURL, task, recovery, getOrder, findUser }: TracedAgent) {
  const run = createRecovery(recovery).run();
  const inputSchema = z.object({ id: z.string() });
  await generateText({
    model: createOpenAICompatible({ name: "scripted", baseURL, apiKey: "scripted" })("scripted"),
    prompt: task,
    telemetry: { integrations: [new OpenTelemetry()] },
    ...run.wire({
      tools: {
        get_order: tool({ inputSchema, execute: async () => getOrder() }),
        find_user: tool({ inputSchema, execute: async () => findUser() }),
      },
      stopWhen: isStepCount(5),
    }),
  });
  await run.finish();
}

describe("beside the AI SDK's own OpenTelemetry integration", () => {
  let alone: TracedRun;
  let together: TracedRun;
  beforeAll(async () => {
    alone = await traceRun(runAgent, false);
    together = await traceRun(runAgent, true);
  });

  it("no span is lost and none is added", () => {
    expect(alone.tree.filter((line) => line.includes("> execute_tool "))).toHaveLength(2);
    expect(together.tree).toEqual(alone.tree);
  });

  it("the framework's span of a call says what the record says", () => {
    const [order, ...moreOrders] = together.callsOf("get_order");
    const [user, ...moreUsers] = together.callsOf("find_user");
    expect([...moreOrders, ...moreUsers]).toEqual([]);
    expect(order?.attributes).toMatchObject(OURS.getOrder.attributes);
    expect(user?.attributes).toMatchObject(OURS.findUser.attributes);
    expect(attemptsOf(order)).toEqual(OURS.getOrder.attempts);
    expect(attemptsOf(user)).toEqual(OURS.findUser.attempts);
  });
});
