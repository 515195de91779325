import { Agent } from "@openai/agents";
import { type PausedAgent, pausingSuite } from "@recourse/example-support-desk/suites";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { z } from "zod";
import { chatModel } from "../src/parts.ts";

pausingSuite(runToEnd);

/** The SDK asks before it executes; the answer goes into the run's state. */
async function runToEnd({ recovery, model, task, tool, approve }: PausedAgent): Promise<void> {
  const agent = new Agent({
    name: "desk",
    model: chatModel(model),
    tools: [
      recoverTool({
        name: tool.name,
        description: tool.description,
        parameters: z.fromJSONSchema(tool.parameters as never) as z.ZodObject,
        needsApproval: true,
        execute: async (args) => tool.execute(args, {}),
      }),
    ],
  });
  const runner = recoveringRunner(createRecovery(recovery), { tracingDisabled: true });
  const { state, interruptions } = await runner.run(agent, task);
  for (const item of interruptions) {
    if (approve) state.approve(item);
    else state.reject(item);
  }
  await runner.run(agent, state);
}
