import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { toolDefinitions } from "./tool-definitions.ts";

/** The loop as most people write it first: catch, turn the error into text, go on. */
export async function runBare(request: AgentRequest): Promise<AgentResult> {
  const { apiKey, baseURL, name } = request.model;
  const client = new OpenAI({ apiKey, baseURL });
  const messages: ChatCompletionMessageParam[] = [
    { role: "system", content: request.system },
    { role: "user", content: request.task },
  ];
  for (let turn = 0; turn < request.maxTurns; turn++) {
    const tools = toolDefinitions(request.tools);
    const { choices } = await client.chat.completions.create({ model: name, messages, tools });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined || message.tool_calls.length === 0) {
      return { finalText: message?.content ?? "", stopReason: "completed" };
    }
    messages.push(message);
    const calls = message.tool_calls.filter((call) => call.type === "function");
    const contents = await Promise.all(
      calls.map(async ({ function: { name: toolName, arguments: json } }) => {
        try {
          const tool = request.tools.find((candidate) => candidate.name === toolName);
          if (tool === undefined) throw new Error(`unknown tool ${toolName}`);
          const args = tool.parameters.parse(JSON.parse(json));
          return JSON.stringify(await tool.execute(args, {}));
        } catch (error) {
          return String(error);
        }
      }),
    );
    for (const [index, call] of calls.entries()) {
      messages.push({ role: "tool", tool_call_id: call.id, content: contents[index] ?? "" });
    }
  }
  return { finalText: "", stopReason: "max_steps" };
}
