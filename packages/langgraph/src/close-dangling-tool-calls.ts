import { type BaseMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import { REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import { createRecovery, type FaultInit } from "@recourse/core";
import { resultsAfter } from "./history.ts";
import { isAiMessage, type MessageToolCall, messagesOf, toolCallsOf } from "./messages.ts";
import type { StateWithMessages } from "./repair-invalid-tool-calls.ts";

/**
 * Gives every tool call without a result one that says that it was cut off: an abort in the middle
 * of a tool leaves such a call behind, and providers refuse the history from then on.
 *
 * Takes messages and returns them repaired (the same array when nothing was open); or takes a
 * state and returns an update for it, e.g. for `graph.updateState`.
 */
export function closeDanglingToolCalls<Message extends BaseMessage>(
  messages: readonly Message[],
): BaseMessage[];
export function closeDanglingToolCalls(state: StateWithMessages): { messages: BaseMessage[] };
export function closeDanglingToolCalls(
  input: readonly BaseMessage[] | StateWithMessages,
): BaseMessage[] | { messages: BaseMessage[] } {
  const messages = messagesOf(input);
  const closed = closeCalls(messages, cutOff);
  if (Array.isArray(input)) return closed;
  const added = closed.filter((message) => !messages.includes(message));
  const isAppended = added.every((message, index) => {
    return closed[closed.length - added.length + index] === message;
  });
  // Appending is enough when nobody has spoken since; else the order has to be made anew.
  if (isAppended) return { messages: added };
  return { messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...closed] };
}

/** Closes calls that nobody will answer any more, each with this text; the same array when none was open. */
export function closeCalls(
  messages: readonly BaseMessage[],
  textOf: (call: MessageToolCall) => string,
): BaseMessage[] {
  const closing = (call: MessageToolCall): ToolMessage => closingMessage(call, textOf(call));
  const closed: BaseMessage[] = [];
  let open: ToolMessage[] = [];
  for (const message of messages) {
    if (message.getType() !== "tool") {
      closed.push(...open);
      open = isAiMessage(message) ? openCalls(messages, message).map(closing) : [];
    }
    closed.push(message);
  }
  closed.push(...open);
  return closed.length === messages.length ? (messages as BaseMessage[]) : closed;
}

function openCalls(messages: readonly BaseMessage[], response: BaseMessage): MessageToolCall[] {
  const answers = resultsAfter(messages, response).map((result) => result.tool_call_id);
  return toolCallsOf(response).filter((call) => {
    const at = answers.indexOf(call.id ?? "");
    if (at === -1) return true;
    answers.splice(at, 1);
    return false;
  });
}

function closingMessage(call: MessageToolCall, content: string): ToolMessage {
  return new ToolMessage({
    content,
    status: "error",
    name: call.name,
    tool_call_id: call.id ?? "",
  });
}

/** Nobody knows whether the call took effect. */
function cutOff(call: MessageToolCall): string {
  const message = `${call.name} was cut off before its result arrived`;
  return textOfFault(call, { errorType: "timeout", outcome: "unknown", message });
}

/** A call that a person's refusal of another one left open, as LangChain's approvals do. */
export function notExecuted(call: MessageToolCall): string {
  const message = `${call.name} was not executed, because a call beside it was not approved`;
  const next = "Call it again if you still need it";
  return textOfFault(call, { errorType: "internal", outcome: "none", message, next });
}

/** Core's own text, from a run that nobody else sees. */
function textOfFault({ id = "", name, args }: MessageToolCall, fault: FaultInit): string {
  const run = createRecovery({ mode: "enforce", onEvent: () => {} }).run({
    framework: "langgraph",
  });
  return run.settle({ id, tool: name, args, turn: 0 }, fault).content;
}
