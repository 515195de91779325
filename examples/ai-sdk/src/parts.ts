import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ModelEndpoint, SupportTool, ToolContext } from "@recourse/example-support-desk";
import { type FinishReason, type LanguageModel, type ToolSet, tool } from "ai";

/** The AI SDK's client for OpenAI-compatible providers. */
export function chatModel({ apiKey, baseURL, name }: ModelEndpoint): LanguageModel {
  return createOpenAICompatible({ name: "desk", baseURL, apiKey })(name);
}

/** The support desk's tools as AI SDK tools; `contextOf` finds what Recourse gives a tool. */
export function frameworkTools(
  tools: readonly SupportTool[],
  contextOf: (options: object) => ToolContext | undefined = () => undefined,
): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters, execute }) => [
      name,
      tool({
        description,
        inputSchema: parameters,
        execute: (args, options) =>
          execute(args, contextOf(options) ?? { signal: options.abortSignal }),
      }),
    ]),
  );
}

/** A finish reason in the words of the comparison. */
export function stopReasonOf(finishReason: FinishReason): string {
  switch (finishReason) {
    case "stop":
      return "completed";
    case "tool-calls":
      return "max_steps";
    case "length":
      return "output_limit";
    case "content-filter":
      return "content_filter";
    default:
      return "error";
  }
}
