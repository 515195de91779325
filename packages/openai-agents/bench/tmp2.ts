import { Agent, RunContext, Runner, setTracingDisabled, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { z } from "zod";

setTracingDisabled(true);
const options = {
  name: "get_order",
  description: "Looks an order up.",
  parameters: z.object({ id: z.string(), fields: z.array(z.string()).optional() }),
  execute: async ({ id }: { id: string }) => ({ id, status: "shipped", carrier: "Post", items: 3 }),
};
const ourTool = recoverTool(options, { effect: "read" });
const agentWith = (one: any) =>
  new Agent({
    name: "Support",
    instructions: "Help.",
    model: new ScriptedModel([
      [functionCall("get_order", { id: "17", fields: ["status"] }, { callId: "call_1" })],
      [assistantMessage("It was shipped.")],
    ]),
    tools: [one],
  });
const ourRunner = recoveringRunner(createRecovery());
for (let i = 0; i < 6000; i++) await ourRunner.run(agentWith(ourTool), "Where?");
