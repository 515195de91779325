import { Agent } from "@openai/agents";
import { type NestedAgents, nestingSuite } from "@recourse/example-support-desk/suites";
import {
  createRecovery,
  recoverAgentTool,
  recoveringRunner,
  recoverTool,
} from "@recourse/openai-agents";
import { z } from "zod";
import { chatModel } from "../src/parts.ts";

nestingSuite(askExpert);

async function askExpert({
  recovery: options,
  model,
  lookup,
  task,
}: NestedAgents): Promise<string> {
  const recovery = createRecovery(options);
  const chat = chatModel(model);
  const expert = new Agent({
    name: "expert",
    model: chat,
    tools: [
      recoverTool({
        name: "lookup",
        description: "Looks a parcel up.",
        parameters: z.object({ id: z.string() }),
        execute: async (args) => lookup.execute(args, {}),
      }),
    ],
  });
  const outer = new Agent({
    name: "outer",
    model: chat,
    tools: [
      recoverAgentTool(expert, { toolName: "ask_expert", toolDescription: "Asks the expert." }),
    ],
  });
  const runner = recoveringRunner(recovery, { tracingDisabled: true });
  const result = await runner.run(outer, task);
  return result.finalOutput ?? "";
}
