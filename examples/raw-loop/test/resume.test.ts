import { createRecovery } from "@recourse/core";
import { resumeSuite } from "@recourse/example-support-desk/suites";
import type { Driver } from "@recourse/testing";
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";

const driver: Driver = {
  name: "raw-loop",
  async run({ model, system, task, tools, recovery, run: runOptions, maxTurns }) {
    const client = new OpenAI({ apiKey: model.apiKey, baseURL: model.baseURL });
    const messages: ChatCompletionMessageParam[] = [
      { role: "system", content: system },
      { role: "user", content: task },
    ];
    const availableTools = tools.map(({ name }) => name);
    let saved: string | undefined;
    for (let turn = 0; turn < maxTurns; turn++) {
      const fresh = createRecovery(recovery);
      const run =
        saved === undefined ? fresh.run(runOptions) : fresh.resume(JSON.parse(saved), runOptions);
      const { choices } = await client.chat.completions.create({
        model: model.name,
        messages,
        tools: tools.map(({ name, description, parameters }) => ({
          type: "function",
          function: { name, description, parameters },
        })),
      });
      const message = choices[0]?.message;
      const calls = message?.tool_calls?.filter((call) => call.type === "function") ?? [];
      if (message === undefined || calls.length === 0) {
        await run.finish();
        return { finalText: message?.content ?? "", stopReason: run.stopReason ?? "" };
      }
      const contents = await Promise.all(
        calls.map(async ({ id, function: { name, arguments: args } }, index) => {
          const tool = tools.find((candidate) => candidate.name === name);
          const call = { id, tool: name, args, turn, index, availableTools };
          if (tool === undefined) return run.settle(call, { errorType: "unknown_tool" }).content;
          const schema = tool.parameters;
          const outcome = await run.call({ ...call, options: { schema } }, (parsed, context) =>
            tool.execute(parsed as Record<string, unknown>, context),
          );
          return outcome.content;
        }),
      );
      messages.push(message);
      for (const [index, call] of calls.entries()) {
        messages.push({ role: "tool", tool_call_id: call.id, content: contents[index] ?? "" });
      }
      const halt = run.closeTurn();
      if (halt !== undefined) {
        await run.finish();
        return { finalText: halt.userMessage, stopReason: halt.reason };
      }
      saved = JSON.stringify(run);
    }
    return { finalText: "", stopReason: "max_steps" };
  },
};

resumeSuite(driver);
