/** The part of the chat completions wire format that the scripted model reads and writes. */

/** A tool call as an assistant message carries it. */
export interface ChatToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** One message of a conversation. */
export interface ChatMessage {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  readonly content?: string | readonly ChatContentPart[] | null;
  readonly tool_calls?: readonly ChatToolCall[];
  readonly tool_call_id?: string;
}

/** One part of a message whose content is a list. */
export interface ChatContentPart {
  readonly type: string;
  readonly text?: string;
}

/** A tool as the request declares it. */
export interface ChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: {
      readonly properties?: Readonly<Record<string, unknown>>;
      readonly required?: readonly string[];
    };
  };
}

/** A request to `/chat/completions`. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean } | null;
}

/** What the model says next: text, or calls. */
export interface ChatMove {
  readonly content: string | null;
  readonly calls: readonly ChatToolCall[];
  readonly finish: "stop" | "tool_calls" | "length";
}

/** The text of a message, whatever form its content has. */
export function textOf(message: ChatMessage): string {
  const { content } = message;
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  return content.map((part) => part.text ?? "").join("");
}

/** Tokens of a text, estimated at four characters each: the same yardstick for every variant. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
