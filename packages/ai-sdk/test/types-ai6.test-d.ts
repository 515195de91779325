/** Types that only ai 6 has, and that the compiler was given ai 6 at all. For the compiler only. */
// @ts-expect-error ai 7's name: where it is there, every check of ai 6 was one of ai 7
import { generateText, isStepCount, type LanguageModel, stepCountIs, tool } from "ai";
import { z } from "zod";
import { createRecovery } from "../src/index.ts";

declare const model: LanguageModel;

const tools = {
  search: tool({
    inputSchema: z.object({ q: z.string() }),
    execute: async ({ q }, { experimental_context }) => `${String(experimental_context)}: ${q}`,
  }),
};

async function context(): Promise<void> {
  const result = await generateText({
    model,
    prompt: "go",
    ...createRecovery()
      .run()
      .wire({
        tools,
        stopWhen: stepCountIs(3),
        experimental_context: { tenant: "a" },
        experimental_repairToolCall: async ({ toolCall, system }) => {
          system satisfies unknown;
          return toolCall;
        },
      }),
  });
  for (const part of result.toolResults) if (!part.dynamic) part.output satisfies string;
}

void [context, isStepCount];
