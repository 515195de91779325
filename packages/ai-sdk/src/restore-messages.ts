import { type HistoryCall, parseObservation, ToolFault } from "@recourse/core";
import { approvalAnswers } from "./approval-answers.ts";
import { jsonText } from "./model-output.ts";
import { type MessageLike, partsOf, type ToolOutputLike } from "./sdk-types.ts";
import { unseenText } from "./unseen-text.ts";

/** A part of a UI message. */
interface UIPartLike {
  readonly type: string;
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly state?: string;
  readonly input?: unknown;
  /** Where ai 6 keeps an input that did not fit. */
  readonly rawInput?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly preliminary?: boolean;
  readonly approval?: { readonly reason?: string | undefined } | undefined;
}

interface AnyMessage {
  readonly role: string;
  readonly parts?: readonly UIPartLike[];
  readonly content?: unknown;
}

/**
 * The tool calls of a history, as UI messages or as model messages, for a run that has no snapshot.
 * A model response is a turn: a `step-start` part in UI messages, an assistant message otherwise.
 */
export function historyOf(messages: readonly unknown[]): HistoryCall[] {
  const all = messages as readonly AnyMessage[];
  return all.some((message) => Array.isArray(message.parts))
    ? fromUI(all)
    : fromModel(all as readonly MessageLike[]);
}

function fromUI(messages: readonly AnyMessage[]): HistoryCall[] {
  const history: HistoryCall[] = [];
  let turn = -1;
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    let index = 0;
    turn += 1;
    let began = false;
    for (const part of message.parts ?? []) {
      if (typeof part !== "object" || part === null) continue;
      if (part.type === "step-start") {
        if (began) turn += 1;
        began = true;
        index = 0;
        continue;
      }
      if (part.toolCallId === undefined) continue;
      const tool =
        part.type === "dynamic-tool" ? (part.toolName ?? "") : part.type.replace(/^tool-/, "");
      const args = part.input === undefined ? part.rawInput : part.input;
      const call = { id: part.toolCallId, tool, args };
      history.push({ ...call, turn, index: index++, ...uiResult(call, part) });
    }
  }
  return history;
}

type Called = Pick<HistoryCall, "id" | "tool" | "args">;

function uiResult(call: Called, part: UIPartLike): Pick<HistoryCall, "content" | "ok"> {
  if (part.state === "output-error") return { content: part.errorText ?? "", ok: false };
  if (part.state === "output-denied") return deniedResult(call, part.approval?.reason);
  if (part.state !== "output-available" || part.preliminary === true) return {};
  return { content: textOf(part.output), ok: true };
}

function fromModel(messages: readonly MessageLike[]): HistoryCall[] {
  const results = new Map<string, ToolOutputLike | undefined>();
  for (const part of messages.flatMap(partsOf)) {
    if (part.type === "tool-result") results.set(part.toolCallId ?? "", part.output);
  }
  const answers = approvalAnswers(messages);
  const history: HistoryCall[] = [];
  let turn = -1;
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    turn += 1;
    const calls = partsOf(message).filter((part) => part.type === "tool-call");
    for (const [index, part] of calls.entries()) {
      const call = { id: part.toolCallId ?? "", tool: part.toolName ?? "", args: part.input };
      const output = results.get(call.id);
      const answer = answers.get(call.id);
      // Converted from UI messages, a refusal is an error like any other.
      const isDenied = output !== undefined && answer?.approved === false;
      const result = isDenied ? deniedResult(call, answer.reason) : modelResult(call, output);
      history.push({ ...call, turn, index, ...result });
    }
  }
  return history;
}

function modelResult(
  call: Called,
  output: ToolOutputLike | undefined,
): Pick<HistoryCall, "content" | "ok"> {
  if (output === undefined) return {};
  if (output.type === "execution-denied") {
    return deniedResult(call, (output as { readonly reason?: string }).reason);
  }
  const content = textOf(output.value);
  // The text of an envelope says by itself whether the call worked.
  return output.type.startsWith("error") ? { content, ok: false } : { content };
}

/** The SDK keeps the person's reason and no envelope, which alone tells a refusal from an error. */
function deniedResult(call: Called, reason: string | undefined): { content: string; ok: false } {
  if (reason !== undefined && parseObservation(reason) !== undefined) {
    return { content: reason, ok: false };
  }
  const fault = ToolFault.rejected(reason === undefined ? {} : { message: reason });
  return { content: unseenText(call, fault), ok: false };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}
