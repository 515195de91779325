import { createRecovery } from "@recourse/core";
import { type PausedAgent, pausingSuite } from "@recourse/example-support-desk/suites";
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";

pausingSuite(runToEnd);

/** The loop asks by itself, before it runs the call. */
async function runToEnd({ recovery, model, task, tool, approve }: PausedAgent): Promise<void> {
  const client = new OpenAI({ apiKey: model.apiKey, baseURL: model.baseURL });
  const messages: ChatCompletionMessageParam[] = [{ role: "user", content: task }];
  const ask = () => client.chat.completions.create({ model: model.name, messages });
  const paused = createRecovery(recovery).run();
  const message = (await ask()).choices[0]?.message;
  const [asked] = message?.tool_calls?.filter((call) => call.type === "function") ?? [];
  if (message === undefined || asked === undefined) throw new Error("the model asked for no call");
  // Here a person is asked; the run waits as JSON.
  const run = createRecovery(recovery).resume(JSON.parse(JSON.stringify(paused)));
  const call = { id: asked.id, tool: tool.name, args: asked.function.arguments, turn: 0 };
  const { content } = approve
    ? await run.call(call, (args) => tool.execute(args as Record<string, unknown>, {}))
    : run.settle(call, { errorType: "rejected" });
  messages.push(message, { role: "tool", tool_call_id: asked.id, content });
  run.closeTurn();
  await ask();
  await run.finish();
}
