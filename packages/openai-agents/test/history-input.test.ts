import { Agent, user } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { model, modelSaw, testRecovery } from "./support.ts";

it("takes results that a conversation brought along for no calls of the new run", async () => {
  const { recovery, calls } = testRecovery();
  const scripted = model(
    [functionCall("weather", { city: "Basel" }, { callId: "c1" })],
    [assistantMessage("Sunny.")],
    [assistantMessage("As I said.")],
  );
  const agent = new Agent({
    name: "Helper",
    instructions: "Help.",
    model: scripted,
    tools: [
      recoverTool(
        {
          name: "weather",
          description: "Weather.",
          parameters: z.object({ city: z.string() }),
          execute: async () => ({ sky: "clear" }),
        },
        { effect: "read" },
      ),
    ],
  });
  const first = await recoveringRunner(recovery).run(agent, "Weather?");
  const second = testRecovery();
  await recoveringRunner(second.recovery).run(agent, [...first.history, user("Sure?")]);
  expect(calls()).toMatchObject([{ callId: "c1", ok: true }]);
  expect(second.calls()).toEqual([]);
  expect(second.ends()).toMatchObject([{ stopReason: "completed", counters: { calls: 0 } }]);
  expect(modelSaw(scripted, "c1")).toBe('{"sky":"clear"}');
});
