import { Agent } from "@openai/agents";
import { callContext } from "@recourse/core/adapter";
import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { chatModel, resultOfError } from "./parts.ts";

/** The same agent with `recoverTool` for `tool` and `recoveringRunner` for `Runner`. */
export async function runWithRecourse(request: AgentRequest): Promise<AgentResult> {
  const recovery = createRecovery(request.recovery);
  const agent = new Agent({
    name: "support-desk",
    instructions: request.system,
    model: chatModel(request.model),
    tools: request.tools.map(({ name, description, parameters, execute }) =>
      recoverTool({
        name,
        description,
        parameters,
        execute: (args, _context, details) => execute(args, callContext(details) ?? {}),
      }),
    ),
  });
  const runner = recoveringRunner(recovery, { tracingDisabled: true });
  const run = recovery.run(request.run);
  try {
    const { maxTurns, signal } = request;
    const options = run.runOptions({ maxTurns, ...(signal && { signal }) });
    const result = await runner.run(agent, request.task, options);
    return { finalText: result.finalOutput ?? "", stopReason: run.stopReason ?? "completed" };
  } catch (error) {
    return { ...resultOfError(error), ...(run.stopReason && { stopReason: run.stopReason }) };
  }
}
