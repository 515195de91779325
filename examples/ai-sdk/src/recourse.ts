import { callContext, createRecovery } from "@recourse/ai-sdk";
import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import { generateText, isStepCount } from "ai";
import { chatModel, frameworkTools, stopReasonOf } from "./parts.ts";

/** The same `generateText`, its tools and stop condition wired to a run. */
export async function runWithRecourse(request: AgentRequest): Promise<AgentResult> {
  const run = createRecovery(request.recovery).run(request.run);
  try {
    const { text, finishReason } = await run.track(
      generateText({
        model: chatModel(request.model),
        system: request.system,
        prompt: request.task,
        ...(request.signal && { abortSignal: request.signal }),
        ...run.wire({
          tools: frameworkTools(request.tools, callContext),
          stopWhen: isStepCount(request.maxTurns),
        }),
      }),
    );
    const stopReason = run.stopReason ?? stopReasonOf(finishReason);
    return { finalText: run.halt?.userMessage ?? text, stopReason };
  } catch (error) {
    return { finalText: "", stopReason: run.stopReason ?? "error", error };
  }
}
