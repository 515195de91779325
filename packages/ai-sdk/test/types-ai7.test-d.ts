/** Types that only ai 7 has: contexts and approvals of the call. For the compiler only. */
import { generateText, isStepCount, type LanguageModel, streamText, tool } from "ai";
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
      toolApproval: { search: "user-approval" },
      repairToolCall: async ({ toolCall, abortSignal }) => {
        abortSignal satisfies AbortSignal | undefined;
        return toolCall;
      },
    }),
  });
}

// What is asked a person for is inferred from the tools.
async function approvals(): Promise<void> {
  await generateText({
    model,
    prompt: "go",
    toolsContext: { search: { tenant: "a" } },
    ...run.wire({
      tools,
      toolApproval: {
        search: async (input) => ((input.q satisfies string) === "" ? "denied" : "user-approval"),
      },
    }),
  });
}

// The callbacks that `wire` takes are those of the SDK, also where only ai 7 has them.
async function callbacks(): Promise<void> {
  const settings = run.wire({
    tools,
    onAbort: ({ steps, reason }) => void [steps.length satisfies number, reason],
    onStepError: async ({ stepNumber, messages }) => void [stepNumber, messages.length],
    onEnd: ({ steps }) => {
      for (const { toolResults } of steps)
        for (const result of toolResults) if (!result.dynamic) result.output satisfies string;
    },
    onStepEnd: ({ stepNumber }) => void (stepNumber satisfies number),
  });
  const more = { model, prompt: "go", toolsContext: { search: { tenant: "a" } } };
  await streamText({ ...more, ...settings }).consumeStream();
  await generateText({ ...more, ...settings });
  await streamText({
    ...more,
    streamRetries: 0,
    ...run.wire({ tools, onError: async () => ({ retry: true as const }) }),
  }).consumeStream();
}

void [contexts, approvals, callbacks];
