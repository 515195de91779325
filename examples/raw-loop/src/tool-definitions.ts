import type { SupportTool } from "@recourse/example-support-desk";
import type { ChatCompletionTool } from "openai/resources/chat/completions";
import { z } from "zod";

/** The tools as the chat completions API wants them declared. */
export function toolDefinitions(tools: readonly SupportTool[]): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters: z.toJSONSchema(parameters) },
  }));
}
