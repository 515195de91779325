import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { isSettled, savedRun } from "../end-of-turn.ts";
import { type HumanQuestion, type HumanVerdict, questionOf, verdictOf } from "../human-decision.ts";
import { canWait } from "../langgraph-internals.ts";
import type { LiveRun } from "../live-run.ts";
import { recordOthers } from "../record-others.ts";
import { finishRun } from "../run-registry.ts";
import type { RecoverMiddlewareOptions } from "./options.ts";
import type { HookRuntime } from "./runtime-config.ts";

/**
 * What a hook changes in an agent's state. With messages, if only none: langchain writes whatever a
 * hook leaves out once more, and who streams updates would get all messages of the run again.
 */
export type StateUpdate = Record<string, unknown> & { readonly messages?: readonly BaseMessage[] };

/**
 * Judges a turn whose calls have been answered, before the model is called again: the run goes on
 * (`undefined`), ends, or asks a person first.
 */
export async function judgeTurn(
  options: RecoverMiddlewareOptions,
  entry: LiveRun,
  messages: readonly BaseMessage[],
  runtime: HookRuntime,
): Promise<StateUpdate | undefined> {
  entry.wired = true;
  recordOthers(entry, messages);
  if (isSettled(entry, messages)) entry.run.closeTurn();
  const question = questionOf(entry, messages);
  if (question === undefined) return undefined;
  if (canAsk(options, question, runtime)) {
    return afterAnswer(entry, verdictOf(question, runtime.interrupt?.(question)));
  }
  return entry.run.halt === undefined ? undefined : endRun(entry);
}

function canAsk(
  { askHuman = false }: RecoverMiddlewareOptions,
  { incident }: HumanQuestion,
  { configurable, interrupt }: HookRuntime,
): boolean {
  if (interrupt === undefined || !canWait(configurable)) return false;
  return typeof askHuman === "function" ? askHuman(incident) : askHuman;
}

async function afterAnswer(
  entry: LiveRun,
  verdict: HumanVerdict,
): Promise<StateUpdate | undefined> {
  if (verdict === "go_on") return undefined;
  if (verdict === "end") {
    if (entry.run.halt === undefined) entry.run.stop("a person ended the run");
    return endRun(entry);
  }
  await finishRun(entry);
  return { messages: [new HumanMessage(verdict.words)] };
}

async function endRun(entry: LiveRun): Promise<StateUpdate> {
  await finishRun(entry);
  const { halt } = entry.run;
  return {
    jumpTo: "end",
    messages: [],
    stopReason: halt?.reason,
    userMessage: halt?.userMessage,
    _recovery: savedRun(entry),
  };
}
