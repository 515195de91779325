import type { ValidationResult } from "../validation/issue.ts";
import { nearest } from "../validation/nearest.ts";
import { ERROR_TYPES } from "../vocabulary.ts";
import { messageOf } from "./error-text.ts";
import type { SettledCall, ToolCall } from "./run.ts";
import type { RunState } from "./run-state.ts";
import type { ToolOptions } from "./tool-options.ts";

/** What is odd about a tool that is called; each is named once. */
export function warnOfTool(state: RunState, call: ToolCall, options: ToolOptions): void {
  if (options.effect === undefined) warnUndeclared(state, call.tool);
  if (options.verify !== undefined && call.availableTools !== undefined) {
    warnUnverifiable(state, call.tool, options.verify, call.availableTools);
  }
}

/** Without an effect the safe side is taken for every failure with an unknown outcome. */
function warnUndeclared(state: RunState, tool: string): void {
  state.warned ??= new Set();
  if (state.warned.has(tool)) return;
  if (state.warned.size < 1_000) state.warned.add(tool);
  state.core.warnOnce(
    `undeclared_effect: ${tool}`,
    `The tool "${tool}" declares no effect, so a call that may have taken effect is not repeated. Declare effect: "read", "idempotent" or "write" under createRecovery({ tools }) or withRecovery().`,
  );
}

/** The model is sent to a tool that it has not, and the write stays refused for ever. */
function warnUnverifiable(
  state: RunState,
  tool: string,
  verify: string,
  available: readonly string[],
): void {
  if (available.includes(verify)) return;
  const [near] = nearest(verify, available, 1);
  const instead = near === undefined ? "" : ` Did you mean "${near}"?`;
  state.core.warnOnce(
    `verify_unknown: ${tool}`,
    `The tool "${tool}" is to be verified with "${verify}", which is not among the tools of this run, so a call of it with an unknown outcome can never be verified.${instead} Give the model that tool, name another, or leave \`verify\` out: then any tool with effect "read" will do.`,
  );
}

/** Frameworks replay. A loop of one's own that repeats an id gets an old result for a new call. */
export function warnOfReplay(state: RunState, { tool, id, turn }: ToolCall): void {
  if (state.labels.framework !== "none") return;
  state.core.warnOnce(
    `replayed_call: ${tool}`,
    `A call of "${tool}" came again with the id "${id}", the turn ${turn} and the same arguments, so it was not executed: it got the result of the first. If it is a new call, pass the number of the model response as \`turn\` and the id that the model gave the call as \`id\`.`,
  );
}

/** What other libraries call the arguments. */
const OTHER_NAMES = ["arguments", "input", "parameters"] as const;

/** Without types nothing else tells of a call that came without its arguments. */
export function warnOfMisnamedArgs(state: RunState, call: SettledCall): void {
  const name = OTHER_NAMES.find((other) => Object.hasOwn(call, other));
  if (name === undefined) return;
  state.core.warnOnce(
    `args_missing: ${call.tool}`,
    `A call of "${call.tool}" came without \`args\` but with \`${name}\`, which nobody reads. Pass the arguments as \`args\`.`,
  );
}

/** A fault whose error type is a slip is only classified by what else it says. */
export function warnOfUnknownType(state: RunState, errorType: string): void {
  const [near] = nearest(errorType, Object.keys(ERROR_TYPES), 1);
  const instead = near === undefined ? "" : ` Did you mean "${near}"?`;
  state.core.warnOnce(
    `unknown_error_type: ${errorType}`,
    `run.settle() was given the error type "${errorType}", which there is not, so the classifier says what happened.${instead}`,
  );
}

/** A schema that fails holds no call up (fail open); it is told of. */
export function told(
  state: RunState,
  { tool }: Pick<ToolCall, "tool">,
  checked: ValidationResult,
): ValidationResult {
  if (!checked.ok || checked.unchecked === undefined) return checked;
  const [why] = messageOf(checked.unchecked.error).split("\n", 1);
  state.core.warnOnce(
    `schema_failed: ${tool}`,
    `The schema of the tool "${tool}" fails itself (${why}), so its calls run with arguments that nobody has checked. Mend the schema; let it report a misfit instead of throwing.`,
  );
  return checked;
}
