import { type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import type {
  AgentRequest,
  AgentResult,
  ModelEndpoint,
  SupportTool,
  ToolContext,
} from "@recourse/example-support-desk";

/** LangChain's own OpenAI client, on chat completions. */
export function chatModel({ apiKey, baseURL, name }: ModelEndpoint): ChatOpenAI {
  return new ChatOpenAI({ model: name, apiKey, configuration: { baseURL } });
}

/** The support desk's tools as LangChain tools; `contextOf` finds what Recourse gives a tool. */
export function frameworkTools(
  tools: readonly SupportTool[],
  contextOf: (config: object) => ToolContext | undefined = () => undefined,
): StructuredToolInterface[] {
  return tools.map(({ name, description, parameters, execute }) =>
    tool((args, config) => execute(args, contextOf(config) ?? { signal: config.signal }), {
      name,
      description,
      schema: parameters,
    }),
  );
}

/** The first state of the graph. */
export function startMessages(request: AgentRequest): { messages: BaseMessage[] } {
  return { messages: [new SystemMessage(request.system), new HumanMessage(request.task)] };
}

/** What the user reads: the last message, when it is the model's. */
export function finalTextOf(messages: readonly BaseMessage[]): string {
  const last = messages.at(-1);
  return last?.getType() === "ai" ? last.text : "";
}

/** A graph that threw: its own limit of steps, the caller's abort, or an error. */
export function resultOfError(error: unknown, signal?: AbortSignal): AgentResult {
  const limit = error instanceof Error && error.name === "GraphRecursionError";
  const stopReason = limit ? "max_steps" : signal?.aborted === true ? "cancelled" : "error";
  return { finalText: "", stopReason, error };
}
