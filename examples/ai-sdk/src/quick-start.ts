// The quick start of the README, compiled. `readme.test.ts` in the comparison holds the two together.

import type { LanguageModel, ToolSet } from "ai";

declare const model: LanguageModel;
declare const tools: ToolSet;

// #region readme
import { createRecovery } from "@recourse/ai-sdk";
import { generateText, stepCountIs } from "ai";

const recovery = createRecovery({
  tools: { get_order: { effect: "read" }, refund_order: { effect: "write", verify: "get_order" } },
});
const run = recovery.run();
const { text } = await generateText({
  model,
  prompt: "Refund order A-1042",
  ...run.wire({ tools, stopWhen: stepCountIs(10) }),
});
// Calm words where the run was ended; the model then had no last word.
console.log(run.stopReason, run.halt?.userMessage ?? text);
// #endregion
