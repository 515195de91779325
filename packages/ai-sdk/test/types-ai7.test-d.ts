/** Types that only ai 7 has: contexts and approvals of the call. For the compiler only. */
import { generateText, isStepCount, type LanguageModel, tool } from "ai";
import { z } from "zod";
import { createRecovery } from "../src/index.ts";

declare const model: LanguageModel;

const tools = {
  search: tool({
    inputSchema: z.object({ q: z.string() }),
    contextSchema: z.object({ tenant: z.string() }),
    execute: async ({ q }, { context }) => `${context.tenant}: ${q}`,
  }),
};
const run = createRecovery().run();

async function contexts(): Promise<void> {
  await generateText({
    model,
    prompt: "go",
    runtimeContext: { locale: "en" },
    toolsContext: { search: { tenant: "a" } },
    ...run.wire({ tools, stopWhen: isStepCount(3) }),
  });
  // @ts-expect-error the tool's context is still asked for
  await generateText({ model, prompt: "go", ...run.wire({ tools, stopWhen: isStepCount(3) }) });
  await generateText({
    model,
    prompt: "go",
    toolsContext: { search: { tenant: "a" } },
    ...run.wire({
      tools,
      toolApproval: { search: "user-approval" as const },
      repairToolCall: async ({ toolCall, abortSignal }) => {
        abortSignal satisfies AbortSignal | undefined;
        return toolCall;
      },
    }),
  });
}

void contexts;
