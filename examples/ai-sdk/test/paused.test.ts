import { createRecovery } from "@recourse/ai-sdk";
import { type PausedAgent, pausingSuite } from "@recourse/example-support-desk/suites";
import { generateText, isStepCount, jsonSchema, type ModelMessage, tool } from "ai";
import { chatModel } from "../src/parts.ts";

pausingSuite(runToEnd);

/** The SDK asks before it executes; the answer is a message of the next call. */
async function runToEnd({ recovery, model, task, tool: asking, approve }: PausedAgent) {
  const tools = {
    [asking.name]: tool({
      description: asking.description,
      inputSchema: jsonSchema<Record<string, unknown>>(asking.parameters),
      needsApproval: true,
      execute: async (args) => asking.execute(args, {}),
    }),
  };
  const messages: ModelMessage[] = [{ role: "user", content: task }];
  const fresh = createRecovery(recovery);
  const generate = async (run: ReturnType<typeof fresh.run>) => {
    const wired = run.wire({ tools, stopWhen: isStepCount(5) });
    return run.track(generateText({ model: chatModel(model), messages, ...wired }));
  };
  const first = fresh.run();
  const { content, responseMessages } = await generate(first);
  messages.push(...responseMessages, {
    role: "tool",
    content: content
      .filter((part) => part.type === "tool-approval-request")
      .map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, approved: approve })),
  });
  await generate(fresh.resume(JSON.parse(JSON.stringify(first))));
}
