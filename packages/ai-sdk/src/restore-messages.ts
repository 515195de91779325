import type { HistoryCall } from "@recourse/core";
import { jsonText } from "./model-output.ts";
import { type MessageLike, partsOf, type ToolOutputLike } from "./sdk-types.ts";

/** A part of a UI message. */
interface UIPartLike {
  readonly type: string;
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly state?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly preliminary?: boolean;
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
  return all.some((message) => Array.isArray(message.parts)) ? fromUI(all) : fromModel(all);
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
      if (part.type === "step-start") {
        if (began) turn += 1;
        began = true;
        index = 0;
        continue;
      }
      if (part.toolCallId === undefined) continue;
      const tool =
        part.type === "dynamic-tool" ? (part.toolName ?? "") : part.type.replace(/^tool-/, "");
      history.push({
        id: part.toolCallId,
        tool,
        args: part.input,
        turn,
        index: index++,
        ...uiResult(part),
      });
    }
  }
  return history;
}

function uiResult(part: UIPartLike): Pick<HistoryCall, "content" | "ok"> {
  if (part.state === "output-error") return { content: part.errorText ?? "", ok: false };
  if (part.state === "output-denied") return { content: "", ok: false };
  if (part.state !== "output-available" || part.preliminary === true) return {};
  return { content: textOf(part.output), ok: true };
}

function fromModel(messages: readonly AnyMessage[]): HistoryCall[] {
  const results = new Map<string, ToolOutputLike | undefined>();
  for (const part of (messages as readonly MessageLike[]).flatMap(partsOf)) {
    if (part.type === "tool-result") results.set(part.toolCallId ?? "", part.output);
  }
  const history: HistoryCall[] = [];
  let turn = -1;
  for (const message of messages as readonly MessageLike[]) {
    if (message.role !== "assistant") continue;
    turn += 1;
    const calls = partsOf(message).filter((part) => part.type === "tool-call");
    for (const [index, part] of calls.entries()) {
      const id = part.toolCallId ?? "";
      const output = results.get(id);
      history.push({
        id,
        tool: part.toolName ?? "",
        args: part.input,
        turn,
        index,
        ...(output === undefined ? {} : modelResult(output)),
      });
    }
  }
  return history;
}

function modelResult(output: ToolOutputLike): Pick<HistoryCall, "content" | "ok"> {
  const content = textOf(output.value);
  // The text of an envelope says by itself whether the call worked.
  return output.type.startsWith("error") || output.type === "execution-denied"
    ? { content, ok: false }
    : { content };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}
