import { parseObservation } from "@recourse/core";
import type { Loop } from "./loop.ts";
import { denied, unfit } from "./observe-step.ts";
import {
  type MessageLike,
  type MessagePartLike,
  partsOf,
  type ToolOutputLike,
} from "./sdk-types.ts";

/**
 * Providers that put an error's text into a JSON object of their own, so that an envelope would be
 * escaped a second time. Their tool messages have no mark for errors that could be lost.
 */
const WRAPPING_PROVIDERS = /^(?:openai|azure)(?:\.|$)/;

/** Whether a model's provider wraps error texts. */
export function wrapsErrorText(model: unknown): boolean {
  if (typeof model === "string") return model.startsWith("openai/");
  if (typeof model !== "object" || model === null) return false;
  const { provider, modelId } = model as {
    readonly provider?: unknown;
    readonly modelId?: unknown;
  };
  if (typeof provider !== "string") return false;
  if (provider.startsWith("gateway")) {
    return typeof modelId === "string" && modelId.startsWith("openai/");
  }
  return WRAPPING_PROVIDERS.test(provider);
}

/** How both versions begin the text for an approved call whose input does not fit. */
const UNFIT = /^(?:AI_InvalidToolInputError: )?Invalid input for tool /;

/**
 * The answers to approvals that a request begins with: the SDK has made results of those that it
 * did not execute, and they are settled before the first model call.
 */
export function observeAnswers(loop: Loop, messages: readonly unknown[]): void {
  const all = messages as readonly MessageLike[];
  const last = all.at(-1);
  if (last?.role !== "tool") return;
  const inputs = new Map<string | undefined, unknown>();
  for (const part of all.flatMap(partsOf)) {
    if (part.type === "tool-call") inputs.set(part.toolCallId, part.input);
  }
  const turn = Math.max(loop.run.turn, 0);
  for (const part of partsOf(last)) {
    const { output, toolCallId, toolName, type } = part;
    const call = { type, toolCallId, toolName, input: inputs.get(toolCallId) } as MessagePartLike;
    if (output?.type === "execution-denied") {
      denied(loop, call, (output as { readonly reason?: string }).reason, turn);
    } else if (output?.type === "error-text" && UNFIT.test(String(output.value))) {
      unfit(loop, call, turn);
    }
  }
}

/**
 * The messages as the model is to read them: our envelopes whole where the provider would escape
 * them, and an envelope in a refusal that the SDK wrote. Gives the same array when there is nothing
 * to change; each message is looked at once, since the SDK hands on the same objects step by step.
 */
export function shownMessages(
  loop: Loop,
  messages: readonly unknown[],
  model: unknown,
): readonly unknown[] {
  if (loop.run.modes.messages !== "enforce") return messages;
  const plain = wrapsErrorText(model);
  if (!plain && !loop.hasAnswered) return messages;
  let changed = false;
  const result = (messages as readonly MessageLike[]).map((message) => {
    if (message.role !== "tool") return message;
    const known = loop.shownByMessage.get(message) ?? new Map<boolean, MessageLike>();
    loop.shownByMessage.set(message, known);
    const shown = known.get(plain) ?? shownMessage(loop, message, plain);
    known.set(plain, shown);
    changed ||= shown !== message;
    return shown;
  });
  return changed ? result : messages;
}

function shownMessage(loop: Loop, message: MessageLike, plain: boolean): MessageLike {
  let changed = false;
  const content = partsOf(message).map((part) => {
    const output = shownOutput(loop, part, plain);
    if (output === part.output) return part;
    changed = true;
    return { ...part, output };
  });
  return changed ? { ...message, content } : message;
}

function shownOutput(
  loop: Loop,
  { toolCallId, output }: MessagePartLike,
  plain: boolean,
): ToolOutputLike | undefined {
  const answer = loop.answered.get(toolCallId ?? "");
  // Providers send the reason as the text: the type stays, so that a refusal stays a refusal.
  if (output?.type === "execution-denied" && answer !== undefined) {
    return { ...output, reason: answer } as ToolOutputLike;
  }
  if (output?.type !== "error-text") return output;
  const value = UNFIT.test(String(output.value)) ? (answer ?? output.value) : output.value;
  if (plain && parseObservation(value) !== undefined) return { ...output, type: "text", value };
  return value === output.value ? output : ({ ...output, value } as ToolOutputLike);
}
