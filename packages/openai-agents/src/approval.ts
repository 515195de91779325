import type { FunctionTool, RunContext } from "@openai/agents";
import type { StandardSchema, ToolCall } from "@recourse/core";
import { type RecoveredTool, runOfCall, toolCall } from "./invoke.ts";
import type { RunBinding } from "./run-binding.ts";
import { namespaceOf, type SeenCall } from "./sdk-internals.ts";

type NeedsApproval = FunctionTool<unknown>["needsApproval"];

/** The arguments as the user's policy expects them: parsed, since the checks have passed. */
function parsed(recovered: RecoveredTool, args: unknown): unknown {
  const value: unknown = typeof args === "string" ? JSON.parse(args) : args;
  const standard = (recovered.options.parameters as Partial<StandardSchema>)["~standard"];
  if (typeof standard?.validate !== "function") return value;
  const result = standard.validate(value);
  return result instanceof Promise || result.issues !== undefined ? value : result.value;
}

/** What is known of a call before it is invoked. */
type AskedCall = Pick<SeenCall, "callId" | "namespace"> & { readonly arguments: string };

/** A call that may run; `undefined` when it cannot, and its result is kept for when it is invoked. */
export async function preflightCall(
  recovered: RecoveredTool,
  binding: RunBinding,
  context: RunContext<unknown>,
  asked: AskedCall,
): Promise<ToolCall | undefined> {
  const { name } = recovered.tool;
  const call = await toolCall(recovered, binding, context, asked.arguments, {
    toolCall: { type: "function_call", name, ...asked },
  });
  const refused = await binding.run.preflight(call);
  if (refused === undefined) return call;
  binding.keepEarly(asked.callId, refused);
  return undefined;
}

/**
 * Asks a person only about calls that can run: arguments against the schema, repeats and budgets
 * come first, and a call that does not pass is answered without anyone being asked.
 *
 * A tool that never asks keeps the SDK's own policy.
 */
export function approveRecovering(recovered: RecoveredTool): NeedsApproval {
  const bare = recovered.tool.needsApproval;
  const policy = recovered.options.needsApproval;
  if (policy === undefined || policy === false) return bare;
  // The SDK calls it as a method of the tool, which may be a copy in a namespace.
  const ask = function (
    this: object | undefined,
    ...[context, input, callId]: Parameters<NeedsApproval>
  ): Promise<boolean> {
    const binding = runOfCall(recovered, context as RunContext<unknown>);
    const { guards, messages } = binding.run.modes;
    // Not a tick later than without us where we only watch: calls begin in the same order then.
    return guards === "enforce" && messages === "enforce"
      ? askAfterPreflight(
          recovered,
          binding,
          bare,
          namespaceOf(this ?? recovered.tool),
          context,
          input,
          callId,
        )
      : bare(context, input, callId);
  };
  return ask;
}

async function askAfterPreflight(
  recovered: RecoveredTool,
  binding: RunBinding,
  bare: NeedsApproval,
  namespace: string | undefined,
  ...[context, input, callId]: Parameters<NeedsApproval>
): Promise<boolean> {
  const call = await preflightCall(recovered, binding, context as RunContext<unknown>, {
    callId: callId ?? "",
    namespace,
    arguments: JSON.stringify(input),
  });
  if (call === undefined) return false;
  if (recovered.options.needsApproval === true) return true;
  try {
    return await bare(context, parsed(recovered, call.args) as typeof input, callId);
  } catch (error) {
    // Whether a person has to be asked is not known, so the call does not run.
    binding.keepEarly(
      call.id,
      binding.run.settle(call, {
        errorType: "internal",
        message: `Whether ${call.tool} may run could not be decided; it was not executed.`,
        outcome: "none",
        cause: error,
      }),
    );
    return false;
  }
}
