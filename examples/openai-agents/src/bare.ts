import { Agent, Runner, tool } from "@openai/agents";
import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import { chatModel, resultOfError } from "./parts.ts";

/**
 * `tool()` and `Runner` with the two settings that people know to make: say what went wrong, and
 * answer a call of an unknown tool in place of ending the run.
 */
export async function runBare(request: AgentRequest): Promise<AgentResult> {
  const agent = new Agent({
    name: "support-desk",
    instructions: request.system,
    model: chatModel(request.model),
    tools: request.tools.map(({ name, description, parameters, execute }) =>
      tool({
        name,
        description,
        parameters,
        errorFunction: (_context, error) => String(error),
        execute: (args, _context, details) => execute(args, { signal: details?.signal }),
      }),
    ),
  });
  const runner = new Runner({
    tracingDisabled: true,
    toolNotFoundBehavior: "return_error_to_model",
  });
  try {
    const result = await runner.run(agent, request.task, { maxTurns: request.maxTurns });
    return { finalText: result.finalOutput ?? "", stopReason: "completed" };
  } catch (error) {
    return resultOfError(error);
  }
}
