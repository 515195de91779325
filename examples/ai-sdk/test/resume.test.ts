import { callContext, createRecovery } from "@recourse/ai-sdk";
import { resumeSuite } from "@recourse/example-support-desk/suites";
import type { Driver } from "@recourse/testing";
import { generateText, isStepCount, jsonSchema, type ModelMessage, type ToolSet, tool } from "ai";
import { chatModel } from "../src/parts.ts";

/** One `generateText` of one step for every turn, the run saved as JSON in between. */
const driver: Driver = {
  name: "ai-sdk",
  async run({ model, system, task, tools, recovery, run: runOptions, maxTurns }) {
    const toolSet: ToolSet = Object.fromEntries(
      tools.map(({ name, description, parameters, execute }) => [
        name,
        tool({
          description,
          inputSchema: jsonSchema<Record<string, unknown>>(parameters),
          execute: async (args, options) => execute(args, callContext(options) ?? {}),
        }),
      ]),
    );
    const messages: ModelMessage[] = [{ role: "user", content: task }];
    let saved: string | undefined;
    for (let turn = 0; turn < maxTurns; turn++) {
      const fresh = createRecovery(recovery);
      const run =
        saved === undefined ? fresh.run(runOptions) : fresh.resume(JSON.parse(saved), runOptions);
      const { text, finishReason, responseMessages } = await run.track(
        generateText({
          model: chatModel(model),
          system,
          messages,
          ...run.wire({ tools: toolSet, stopWhen: isStepCount(1) }),
        }),
      );
      messages.push(...responseMessages);
      if (finishReason !== "tool-calls") return { finalText: text, stopReason: "completed" };
      if (run.halt !== undefined) {
        return { finalText: run.halt.userMessage, stopReason: run.halt.reason };
      }
      saved = JSON.stringify(run);
    }
    return { finalText: "", stopReason: "max_steps" };
  },
};

resumeSuite(driver);
