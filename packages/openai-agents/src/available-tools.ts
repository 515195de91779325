import type { RunContext } from "@openai/agents";
import type { AnyAgent } from "./sdk-types.ts";
import { toolName } from "./tool-names.ts";

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
      ...tools.flatMap((tool) => (tool.type === "function" ? [toolName(tool)] : [])),
      ...handoffs.map((handoff) => handoff.toolName),
    ];
  } catch {
    return undefined;
  }
}

/**
 * The agent's own tools, for a text that sends the model from one of them to another. Without its
 * servers' tools, which only the network knows; the tool that is being called is always there.
 */
export function namesBeside(
  agent: AnyAgent | undefined,
  called: string,
): readonly string[] | undefined {
  if (agent === undefined) return undefined;
  const names: string[] = [];
  for (const tool of agent.tools) if (tool.type === "function") names.push(toolName(tool));
  if (!names.includes(called)) names.push(called);
  return names;
}
