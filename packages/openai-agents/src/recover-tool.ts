import {
  type FunctionTool,
  type RunContext,
  type ToolOptions as SdkToolOptions,
  type ToolInputParameters,
  type ToolOutputSchema,
  tool,
  type UnknownContext,
} from "@openai/agents";
import type { Recovery, ToolOptions, ToolSchema } from "@recourse/core";
import { approveRecovering } from "./approval.ts";
import { checkTool } from "./check-options.ts";
import {
  type AnyToolOptions,
  type InvokeDetails,
  invokeRecovering,
  type RecoveredTool,
} from "./invoke.ts";
import { rememberTool } from "./known-tools.ts";
import { nullDropper } from "./optional-nulls.ts";
import { reportingFailures } from "./watch-bare.ts";

/** Settings of a tool beside the SDK's own: its effect above all. */
export interface RecoverToolSettings extends ToolOptions {
  /** Whose run a call belongs to when `run()` was called without `runOptions`. @default a plain recovery */
  readonly recovery?: Recovery | undefined;
}

/** The tool that the SDK's `tool()` makes of the same options. */
type ToolOf<
  Parameters extends ToolInputParameters,
  Context,
  Output extends ToolOutputSchema | undefined,
  Result,
> = ReturnType<typeof tool<Parameters, Context, Result, Output>>;

/**
 * A drop-in for the SDK's `tool()`: takes the same options, infers the same types, and gives a
 * tool whose failures the model can act on.
 *
 * Arguments that are not valid, errors that are thrown or returned, and time-outs all become the
 * one observation. `errorFunction` and `timeoutErrorFunction`, when given, still write the text,
 * which then passes redaction and limits. `errorFunction: null` has no effect. `timeoutMs` limits
 * one attempt. `needsApproval` is not asked about arguments that cannot run.
 *
 * @throws RecourseError `invalid_option`, with the setting's name and what to do
 * @example
 * const getOrder = recoverTool(
 *   { name: "get_order", description: "…", parameters: z.object({ id: z.string() }), execute },
 *   { effect: "read" },
 * );
 */
export function recoverTool<
  Parameters extends ToolInputParameters = undefined,
  Context = UnknownContext,
  Result = string,
  Output extends ToolOutputSchema | undefined = undefined,
>(
  options: SdkToolOptions<Parameters, Context, Output>,
  settings: RecoverToolSettings = {},
): ToolOf<Parameters, Context, Output, Result> {
  checkTool(options, settings);
  const given = options as unknown as AnyToolOptions;
  const bare = tool<Parameters, Context, Result, Output>(
    reportingFailures(given) as unknown as typeof options,
  );
  const { recovery, ...toolOptions } = settings;
  const target = bare as unknown as FunctionTool<unknown>;
  const recovered: RecoveredTool = {
    tool: target,
    bareInvoke: target.invoke,
    options: given,
    settings: { ...adapterOptions(given), ...toolOptions },
    recovery,
    dropNulls: nullDropper(given.parameters, given.strict ?? true),
  };
  target.invoke = (context: RunContext<unknown>, input: string, details?: InvokeDetails) =>
    invokeRecovering(recovered, context, input, details);
  target.needsApproval = approveRecovering(recovered) as never;
  // Our own time-out per attempt stands in for the SDK's one for everything.
  // (Only where there is one: an object that lost a property is slower to read from then on.)
  if (target.timeoutMs !== undefined) delete target.timeoutMs;
  rememberTool(target, recovered);
  return bare as ToolOf<Parameters, Context, Output, Result>;
}

/** What the SDK's options say of the tool in our words. */
function adapterOptions(options: AnyToolOptions): ToolOptions {
  return {
    schema: options.parameters as ToolSchema,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  };
}
