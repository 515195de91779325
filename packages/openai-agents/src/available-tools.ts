import type { RunContext } from "@openai/agents";
import type { AnyAgent } from "./sdk-types.ts";

/** The names that the model may call: the agent's tools, its servers' tools and its handoffs. */
export async function agentToolNames(
  agent: AnyAgent | undefined,
  context: RunContext<unknown>,
): Promise<readonly string[] | undefined> {
  if (agent === undefined) return undefined;
  try {
    const [tools, handoffs] = await Promise.all([
      agent.getAllTools(context as never),
      agent.getEnabledHandoffs(context as never),
    ]);
    return [
      ...tools.flatMap((tool) => (tool.type === "function" ? [tool.name] : [])),
      ...handoffs.map((handoff) => handoff.toolName),
    ];
  } catch {
    return undefined;
  }
}
