import { createRecovery, type Run } from "@recourse/core";
import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import OpenAI from "openai";
import type {
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { toolDefinitions } from "./tool-definitions.ts";

/** The essays' own loop, with core alone: ask, run the calls, append a result for each, judge. */
export async function runWithRecourse(request: AgentRequest): Promise<AgentResult> {
  const { apiKey, baseURL, name } = request.model;
  const client = new OpenAI({ apiKey, baseURL });
  const run = createRecovery(request.recovery).run(request.run);
  const tools = toolDefinitions(request.tools);
  const messages: ChatCompletionMessageParam[] = [
    { role: "system", content: request.system },
    { role: "user", content: request.task },
  ];
  for (let turn = 0; turn < request.maxTurns; turn++) {
    const { choices } = await client.chat.completions.create({ model: name, messages, tools });
    const [choice] = choices;
    const calls = choice?.message.tool_calls?.filter((call) => call.type === "function") ?? [];
    if (choice === undefined || calls.length === 0) {
      await run.finish();
      return {
        finalText: choice?.message.content ?? "",
        stopReason: run.stopReason ?? "completed",
      };
    }
    messages.push(choice.message);
    const truncated = choice.finish_reason === "length";
    const contents = await Promise.all(
      calls.map((call, index) => observe(run, request, call, { turn, index, truncated })),
    );
    for (const [index, call] of calls.entries()) {
      messages.push({ role: "tool", tool_call_id: call.id, content: contents[index] ?? "" });
    }
    const halt = run.closeTurn();
    if (halt !== undefined) {
      await run.finish();
      return { finalText: halt.userMessage, stopReason: halt.reason };
    }
  }
  await run.finish("max_steps");
  return { finalText: "", stopReason: "max_steps" };
}

/** Runs one call under the policy and gives what the model is to read. */
async function observe(
  run: Run,
  { tools }: AgentRequest,
  { id, function: { name, arguments: args } }: ChatCompletionMessageFunctionToolCall,
  place: { readonly turn: number; readonly index: number; readonly truncated: boolean },
): Promise<string> {
  const availableTools = tools.map((tool) => tool.name);
  const call = { id, tool: name, args, availableTools, ...place };
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return run.settle(call, { errorType: "unknown_tool" }).content;
  const outcome = await run.call(
    { ...call, options: { schema: tool.parameters } },
    (parsed: Record<string, unknown>, context) => tool.execute(parsed, context),
  );
  return outcome.content;
}
