import { toJsonText } from "../observation/to-json-text.ts";
import { messageOf } from "./error-text.ts";
import type { Failure } from "./failure.ts";
import type { SettledCall } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** What the framework would send for a successful value: its own form, text as is, or JSON. */
export function plainText(
  { core }: RunState,
  { format }: Pick<SettledCall, "format">,
  value: unknown,
): string {
  const text = format === undefined ? undefined : core.plain("format", format(value));
  if (typeof text === "string") return text;
  if (typeof value === "string") return value;
  return value === undefined ? "" : toJsonText(value);
}

/**
 * What the model reads of a failure that is not ours to word. For what was thrown it is the best
 * that core can know: only the framework knows what it makes of a thrown object.
 */
export function rawText(state: RunState, { call, error, returned }: Failure): string {
  try {
    return returned === undefined ? messageOf(error) : plainText(state, call, returned.value);
  } catch {
    return "";
  }
}
