import type { BaseMessage } from "@langchain/core/messages";
import { type MessageToolCall, toolCallsOf } from "./messages.ts";

const KEY = "recourse_unparsed";

/** Arguments by position in `tool_calls`, as the model wrote them. */
export type UnparsedByPosition = Readonly<Record<number, string>>;

/** Response metadata that keeps the text of arguments that are no JSON beside their calls. */
export function withUnparsed(
  metadata: Record<string, unknown>,
  unparsed: UnparsedByPosition,
): Record<string, unknown> {
  return Object.keys(unparsed).length === 0 ? metadata : { ...metadata, [KEY]: unparsed };
}

/** The text that the model wrote as the arguments of a call, where it could not be parsed. */
export function unparsedArguments(message: BaseMessage, call: MessageToolCall): string | undefined {
  const unparsed = message.response_metadata?.[KEY] as UnparsedByPosition | undefined;
  if (unparsed === undefined) return undefined;
  const at = toolCallsOf(message).findIndex(
    (other, index) => index in unparsed && other.id === call.id && other.name === call.name,
  );
  return at === -1 ? undefined : unparsed[at];
}
