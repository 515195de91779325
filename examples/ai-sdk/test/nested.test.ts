import { createRecovery } from "@recourse/ai-sdk";
import { type NestedAgents, nestingSuite } from "@recourse/example-support-desk/suites";
import { generateText, isStepCount, ToolLoopAgent, tool } from "ai";
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
  const languageModel = chatModel(model);
  const expert = new ToolLoopAgent(
    recovery.agent({
      id: "expert",
      model: languageModel,
      tools: {
        lookup: tool({
          description: "Looks a parcel up.",
          inputSchema: z.object({ id: z.string() }),
          execute: async (args) => lookup.execute(args, {}),
        }),
      },
    }),
  );
  const run = recovery.run();
  const { text } = await run.track(
    generateText({
      model: languageModel,
      prompt: task,
      ...run.wire({
        tools: {
          ask_expert: tool({
            description: "Asks the expert.",
            inputSchema: z.object({ input: z.string() }),
            execute: async ({ input }) => (await expert.generate({ prompt: input })).text,
          }),
        },
        stopWhen: isStepCount(10),
      }),
    }),
  );
  return text;
}
