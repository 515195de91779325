import { haltedModel } from "./halted-model.ts";
import type { Loop } from "./loop.ts";
import type { MessageLike, PrepareStepInput, PrepareStepOutput } from "./sdk-types.ts";
import { observeAnswers, shownMessages } from "./shown-messages.ts";
import { watchedModel } from "./watched-model.ts";

/** A `prepareStep` of either version. */
export type PrepareStepLike = (
  input: PrepareStepInput,
) => PrepareStepOutput | undefined | PromiseLike<PrepareStepOutput | undefined>;

/**
 * The user's `prepareStep` with what a run needs before each model call: the turn that opens, and a
 * guard that keeps a halted run from reaching the model.
 */
export function preparedStep(loop: Loop, user: PrepareStepLike | undefined): PrepareStepLike {
  loop.prepareStepWired = true;
  return (input) => {
    loop.observe(input.steps);
    if (input.stepNumber === 0) beginLoop(loop, input.messages);
    if (loop.run.closeTurn() !== undefined) {
      // The stop condition would have ended the loop, except before the first step.
      if (input.stepNumber > 0) loop.warnUnwired();
      return { model: haltedModel(versionOf(input.model)) };
    }
    loop.beginStep(input.stepNumber, input.messages);
    if (input.experimental_steeringMessages !== undefined) loop.run.contextChanged();
    if (user === undefined) return finish(loop, input, undefined);
    return prepare(loop, user, input);
  };
}

/** The user's own, whose failure is that of the request. */
function prepare(
  loop: Loop,
  user: PrepareStepLike,
  input: PrepareStepInput,
): PrepareStepOutput | PromiseLike<PrepareStepOutput> {
  const fail = (error: unknown): never => {
    loop.response.fails();
    throw error;
  };
  try {
    const result = user(input);
    return isPromiseLike(result)
      ? Promise.resolve(result).then((settled) => finish(loop, input, settled), fail)
      : finish(loop, input, result);
  } catch (error) {
    return fail(error);
  }
}

/** A loop begins: with the answers to approvals, or with something new from a person. */
function beginLoop(loop: Loop, messages: readonly unknown[]): void {
  observeAnswers(loop, messages);
  const last = messages.at(-1) as MessageLike | undefined;
  if (last?.role === "user" && loop.run.turn >= 0) loop.run.contextChanged();
}

function finish(
  loop: Loop,
  input: PrepareStepInput,
  result: PrepareStepOutput | undefined,
): PrepareStepOutput {
  const messages = result?.messages ?? input.messages;
  const given = result?.model ?? input.model;
  const shown = shownMessages(loop, messages, given);
  if (shown !== input.messages) loop.sameStep(shown);
  const model = loop.isOff ? given : watchedModel(loop, given);
  return shown === messages ? { ...result, model } : { ...result, messages: shown, model };
}

function versionOf(model: unknown): string {
  const version = (model as { readonly specificationVersion?: unknown } | null)
    ?.specificationVersion;
  return version === "v4" ? version : "v3";
}

function isPromiseLike<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value;
}
