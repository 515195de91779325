import type { RunContext } from "@openai/agents";
import { type ToolCall, ToolFault } from "@recourse/core";
import type { AnyToolOptions, InvokeDetails, RecoveredTool } from "./invoke.ts";
import type { RunBinding } from "./run-binding.ts";
import { readSdkText, withoutTimeoutMark } from "./sdk-internals.ts";

/** Under this key, the details of a call say who wants to know what the tool threw. */
const onFailure: unique symbol = Symbol("recourse.onFailure");

type Reporting = { readonly [onFailure]?: (error: unknown) => void } | undefined;

/** The user's options, so that what a tool throws can be seen before the SDK turns it into text. */
export function reportingFailures<Options extends AnyToolOptions>(options: Options): Options {
  const { execute, errorFunction, timeoutErrorFunction } = options;
  return {
    ...options,
    name: (options as { name?: string }).name ?? execute.name,
    // Neither later nor earlier than without us: which of two failures is first can matter.
    execute: (input: unknown, context: unknown, details: unknown) => {
      const report = (error: unknown): void => (details as Reporting)?.[onFailure]?.(error);
      try {
        const result = execute.call(options, input, context, details);
        if (result instanceof Promise) result.then(undefined, report);
        return result;
      } catch (error) {
        report(error);
        throw error;
      }
    },
    ...(typeof errorFunction === "function"
      ? { errorFunction: reporting(errorFunction.bind(options)) }
      : {}),
    ...(timeoutErrorFunction === undefined
      ? {}
      : { timeoutErrorFunction: reporting(timeoutErrorFunction.bind(options)) }),
  };
}

type ErrorText = (context: unknown, error: unknown, details?: unknown) => unknown;

function reporting(text: ErrorText): ErrorText {
  return (context, error, details) => {
    (details as Reporting)?.[onFailure]?.(error);
    return text(context, error, details);
  };
}

/**
 * A call in a mode that changes nothing the model sees: the SDK's own `invoke` runs, once, with
 * its own texts, and core is told what really happened.
 */
export async function watchBare(
  recovered: RecoveredTool,
  binding: RunBinding,
  call: ToolCall,
  from: {
    readonly context: RunContext<unknown>;
    readonly input: string;
    readonly details: InvokeDetails;
  },
): Promise<string> {
  let output: { readonly value: string } | undefined;
  let failure: { readonly error: unknown } | undefined;
  const details = withoutTimeoutMark(from.details ?? {}) as NonNullable<InvokeDetails>;
  Object.defineProperty(details, onFailure, {
    configurable: true,
    value: (error: unknown) => {
      failure ??= { error };
    },
  });
  try {
    const outcome = await binding.run.call<unknown, unknown>(call, async () => {
      failure = undefined;
      const value = (await recovered.bareInvoke(from.context, from.input, details)) as string;
      output = { value };
      const thrown = failure ?? faultOf(value);
      if (thrown !== undefined) throw thrown.error;
      return value;
    });
    binding.settled(call.id, outcome.ok);
    if (outcome.intervened) return outcome.content;
  } catch (error) {
    if (output === undefined) throw error;
    binding.settled(call.id, false);
  }
  return output?.value as string;
}

/** What one of the SDK's own texts stands for. */
function faultOf(value: unknown): { readonly error: unknown } | undefined {
  switch (typeof value === "string" ? readSdkText(value) : undefined) {
    case "failed":
      return { error: ToolFault.invalidArgs({ message: "The arguments did not fit the schema." }) };
    case "timeout":
      return { error: ToolFault.timeout() };
    default:
      return undefined;
  }
}
