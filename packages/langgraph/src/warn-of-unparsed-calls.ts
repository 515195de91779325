import type { BaseMessage } from "@langchain/core/messages";
import type { Recovery } from "@recourse/core";
import { isAiMessage, isToolMessage } from "./messages.ts";

/** Names the missing repair where a response asked for calls that nobody will answer. */
export function warnOfUnparsedCalls(recovery: Recovery, messages: readonly BaseMessage[]): void {
  const unparsed = messages.flatMap((message) =>
    isAiMessage(message) ? (message.invalid_tool_calls ?? []) : [],
  );
  if (unparsed.length === 0) return;
  const answered = new Set(messages.filter(isToolMessage).map((result) => result.tool_call_id));
  const open = unparsed.find(({ id }) => !answered.has(id ?? ""));
  if (open === undefined) return;
  recovery.warnOnce(
    "langgraph_unparsed_calls",
    `The arguments of a call of "${open.name ?? ""}" did not parse, and nobody has answered it: ` +
      "LangGraph ends a run on such a response as if it were an answer, or leaves the call's id " +
      "open. In the node that calls the model: return { messages: " +
      "[repairInvalidToolCalls(await model.invoke(messages))] }.",
  );
}
