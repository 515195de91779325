import type { CallOutcome } from "@recourse/core";
import type { MessageToolCall } from "./messages.ts";
import type { NodeConfig } from "./scope.ts";
import { noteOf, type RecoveryNote } from "./tool-message.ts";

/** What `streamMode: "custom"` carries for every call that did not simply succeed. */
export interface ToolRecoveryEvent extends RecoveryNote {
  readonly type: "tool_recovery";
  readonly tool: string;
  readonly toolCallId: string;
  readonly ok: boolean;
}

/** Tells whoever streams the graph what became of a call; plain successes are silent. */
export function streamOutcome(
  config: NodeConfig,
  call: MessageToolCall,
  outcome: CallOutcome,
): void {
  if (config.writer === undefined || config.writer === null) return;
  const { record } = outcome;
  if (outcome.ok && record.errorType === undefined && record.attemptLog.length <= 1) return;
  const event: ToolRecoveryEvent = {
    type: "tool_recovery",
    tool: call.name,
    toolCallId: call.id ?? "",
    ok: outcome.ok,
    ...noteOf(outcome),
  };
  try {
    config.writer(event);
  } catch {
    // A stream that was closed early is no reason to fail the call.
  }
}
