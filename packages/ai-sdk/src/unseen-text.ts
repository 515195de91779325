import type { SettledCall, ToolFault } from "@recourse/core";
import { createRecovery as createCoreRecovery } from "@recourse/core";

/** Core's own text for a call that no run of the user's knows, from a run that nobody else sees. */
export function unseenText(call: Omit<SettledCall, "turn">, fault: ToolFault): string {
  const recovery = createCoreRecovery({ mode: "enforce", onEvent: () => {} });
  return recovery.run({ framework: "ai-sdk" }).settle({ ...call, turn: 0 }, fault).content;
}
