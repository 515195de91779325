import { haltedModel } from "./halted-model.ts";
import type { Loop } from "./loop.ts";
import type { PrepareStepInput, PrepareStepOutput } from "./sdk-types.ts";
import { observeAnswers, shownMessages } from "./shown-messages.ts";

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
    if (input.stepNumber === 0) observeAnswers(loop, input.messages);
    if (loop.run.closeTurn() !== undefined) {
      // The stop condition would have ended the loop, except before the first step.
      if (input.stepNumber > 0) loop.warnUnwired();
      return { model: haltedModel(versionOf(input.model)) };
    }
    loop.beginStep(input.stepNumber, input.messages);
    const result = user?.(input);
    return isPromiseLike(result)
      ? Promise.resolve(result).then((settled) => finish(loop, input, settled))
      : finish(loop, input, result);
  };
}

/** Without a change the user's own result is handed on, and nothing where there is none. */
function finish(
  loop: Loop,
  input: PrepareStepInput,
  result: PrepareStepOutput | undefined,
): PrepareStepOutput | undefined {
  const messages = result?.messages ?? input.messages;
  const shown = shownMessages(loop, messages, result?.model ?? input.model);
  if (shown !== input.messages) loop.sameStep(shown);
  return shown === messages ? result : { ...result, messages: shown };
}

function versionOf(model: unknown): string {
  const version = (model as { readonly specificationVersion?: unknown } | null)
    ?.specificationVersion;
  return version === "v4" ? version : "v3";
}

function isPromiseLike<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value;
}
