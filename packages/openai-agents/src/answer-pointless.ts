import { preflightCall } from "./approval.ts";
import type { RecoveredTool } from "./invoke.ts";
import { recoveredTool } from "./known-tools.ts";
import type { RunBinding } from "./run-binding.ts";
import type { AnyAgent } from "./sdk-types.ts";
import { findTool, qualifiedName } from "./tool-names.ts";

interface Interrupted {
  readonly state: unknown;
  readonly interruptions?: readonly unknown[];
}

interface AskedCall {
  readonly type?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly callId?: string;
  readonly arguments?: string;
}

interface ApprovalItem {
  readonly rawItem?: AskedCall;
  readonly agent?: AnyAgent;
}

/**
 * Takes the questions away from a person whose answer changes nothing: "approved", such a call is
 * not executed but gets the result that says why. Asked are calls whose arguments are not JSON or
 * no object, by the SDK itself where a tool has a policy, and calls of a turn that ended the run.
 *
 * @returns whether nothing else is left to ask, so that the run can go on
 */
export async function answerPointless(result: Interrupted, binding: RunBinding): Promise<boolean> {
  const asked = (result.interruptions ?? []) as readonly ApprovalItem[];
  const state = result.state as { approve(item: unknown): void };
  let answered = 0;
  for (const item of asked) {
    if (!(await isPointless(item, binding))) continue;
    state.approve(item);
    answered += 1;
  }
  return answered === asked.length;
}

async function isPointless(
  { rawItem, agent }: ApprovalItem,
  binding: RunBinding,
): Promise<boolean> {
  if (rawItem?.type !== "function_call" || agent === undefined) return false;
  const tool = findTool(agent, qualifiedName(rawItem));
  const recovered = tool === undefined ? undefined : recoveredTool(tool);
  if (recovered === undefined) return false;
  const { halt, modes } = binding.run;
  if (modes.guards === "enforce" && halt !== undefined && agent === binding.agent) return true;
  const args = parse(rawItem.arguments ?? "");
  if (args === undefined) {
    // Where we only watch, the SDK would ask about a policy of the user's own, so it asks.
    return modes.guards === "enforce" || recovered.options.needsApproval === true;
  }
  return !isPlainObject(args.value) && (await isRefused(recovered, binding, rawItem));
}

/** The policy has not been asked, nor whether the call can run: a schema may take any JSON. */
async function isRefused(
  recovered: RecoveredTool,
  binding: RunBinding,
  { callId, namespace, arguments: input = "" }: AskedCall,
): Promise<boolean> {
  const { guards, messages } = binding.run.modes;
  const { context } = binding;
  if (guards !== "enforce" || messages !== "enforce" || context === undefined) return false;
  const asked = { callId: callId ?? "", namespace, arguments: input };
  return (await preflightCall(recovered, binding, context, asked)) === undefined;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
