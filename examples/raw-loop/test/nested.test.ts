import { createRecovery, type Run, ToolFault } from "@recourse/core";
import { type NestedAgents, nestingSuite } from "@recourse/example-support-desk/suites";
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { z } from "zod";

interface Tool {
  readonly name: string;
  readonly parameters: z.ZodObject;
  execute(args: Record<string, unknown>): unknown;
}

nestingSuite(askExpert);

function askExpert({ recovery, model, lookup, task }: NestedAgents): Promise<string> {
  const client = new OpenAI({ apiKey: model.apiKey, baseURL: model.baseURL });
  const run = createRecovery(recovery).run();
  const expert = {
    name: "lookup",
    parameters: z.object({ id: z.string() }),
    execute: (args: Record<string, unknown>) => lookup.execute(args, {}),
  };
  return loop(client, run, task, [
    {
      name: "ask_expert",
      parameters: z.object({ input: z.string() }),
      execute: async ({ input }) => {
        const child = run.child({ agent: "expert" });
        const text = await loop(client, child, String(input), [expert]);
        if (child.halt === undefined) return text;
        throw ToolFault.internal({ message: `The expert was stopped. ${text}` });
      },
    },
  ]);
}

async function loop(
  client: OpenAI,
  run: Run,
  task: string,
  tools: readonly Tool[],
): Promise<string> {
  const messages: ChatCompletionMessageParam[] = [{ role: "user", content: task }];
  for (let turn = 0; ; turn++) {
    const { choices } = await client.chat.completions.create({ model: "scripted", messages });
    const message = choices[0]?.message;
    const calls = message?.tool_calls?.filter((call) => call.type === "function") ?? [];
    if (message === undefined || calls.length === 0) {
      await run.finish();
      return message?.content ?? "";
    }
    messages.push(message);
    for (const [index, { id, function: asked }] of calls.entries()) {
      const tool = tools.find(({ name }) => name === asked.name);
      if (tool === undefined) throw new Error(`no tool ${asked.name}`);
      const call = { id, tool: tool.name, args: asked.arguments, turn, index };
      const options = { schema: tool.parameters, timeoutMs: false } as const;
      const { content } = await run.call({ ...call, options }, (args) =>
        tool.execute(args as Record<string, unknown>),
      );
      messages.push({ role: "tool", tool_call_id: id, content });
    }
    const halt = run.closeTurn();
    if (halt !== undefined) {
      await run.finish();
      return halt.userMessage;
    }
  }
}
