import type { ToolMessage } from "@langchain/core/messages";
import type { MemorySaver } from "@langchain/langgraph";
import { parseObservation } from "@recourse/core";
import { type AgentMiddleware, createAgent } from "langchain";
import type { ScriptedModel } from "./scripted-model.ts";

/** The state of an agent as the tests read it. */
export interface AgentState {
  readonly messages: readonly unknown[];
  readonly stopReason?: string | null;
  readonly userMessage?: string | null;
  readonly __interrupt__?: readonly { readonly value: unknown }[];
}

/** An agent as the tests use it. */
export interface Agent {
  invoke(input: unknown, config?: object): Promise<AgentState>;
}

/** LangChain's agent. */
export function agent(options: {
  model: ScriptedModel;
  tools: readonly unknown[];
  middleware: readonly AgentMiddleware[];
  checkpointer?: MemorySaver;
  version?: "v1" | "v2";
}): Agent {
  return createAgent(options as never) as unknown as Agent;
}

/** The results of tools in a state. */
export function results({ messages }: AgentState): ToolMessage[] {
  return messages.filter((message): message is ToolMessage => {
    return (message as ToolMessage).getType() === "tool";
  });
}

/** What their envelopes say of what happened. */
export function typesOf(state: AgentState): (string | undefined)[] {
  return results(state).map(({ content }) => parseObservation(content as string)?.error_type);
}
