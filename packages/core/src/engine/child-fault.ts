import { ToolFault } from "../observation/tool-fault.ts";
import type { Halt } from "./run.ts";

/** What the halt of an agent inside a tool is for the call of its parent: one failed call. */
export function childFault(agent: string | undefined, { reason, userMessage }: Halt): ToolFault {
  if (reason === "corrupt_state") return ToolFault.corruptState({ message: userMessage });
  const name = agent === undefined ? "The agent" : `The agent ${agent}`;
  return ToolFault.internal({
    message: `${name} was stopped (${reason}): ${userMessage}`,
    next: "Go on without it, or ask it for something else.",
    outcome: "unknown",
  });
}
