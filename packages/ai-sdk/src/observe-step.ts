import type { SettledCall } from "@recourse/core";
import { ToolFault } from "@recourse/core";
import type { Loop } from "./loop.ts";
import type { ContentPartLike, StepLike } from "./sdk-types.ts";
import { openCalls } from "./stop-reason.ts";
import { toolSchema } from "./tool-schema.ts";

/** The finish reasons after which the SDK executes the calls of a response. */
const EXECUTED = new Set(["stop", "tool-calls"]);

/** Records what of a step never came to a tool of ours. */
export function observeStep(loop: Loop, step: StepLike, turn: number): void {
  for (const part of step.content as readonly ContentPartLike[]) {
    if (isProviderResult(part)) {
      loop.run.recordExternal(
        settledCall(loop, part, turn),
        part.type === "tool-error" ? { error: part.error } : { value: part.output },
      );
    }
    if (part.type === "tool-approval-response" && part.approved === false) {
      denied(loop, part.toolCall ?? part, part.reason, turn);
    }
  }
  if (EXECUTED.has(step.finishReason)) return;
  for (const part of openCalls(step)) {
    const truncated = step.finishReason === "length";
    const outcome = loop.run.settle(
      { ...settledCall(loop, part, turn), truncated },
      { errorType: truncated ? "invalid_args" : "not_executed" },
    );
    if (outcome.intervened) loop.dangling.set(part.toolCallId ?? "", outcome.content);
  }
}

/** A call that a person or a policy did not allow: the SDK answers it, with a reason as its text. */
export function denied(
  loop: Loop,
  part: ContentPartLike,
  reason: string | undefined,
  turn: number,
): void {
  const id = part.toolCallId ?? "";
  if (loop.answered.has(id)) return;
  const outcome = loop.run.settle(
    settledCall(loop, part, turn),
    ToolFault.rejected(reason === undefined ? {} : { message: reason }),
  );
  loop.answered.set(id, outcome.intervened ? outcome.content : undefined);
}

/** An approved call whose input no longer fits: the SDK answers it with its own error. */
export function unfit(loop: Loop, part: ContentPartLike, turn: number): void {
  const id = part.toolCallId ?? "";
  const schema = toolSchema(loop.executable(part.toolName ?? "")?.tool.inputSchema);
  const outcome = loop.run.settle(
    { ...settledCall(loop, part, turn), ...(schema === undefined ? {} : { options: { schema } }) },
    ToolFault.invalidArgs({ message: "The input is not the one that was approved." }),
  );
  loop.answered.set(id, outcome.intervened ? outcome.content : undefined);
}

function isProviderResult(part: ContentPartLike): boolean {
  return (
    part.providerExecuted === true &&
    (part.type === "tool-error" || (part.type === "tool-result" && part.preliminary !== true))
  );
}

function settledCall(loop: Loop, part: ContentPartLike, turn: number): SettledCall {
  const index = loop.response.position(part.toolCallId ?? "");
  return {
    ...(index === undefined ? {} : { index }),
    id: part.toolCallId ?? "",
    tool: part.toolName ?? "",
    args: part.input,
    turn,
    availableTools: loop.availableTools,
  };
}
