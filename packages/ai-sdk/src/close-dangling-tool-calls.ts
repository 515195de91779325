import { ToolFault } from "@recourse/core";
import { approvalAnswers } from "./approval-answers.ts";
import { checkMessages } from "./check-settings.ts";
import { type MessageLike, type MessagePartLike, partsOf } from "./sdk-types.ts";
import { unseenText } from "./unseen-text.ts";

/**
 * Gives every tool call without a result one that says that it was cut off. After an abort, an
 * output limit or a content filter the SDK leaves calls open, and the next request with those
 * messages is rejected with `AI_MissingToolResultsError`. A call that still waits for a person's
 * approval at the end of the messages is left alone. `run.closeDanglingToolCalls` knows more: a call
 * that an output limit cut off was not executed.
 *
 * @param messages Model messages, oldest first; never changed.
 * @param textFor The text for a call that is known better, by id.
 * @returns The same array when nothing was open.
 */
export function closeDanglingToolCalls<Message extends object>(
  messages: readonly Message[],
  textFor: (toolCallId: string) => string | undefined = () => undefined,
): Message[] {
  checkMessages(messages, { of: "closeDanglingToolCalls()" });
  const all = messages as unknown as readonly MessageLike[];
  const settled = settledIds(all);
  const closed: MessageLike[] = [];
  let pending: MessagePartLike[] = [];
  for (const [index, message] of all.entries()) {
    const results = pending.map((part) => closingResult(part, textFor));
    if (message.role === "tool" && results.length > 0) {
      closed.push({ ...message, content: [...partsOf(message), ...results] });
    } else {
      if (results.length > 0) closed.push({ role: "tool", content: results });
      closed.push(message);
    }
    pending = openParts(message, settled, index === all.length - 1);
  }
  if (pending.length > 0) {
    closed.push({ role: "tool", content: pending.map((part) => closingResult(part, textFor)) });
  }
  return (closed.length === all.length && closed.every((message, i) => message === all[i])
    ? messages
    : closed) as unknown as Message[];
}

function openParts(
  message: MessageLike,
  settled: ReadonlySet<string>,
  isLast: boolean,
): MessagePartLike[] {
  if (message.role !== "assistant") return [];
  const parts = partsOf(message);
  const asked = new Set(
    parts.filter((part) => part.type === "tool-approval-request").map((part) => part.toolCallId),
  );
  return parts.filter(
    (part) =>
      part.type === "tool-call" &&
      part.providerExecuted !== true &&
      !settled.has(part.toolCallId ?? "") &&
      !(isLast && asked.has(part.toolCallId)),
  );
}

/** Calls with a result, or with an answer to their approval, which the SDK makes a result of. */
function settledIds(messages: readonly MessageLike[]): ReadonlySet<string> {
  const results = messages.flatMap(partsOf).filter((part) => part.type === "tool-result");
  return new Set([
    ...approvalAnswers(messages).keys(),
    ...results.map((part) => part.toolCallId ?? ""),
  ]);
}

function closingResult(
  part: MessagePartLike,
  textFor: (toolCallId: string) => string | undefined,
): MessagePartLike {
  const id = part.toolCallId ?? "";
  return {
    type: "tool-result",
    toolCallId: id,
    toolName: part.toolName ?? "",
    output: { type: "error-text", value: textFor(id) ?? cutOff(part) },
  };
}

/** Nobody knows whether the call took effect. */
function cutOff(part: MessagePartLike): string {
  const tool = part.toolName ?? "";
  const fault = ToolFault.timeout({
    message: `${tool} was cut off before its result arrived`,
    outcome: "unknown",
  });
  return unseenText({ id: part.toolCallId ?? "", tool, args: part.input }, fault);
}
