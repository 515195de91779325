import { type FunctionTool, type RunContext, ToolTimeoutError } from "@openai/agents";
import type {
  CallContext,
  CallOutcome,
  Recovery,
  ToolCall,
  ToolOptions,
  ToolSchema,
} from "@recourse/core";
import { namesBeside } from "./available-tools.ts";
import { fallbackRecovery } from "./fallback-recovery.ts";
import { settingsOf } from "./known-tools.ts";
import { looseBinding } from "./loose-binding.ts";
import { forTheSdk, modelText } from "./model-text.ts";
import type { DropNulls } from "./optional-nulls.ts";
import { findBinding, type RunBinding } from "./run-binding.ts";
import { reportParsedInput, withoutTimeoutMark, withSignal } from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";
import { annotateSpan } from "./spans.ts";
import { inNamespace, qualifiedName } from "./tool-names.ts";
import { watchBare } from "./watch-bare.ts";

/** What the SDK hands to `invoke` as its last argument. */
export type InvokeDetails = Parameters<FunctionTool<unknown>["invoke"]>[2];

/** The parts of the SDK's tool options that are used here, whatever their type parameters. */
export interface AnyToolOptions {
  readonly parameters: ToolSchema;
  readonly strict?: boolean;
  readonly timeoutMs?: number;
  readonly timeoutBehavior?: "error_as_result" | "raise_exception";
  readonly outputSchema?: unknown;
  readonly needsApproval?: unknown;
  execute(input: unknown, context: unknown, details: unknown): unknown;
  errorFunction?: ((context: unknown, error: unknown, details?: unknown) => unknown) | null;
  timeoutErrorFunction?: (context: unknown, error: unknown, details?: unknown) => unknown;
}

/** A tool of ours: what the user gave, and what the SDK made of it. */
export interface RecoveredTool {
  readonly tool: FunctionTool<unknown>;
  /** The SDK's own `invoke`, for runs in which we only watch. */
  readonly bareInvoke: FunctionTool<unknown>["invoke"];
  readonly options: AnyToolOptions;
  readonly settings: ToolOptions;
  readonly recovery: Recovery | undefined;
  readonly dropNulls: DropNulls;
}

/** The run of a call, made on the spot when there is none. */
export function runOfCall(
  recovered: RecoveredTool,
  context: RunContext<unknown>,
  details?: unknown,
): RunBinding {
  return (
    findBinding(context, details) ??
    looseBinding(context, () => {
      const recovery = recovered.recovery ?? fallbackRecovery();
      recovery.warnOnce(
        "openai_agents_no_run_options",
        "A tool of recoverTool was called in a run that was started without run.runOptions() or " +
          "recoveringRunner(): its own failures are recovered, but arguments that are not JSON, " +
          "unknown tools and halts are left to the SDK.",
      );
      return recovery.run({ framework: "openai-agents" });
    })
  );
}

/** `FunctionTool.invoke` of a tool of ours. */
export async function invokeRecovering(
  recovered: RecoveredTool,
  context: RunContext<unknown>,
  input: string,
  details?: InvokeDetails,
): Promise<string> {
  const binding = runOfCall(recovered, context, details);
  const { modes } = binding.run;
  const callId = details?.toolCall?.callId ?? "";
  const early = binding.takeEarly(callId);
  if (early !== undefined) return settleOutcome(recovered, binding, callId, early);
  if (modes.messages === "off" && modes.retry === "off" && modes.guards === "off") {
    return invokeBare(recovered, context, input, details);
  }
  const made = toolCall(recovered, binding, context, input, details);
  const call = made instanceof Promise ? await made : made;
  if (modes.messages !== "enforce") {
    return watchBare(recovered, binding, call, { context, input, details });
  }
  const execute = (args: unknown, callContext: CallContext): unknown => {
    const own = withSignal(details ?? {}, () => callContext.signal, callContext);
    reportParsedInput(details, args);
    return recovered.options.execute(args, context, own);
  };
  let outcome: CallOutcome;
  try {
    outcome = await binding.run.call(call, execute);
  } catch (error) {
    // The SDK knows an abort by its reason, also where the tool had thrown something before.
    throw details?.signal?.aborted === true ? details.signal.reason : error;
  }
  return settleOutcome(recovered, binding, callId, outcome);
}

