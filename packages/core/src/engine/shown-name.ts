import type { InCall } from "./events.ts";
import type { SettledCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";

/**
 * Ids as model services make them. They are no secrets, and every call has one: looking into each
 * would cost more than the rest of its record.
 */
const PLAIN_ID =
  /^(?:(?:call|toolu|tooluse|chatcmpl-tool|fc|tool|run)[-_][A-Za-z0-9]{1,40}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{1,11})$/;

/** The id of a call as records show it. */
export function shownId(state: RunState, id: string): string {
  return PLAIN_ID.test(id) ? id : state.redact(id);
}

/** Where a call that was executed stands, as events show it. A tool that was executed exists. */
export function placeOf(state: RunState, { tool, callId, turn, index }: CallSlot): InCall {
  return { runId: state.id, tool, callId: shownId(state, callId), turn, index };
}

/**
 * The name of a tool as records show it: one that is known stays as it is, one that the model may
 * have made up can hold anything.
 */
export function shownTool(
  { core, redact }: RunState,
  { tool, availableTools, options }: Pick<SettledCall, "tool" | "availableTools" | "options">,
): string {
  const known =
    options !== undefined || core.namesTool(tool) || availableTools?.includes(tool) === true;
  return known ? tool : redact(tool);
}
