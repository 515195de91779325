import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** What the model says next, given what it is sent and how often it has spoken before. */
export type Script = (messages: readonly BaseMessage[], spoken: number) => BaseMessage;

/** One call as a script writes it. */
export interface ScriptedCall {
  readonly name: string;
  readonly args?: Record<string, unknown>;
  readonly id?: string;
}

let calls = 0;

/** A response that asks for tools. */
export function asks(...wanted: readonly ScriptedCall[]): AIMessage {
  return new AIMessage({
    content: "",
    tool_calls: wanted.map(({ name, args = {}, id }) => {
      calls += 1;
      return { type: "tool_call" as const, name, args, id: id ?? `call_${calls}` };
    }),
  });
}

/** A response that ends the loop. */
export function says(text: string): AIMessage {
  return new AIMessage(text);
}

/** A chat model that follows a script: a list of responses, the last one repeated, or a function. */
export class ScriptedModel extends BaseChatModel {
  /** What it was sent, request by request. */
  readonly requests: BaseMessage[][] = [];
  readonly #script: Script;

  constructor(script: Script | readonly BaseMessage[]) {
    super({});
    this.#script =
      typeof script === "function"
        ? script
        : (_messages, spoken) => (script[spoken] ?? script.at(-1)) as BaseMessage;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = this.#script(messages, this.requests.length);
    this.requests.push([...messages]);
    return { generations: [{ text: "", message }] };
  }
}
