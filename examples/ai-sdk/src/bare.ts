import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import { generateText, isStepCount } from "ai";
import { chatModel, frameworkTools, stopReasonOf } from "./parts.ts";

/** `generateText` as it comes: errors of tools become their text. */
export async function runBare(request: AgentRequest): Promise<AgentResult> {
  try {
    const { text, finishReason } = await generateText({
      model: chatModel(request.model),
      system: request.system,
      prompt: request.task,
      tools: frameworkTools(request.tools),
      stopWhen: isStepCount(request.maxTurns),
    });
    return { finalText: text, stopReason: stopReasonOf(finishReason) };
  } catch (error) {
    return { finalText: "", stopReason: "error", error };
  }
}
