import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { isAiMessage, lastAiIndex, type MessagesInput, messagesOf } from "./messages.ts";
import { type UnparsedByPosition, withUnparsed } from "./unparsed-arguments.ts";

/** A state that a graph hands to a node or a hook. */
export type StateWithMessages = { readonly messages: readonly BaseMessage[] };

/**
 * Gives calls whose arguments did not parse their place among the tool calls, so that the tool
 * node answers them and the model can send them again. Left alone, LangChain ends the run with an
 * empty answer, or leaves their ids open for ever.
 *
 * Takes a model's response and returns the one to put into the state; or takes a state and returns
 * an update for it, which makes it a `postModelHook` of `createReactAgent`. Whatever parsed is
 * untouched, and a response without such calls is returned as it is.
 *
 * @example return { messages: [repairInvalidToolCalls(await model.invoke(messages))] };
 */
export function repairInvalidToolCalls<Message extends BaseMessage>(response: Message): Message;
export function repairInvalidToolCalls(state: StateWithMessages): { messages: BaseMessage[] };
export function repairInvalidToolCalls(
  input: BaseMessage | MessagesInput,
): BaseMessage | { messages: BaseMessage[] } {
  if (isAiMessage(input)) return repaired(input);
  const messages = messagesOf(input);
  const last = messages[lastAiIndex(messages)];
  if (!isAiMessage(last)) return { messages: [] };
  const repair = repaired(last);
  return { messages: repair === last ? [] : [repair] };
}

function repaired(message: AIMessage): AIMessage {
  const invalid = message.invalid_tool_calls ?? [];
  if (invalid.length === 0) return message;
  const calls = [...(message.tool_calls ?? [])];
  const unparsed: Record<number, string> = {};
  for (const call of invalid) {
    const text = call.args ?? "";
    // A call without arguments arrives as an empty text when it was streamed.
    if (text.trim() !== "") unparsed[calls.length] = text;
    const id = call.id ?? `${message.id ?? "call"}_${calls.length}`;
    calls.push({ type: "tool_call", name: call.name ?? "", args: {}, id });
  }
  return new AIMessage({
    content: message.content,
    additional_kwargs: message.additional_kwargs,
    response_metadata: withUnparsed(message.response_metadata, unparsed as UnparsedByPosition),
    tool_calls: calls,
    invalid_tool_calls: [],
    ...(message.id === undefined ? {} : { id: message.id }),
    ...(message.name === undefined ? {} : { name: message.name }),
    ...(message.usage_metadata === undefined ? {} : { usage_metadata: message.usage_metadata }),
  });
}
