import type { BaseMessage, ToolMessage } from "@langchain/core/messages";
import { type HistoryCall, parseObservation, type ToolOptions } from "@recourse/core";
import {
  isAiMessage,
  isToolMessage,
  isUserMessage,
  lastAiIndex,
  textOfMessage,
  toolCallsOf,
} from "./messages.ts";
import type { RecoveryNote } from "./tool-message.ts";

/** See `keyOfMessage`. */
export type MessageKey = string | object;

/** One model response of the current run that asked for tools. */
export interface Asked {
  readonly message: BaseMessage;
  /** The same for the same response, whatever copies of it exist. */
  readonly key: MessageKey;
  /** The number of the model response in the run, from 0. */
  readonly turn: number;
}

/** What the messages say of the run that is going on. */
export class RunHistory {
  /** What a person asked last; without one, where the messages begin. */
  readonly anchor: BaseMessage;
  /** The position of `anchor`. */
  readonly start: number;
  /** Whether `anchor` is a person's message, so that nothing of the run has been trimmed away. */
  readonly complete: boolean;
  /** The response that is being answered. */
  readonly current: Asked;
  /** What the response is known by that asked for tools before it. */
  readonly before: MessageKey | undefined;
  readonly #messages: readonly BaseMessage[];
  readonly #last: number;

  /** @param last the position of the last model response */
  constructor(messages: readonly BaseMessage[], last: number) {
    let at = last;
    let turn = 0;
    let before: BaseMessage | undefined;
    while (at > 0 && !isUserMessage(messages[at] as BaseMessage)) {
      at -= 1;
      const message = messages[at] as BaseMessage;
      if (!isAiMessage(message)) continue;
      turn += 1;
      if (before === undefined && toolCallsOf(message).length > 0) before = message;
    }
    const message = messages[last] as BaseMessage;
    this.anchor = messages[at] as BaseMessage;
    this.complete = isUserMessage(this.anchor);
    this.current = { message, key: keyOfMessage(message), turn };
    this.before = before === undefined ? undefined : keyOfMessage(before);
    this.#messages = messages;
    this.start = at;
    this.#last = last;
  }

  /** The responses that asked for tools, oldest first; `current` is the last one. */
  asked(): readonly Asked[] {
    if (this.before === undefined) return [this.current];
    const asked: Asked[] = [];
    let turn = 0;
    for (let at = this.start; at < this.#last; at += 1) {
      const message = this.#messages[at] as BaseMessage;
      if (!isAiMessage(message)) continue;
      if (toolCallsOf(message).length > 0) {
        asked.push({ message, key: keyOfMessage(message), turn });
      }
      turn += 1;
    }
    return [...asked, this.current];
  }

  /** Whether something follows the response: results, as far as it has been answered. */
  get isAnswered(): boolean {
    return this.#last < this.#messages.length - 1;
  }
}

/** What a message is known by: its id; without one the object itself, which no checkpoint outlives. */
export function keyOfMessage(message: BaseMessage): MessageKey {
  return typeof message.id === "string" && message.id !== "" ? message.id : message;
}

/** Reads the run that the last model response belongs to; `undefined` when there is none. */
export function readHistory(messages: readonly BaseMessage[]): RunHistory | undefined {
  const last = lastAiIndex(messages);
  return last === -1 ? undefined : new RunHistory(messages, last);
}

/**
 * The answered calls of some responses, as the ledger folds them.
 *
 * @param othersRefuse whether an error in words of somebody else's is a refusal, as in an agent
 */
export function answeredCalls(
  messages: readonly BaseMessage[],
  responses: readonly Asked[],
  optionsOf: (tool: string) => ToolOptions | undefined,
  othersRefuse: boolean,
): readonly HistoryCall[] {
  const calls: HistoryCall[] = [];
  for (const { message, turn } of responses) {
    const results = resultsAfter(messages, message);
    for (const [index, call] of toolCallsOf(message).entries()) {
      const at = results.findIndex((result) => result.tool_call_id === (call.id ?? ""));
      if (at === -1) continue;
      const [result] = results.splice(at, 1);
      if (result === undefined) continue;
      calls.push({
        id: call.id ?? "",
        tool: call.name,
        args: call.args,
        turn,
        index,
        content: observed(result, othersRefuse),
        options: optionsOf(call.name),
        ...(result.status === "error" ? { ok: false } : {}),
        ...noteOn(result),
      });
    }
  }
  return calls;
}

/** The text of a result; a person's words, or another guard's, as the observation that they stand for. */
function observed(result: ToolMessage, othersRefuse: boolean): string {
  const message = textOfMessage(result);
  const isRefusal =
    othersRefuse && result.status === "error" && parseObservation(message) === undefined;
  return isRefusal ? JSON.stringify({ ok: false, error_type: "rejected", message }) : message;
}

/** What Recourse left on a message that it wrote. */
function noteOn({
  response_metadata,
}: ToolMessage): Pick<HistoryCall, "outcomeHash" | "shape" | "halt"> {
  const note = (response_metadata?.["recourse"] ?? {}) as Partial<RecoveryNote>;
  return { outcomeHash: note.outcomeHash, shape: note.shape, halt: note.stopReason };
}

/** The results that stand between a response and the next one, in a list of their own. */
export function resultsAfter(
  messages: readonly BaseMessage[],
  response: BaseMessage,
): ToolMessage[] {
  const results: ToolMessage[] = [];
  const key = keyOfMessage(response);
  const start = messages.findIndex((message) => keyOfMessage(message) === key);
  if (start === -1) return results;
  for (let at = start + 1; at < messages.length; at += 1) {
    const message = messages[at];
    if (isAiMessage(message)) break;
    if (isToolMessage(message)) results.push(message);
  }
  return results;
}
