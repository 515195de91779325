import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import { isSummary } from "./langgraph-internals.ts";

/** A graph's input or state as the prebuilt node accepts it: an array of messages, or `{ messages }`. */
export type MessagesInput = readonly BaseMessage[] | { readonly messages: readonly BaseMessage[] };

/** A call of a message that may lack what providers usually send. */
export type MessageToolCall = Pick<ToolCall, "name" | "args"> & {
  readonly id?: string | undefined;
};

/** The kind of a message by its own word, since copies of the package differ; `""` for anything else. */
export function typeOfMessage(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const { getType } = value as { getType?: unknown };
  return typeof getType === "function" ? String(getType.call(value)) : "";
}

/** Whether a value is a model's response. */
export function isAiMessage(value: unknown): value is AIMessage {
  return typeOfMessage(value) === "ai";
}

/** Whether a value is a tool's result. */
export function isToolMessage(value: unknown): value is ToolMessage {
  return typeOfMessage(value) === "tool";
}

/** The messages of an input or state; none for anything else. */
export function messagesOf(input: unknown): readonly BaseMessage[] {
  if (Array.isArray(input)) return input as BaseMessage[];
  if (typeof input !== "object" || input === null) return [];
  const { messages } = input as { messages?: unknown };
  return Array.isArray(messages) ? (messages as BaseMessage[]) : [];
}

/** The position of the last model response, or -1. */
export function lastAiIndex(messages: readonly BaseMessage[]): number {
  return messages.findLastIndex((message) => isAiMessage(message));
}

/** The tool calls of a model response. */
export function toolCallsOf(message: BaseMessage): readonly MessageToolCall[] {
  const calls = (message as { tool_calls?: unknown }).tool_calls;
  return Array.isArray(calls) ? (calls as MessageToolCall[]) : [];
}

/** The text of a message: its string, or its text blocks joined. */
export function textOfMessage(message: BaseMessage): string {
  const { content } = message;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block) => {
      const { text } = block as { text?: unknown };
      return typeof text === "string" ? text : JSON.stringify(block);
    })
    .join("\n");
}

/** Whether the provider cut the response off at its output limit. */
export function isTruncated(message: BaseMessage): boolean {
  const metadata = (message.response_metadata ?? {}) as Record<string, unknown>;
  const reason =
    metadata["finish_reason"] ?? metadata["stop_reason"] ?? metadata["finishReason"] ?? "";
  return reason === "length" || reason === "max_tokens" || reason === "MAX_TOKENS";
}

/** Whether a person said this: a summary that stands in for trimmed history is not a new request. */
export function isUserMessage(message: BaseMessage): boolean {
  return typeOfMessage(message) === "human" && !isSummary(message);
}
