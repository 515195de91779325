import { createRecovery, type Run } from "@recourse/core";
import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import OpenAI from "openai";
import type {
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { toolDefinitions } from "./tool-definitions.ts";

/** A run around the loop: however the loop ends, the run's record says why. */
export async function runWithRecourse(request: AgentRequest): Promise<AgentResult> {
  const run = createRecovery(request.recovery).run({ ...request.run, signal: request.signal });
  try {
    const finalText = await loop(run, request);
    await run.finish(finalText === undefined ? "max_steps" : undefined);
    return { finalText: finalText ?? "", stopReason: run.stopReason ?? "completed" };
  } catch (error) {
    await run.finish(request.signal?.aborted === true ? "cancelled" : "model_error");
    return { finalText: "", stopReason: run.stopReason ?? "error", error };
  }
}

/**
 * The essays' own loop, with core alone: ask, run the calls, append a result for each, judge.
 * Gives what the user reads, or nothing at the limit of turns.
 */
async function loop(run: Run, request: AgentRequest): Promise<string | undefined> {
  const { apiKey, baseURL, name: model } = request.model;
  const client = new OpenAI({ apiKey, baseURL });
  const tools = toolDefinitions(request.tools);
  const messages: ChatCompletionMessageParam[] = [
    { role: "system", content: request.system },
    { role: "user", content: request.task },
  ];
  for (let turn = 0; turn < request.maxTurns; turn++) {
    const asked = { model, messages, tools };
    const { choices } = await client.chat.completions.create(asked, { signal: request.signal });
    const [choice] = choices;
    const calls = choice?.message.tool_calls?.filter((call) => call.type === "function") ?? [];
    if (choice === undefined || calls.length === 0) return choice?.message.content ?? "";
    messages.push(choice.message);
    const truncated = choice.finish_reason === "length";
    const contents = await Promise.all(
      calls.map((call, index) => observe(run, request, call, { turn, index, truncated })),
    );
    for (const [index, call] of calls.entries()) {
      messages.push({ role: "tool", tool_call_id: call.id, content: contents[index] ?? "" });
    }
    const halt = run.closeTurn();
    if (halt !== undefined) return halt.userMessage;
  }
  return undefined;
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