/** The SDK's own `invoke`, in runs in which we are switched off. */
function invokeBare(
  { bareInvoke, options }: RecoveredTool,
  context: RunContext<unknown>,
  input: string,
  details: InvokeDetails,
): Promise<string> {
  // A tool without a time-out has no mark that would keep it from being enforced.
  const given = options.timeoutMs === undefined ? details : withoutTimeoutMark(details);
  return bareInvoke(context, input, given) as Promise<string>;
}

/** A call in core's words. A promise only where the arguments' nulls are dropped by the SDK. */
export function toolCall(
  recovered: RecoveredTool,
  binding: RunBinding,
  context: RunContext<unknown>,
  input: string,
  details?: InvokeDetails,
): ToolCall | Promise<ToolCall> {
  const id = details?.toolCall?.callId ?? "";
  const { namespace } = details?.toolCall ?? {};
  const name = qualifiedName({ name: recovered.tool.name, namespace });
  const { turn, index } = binding.position(id);
  const call = (args: unknown): ToolCall => ({
    id,
    tool: name,
    args,
    turn,
    ...(index === undefined ? {} : { index }),
    options: withUserTexts(recovered, binding.agent, context, details),
    availableTools: namesBeside(binding.agent, name),
    signal: details?.signal,
    format: modelText,
  });
  const args = recovered.dropNulls(input);
  return args instanceof Promise ? args.then(call) : call(args);
}

/** Hands an outcome back to the SDK. */
export function settleOutcome(
  recovered: RecoveredTool,
  binding: RunBinding,
  callId: string,
  outcome: CallOutcome,
): string {
  binding.settled(callId, outcome.ok);
  annotateSpan(outcome);
  if (outcome.ok && outcome.intervened) binding.keepPlain(callId, modelText(outcome.value));
  const { options, tool } = recovered;
  if (options.timeoutBehavior === "raise_exception" && outcome.record.errorType === "timeout") {
    throw new ToolTimeoutError({ toolName: tool.name, timeoutMs: options.timeoutMs ?? 0 });
  }
  const output = outcome.intervened
    ? options.outputSchema === undefined
      ? outcome.content
      : outcome.observation
    : forTheSdk(outcome.value);
  return output as string;
}

/** The settings of a tool, with the user's own texts for failures as explanations. */
function withUserTexts(
  recovered: RecoveredTool,
  agent: AnyAgent | undefined,
  context: RunContext<unknown>,
  details: InvokeDetails,
): ToolOptions {
  const { namespace } = details?.toolCall ?? {};
  const settings = inNamespace(settingsOf(recovered), agent, namespace);
  const { errorFunction, timeoutErrorFunction, timeoutMs } = recovered.options;
  if (typeof errorFunction !== "function" && timeoutErrorFunction === undefined) return settings;
  return {
    explain: (error) => {
      if (timeoutErrorFunction !== undefined && isTimeout(error)) {
        const timeout = new ToolTimeoutError({
          toolName: recovered.tool.name,
          timeoutMs: timeoutMs ?? 0,
        });
        return asText(timeoutErrorFunction(context, timeout, details));
      }
      return typeof errorFunction === "function"
        ? asText(errorFunction(context, error ?? new Error(INVALID_INPUT), details))
        : undefined;
    },
    ...settings,
  };
}

/** What the SDK's own error says of arguments that do not fit. */
const INVALID_INPUT = "Invalid JSON input for tool";

/** At once where the user's function is: a call that is not executed waits for nothing. */
function asText(said: unknown): string | undefined | Promise<string | undefined> {
  return said instanceof Promise ? said.then(textOf) : textOf(said);
}

/** A function that says nothing leaves the text to us. */
function textOf(said: unknown): string | undefined {
  return said === undefined || said === null ? undefined : modelText(said);
}

function isTimeout(error: unknown): boolean {
  const { name, errorType } = (error ?? {}) as { name?: unknown; errorType?: unknown };
  return name === "TimeoutError" || errorType === "timeout";
}
