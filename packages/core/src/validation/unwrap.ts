import type { ToolSchema } from "../engine/tool-options.ts";
import type { ArgumentIssue, ValidationResult } from "./issue.ts";
import { jsonFault } from "./json-fault.ts";
import { nodeOf } from "./node-of.ts";

/** What is known of arguments besides the arguments. */
export interface UnwrapOptions {
  /** The response was cut off by the output limit: whatever the text says, it is not used. */
  readonly truncated?: boolean | undefined;
  /** What the arguments must fit: a tool that takes a text gets a text. */
  readonly schema?: ToolSchema | undefined;
}

/**
 * The arguments as a value. A string is taken as JSON text and unwrapped once, a blank one as no
 * arguments; what is not a string comes back as it is. Never throws.
 */
export function unwrapArguments(args: unknown, options: UnwrapOptions = {}): ValidationResult {
  if (options.truncated === true) {
    return fail({ path: [], code: "truncated", message: "" });
  }
  if (typeof args !== "string") return { ok: true, args: args === undefined ? {} : args };
  if (takesText(options.schema)) return { ok: true, args };
  if (args.trim() === "") return { ok: true, args: {} };
  try {
    return { ok: true, args: JSON.parse(args) as unknown };
  } catch {
    const { problem, position, cut } = jsonFault(args);
    const place = cut || position === 0 ? "" : ` (at character ${position + 1})`;
    return fail({
      path: [],
      code: cut ? "truncated" : "not_json",
      message: `${problem}${place}`,
      received: args,
    });
  }
}

function takesText(schema: ToolSchema | undefined): boolean {
  return schema !== undefined && nodeOf(schema)?.types?.includes("string") === true;
}

function fail(issue: ArgumentIssue): ValidationResult {
  return { ok: false, issues: [issue] };
}
