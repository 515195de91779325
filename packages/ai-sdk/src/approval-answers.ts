import { type MessageLike, type MessagePartLike, partsOf } from "./sdk-types.ts";

/** What was answered to the approvals of a history, by the id of the call that was asked about. */
export function approvalAnswers(
  messages: readonly MessageLike[],
): ReadonlyMap<string, MessagePartLike> {
  const callByApproval = new Map<string | undefined, string | undefined>();
  const answers = new Map<string, MessagePartLike>();
  for (const part of messages.flatMap(partsOf)) {
    if (part.type === "tool-approval-request") callByApproval.set(part.approvalId, part.toolCallId);
    if (part.type === "tool-approval-response") {
      answers.set(callByApproval.get(part.approvalId) ?? "", part);
    }
  }
  return answers;
}
