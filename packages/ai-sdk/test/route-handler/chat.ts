import type { ChatInit, ChatState, ChatStatus, UIMessage } from "ai";
import type { Sdk } from "../kit.ts";

/** The chat that is behind `useChat`, of either version, without React around its state. */
export function chatOf(sdk: Sdk, url: string, init: ChatInit<UIMessage> = {}): Chat {
  const Base = sdk.ai.AbstractChat as unknown as new (init: object) => Chat;
  class PlainChat extends Base {}
  return new PlainChat({
    id: "chat-1",
    transport: new sdk.ai.DefaultChatTransport({ api: url }),
    sendAutomaticallyWhen: sdk.ai.lastAssistantMessageIsCompleteWithApprovalResponses,
    ...init,
    state: new PlainState(init.messages ?? []),
  });
}

/** What a page uses of it. */
export interface Chat {
  readonly messages: readonly UIMessage[];
  readonly status: ChatStatus;
  readonly error: Error | undefined;
  sendMessage(message: { readonly text: string }): Promise<void>;
  addToolApprovalResponse(answer: {
    readonly id: string;
    readonly approved: boolean;
  }): Promise<void>;
}

class PlainState implements ChatState<UIMessage> {
  status: ChatStatus = "ready";
  error: Error | undefined = undefined;
  messages: UIMessage[];

  constructor(messages: UIMessage[]) {
    this.messages = messages;
  }

  pushMessage = (message: UIMessage): void => {
    this.messages = [...this.messages, message];
  };

  popMessage = (): void => {
    this.messages = this.messages.slice(0, -1);
  };

  replaceMessage = (index: number, message: UIMessage): void => {
    this.messages = this.messages.with(index, structuredClone(message));
  };

  snapshot = <Thing>(thing: Thing): Thing => structuredClone(thing);
}
