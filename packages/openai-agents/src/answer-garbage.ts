import type { ModeByPart } from "@recourse/core";
import { recoveredTool } from "./known-tools.ts";

interface Interrupted {
  readonly state: unknown;
  readonly interruptions?: readonly unknown[];
}

interface ApprovalItem {
  readonly rawItem?: {
    readonly type?: string;
    readonly name?: string;
    readonly arguments?: string;
  };
  readonly agent?: { readonly tools?: readonly { readonly name?: string }[] };
}

/**
 * Takes the questions away from a person that are about arguments which are not JSON: the SDK asks
 * about every such call of a tool with a policy. "Approved", such a call is not executed but
 * answered with a parse error, which is what becomes of it without a policy.
 *
 * @returns whether nothing else is left to ask, so that the run can go on
 */
export function answerGarbage(result: Interrupted, modes: Required<ModeByPart>): boolean {
  const asked = (result.interruptions ?? []) as readonly ApprovalItem[];
  if (asked.length === 0) return false;
  const garbage = asked.filter((item) => isGarbage(item, modes));
  const state = result.state as { approve(item: unknown): void };
  for (const item of garbage) state.approve(item);
  return garbage.length === asked.length;
}

function isGarbage({ rawItem, agent }: ApprovalItem, modes: Required<ModeByPart>): boolean {
  if (rawItem?.type !== "function_call" || isJsonObject(rawItem.arguments)) return false;
  const tool = agent?.tools?.find((candidate) => candidate.name === rawItem.name);
  const recovered = tool === undefined ? undefined : recoveredTool(tool);
  // Where we only watch, the SDK would ask about a policy of the user's own, so it asks.
  return (
    recovered !== undefined &&
    (modes.guards === "enforce" || recovered.options.needsApproval === true)
  );
}

function isJsonObject(text: string | undefined): boolean {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
