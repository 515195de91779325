import type { ValidationResult } from "../validation/issue.ts";
import { nearest } from "../validation/nearest.ts";
import { messageOf } from "./error-text.ts";
import type { ToolCall } from "./run.ts";
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
