import type {
  FunctionToolResult,
  RunContext,
  ToolToFinalOutputFunction,
  ToolUseBehavior,
} from "@openai/agents";
import { recoveredTool } from "./known-tools.ts";
import { resultText } from "./model-text.ts";
import { findBinding, type RunBinding } from "./run-binding.ts";
import { readSdkText } from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";

const guarded = new WeakMap<object, ToolUseBehavior>();

/**
 * Keeps failures from becoming the final output of an agent that stops at a tool.
 *
 * Only the agent says when to stop, so its `toolUseBehavior` is wrapped, once: results of failed
 * calls are passed over, and when nothing else is left the model is asked again. Runs that are not
 * ours see no difference.
 */
export function guardFinalOutput(agent: AnyAgent): void {
  const behavior = agent.toolUseBehavior;
  if (behavior === "run_llm_again" || guarded.has(behavior as object)) return;
  const wrapped: ToolToFinalOutputFunction = async (context, results) => {
    const binding = findBinding(context);
    const good =
      binding === undefined ? results : results.filter((result) => !failed(binding, result));
    if (binding?.run.halt !== undefined || good.length === 0) return goOn;
    const outcome = await original(behavior, context, results, good);
    if (outcome.isFinalOutput !== true) return outcome;
    if (isFailureText(results, good, outcome.finalOutput)) return goOn;
    return { ...outcome, finalOutput: plainText(binding, good, outcome.finalOutput) };
  };
  guarded.set(wrapped, behavior);
  agent.toolUseBehavior = wrapped;
}

type FinalOutput = Awaited<ReturnType<ToolToFinalOutputFunction>>;

const goOn: FinalOutput = { isFinalOutput: false, isInterrupted: undefined };

async function original(
  behavior: ToolUseBehavior,
  context: RunContext,
  results: FunctionToolResult[],
  good: FunctionToolResult[],
): Promise<FinalOutput> {
  if (typeof behavior === "function") return behavior(context, results);
  const stopping =
    typeof behavior === "string"
      ? good[0]
      : good.find((result) => behavior.stopAtToolNames.some((name) => isNamed(result, name)));
  return stopping === undefined
    ? goOn
    : { isFinalOutput: true, isInterrupted: undefined, finalOutput: textOf(stopping) };
}

function failed(binding: RunBinding, result: FunctionToolResult): boolean {
  if (result.type !== "function_output") return false;
  const { callId } = rawItem(result);
  const ok = callId === undefined ? undefined : binding.isOk(callId);
  // Nothing is known of a call of ours that never ran: a guardrail or the SDK answered it.
  if (ok === undefined) {
    return recoveredTool(result.tool) !== undefined || readSdkText(textOf(result)) !== undefined;
  }
  return !ok;
}

function isFailureText(
  results: FunctionToolResult[],
  good: FunctionToolResult[],
  finalOutput: unknown,
): boolean {
  return results.some((result) => !good.includes(result) && textOf(result) === finalOutput);
}

/** The tool's own words where the model was to read ours: that it found nothing, or gave nothing. */
function plainText(
  binding: RunBinding | undefined,
  good: FunctionToolResult[],
  finalOutput: string,
): string {
  const source = good.find((result) => textOf(result) === finalOutput);
  const callId = source?.type === "function_output" ? rawItem(source).callId : undefined;
  return (callId === undefined ? undefined : binding?.plainText(callId)) ?? finalOutput;
}

function rawItem(result: FunctionToolResult): {
  readonly callId?: string;
  readonly namespace?: string;
  readonly output?: unknown;
} {
  return result.runItem.rawItem as { readonly callId?: string; readonly output?: unknown };
}

function textOf(result: FunctionToolResult): string {
  const { output } = rawItem(result);
  if (Array.isArray(output)) return JSON.stringify((result as { output?: unknown }).output);
  return resultText(output);
}

function isNamed(result: FunctionToolResult, name: string): boolean {
  const { namespace } = rawItem(result);
  return result.tool.name === name || `${namespace}.${result.tool.name}` === name;
}
