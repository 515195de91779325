import type { ArgumentIssue, ValidationResult } from "./issue.ts";

/** What is known of arguments besides the arguments. */
export interface UnwrapOptions {
  /** The response was cut off by the output limit: whatever the text says, it is not used. */
  readonly truncated?: boolean | undefined;
}

/**
 * The arguments as a value. A string is taken as JSON text and unwrapped once, a blank one as no
 * arguments; what is not a string comes back as it is.
 */
export function unwrapArguments(args: unknown, options: UnwrapOptions = {}): ValidationResult {
  if (options.truncated === true) {
    return fail({ path: [], code: "truncated", message: "cut off by the output limit" });
  }
  if (typeof args !== "string") return { ok: true, args: args === undefined ? {} : args };
  if (args.trim() === "") return { ok: true, args: {} };
  try {
    return { ok: true, args: JSON.parse(args) as unknown };
  } catch {
    return fail({ path: [], code: "not_json", message: "not valid JSON", received: args });
  }
}

function fail(issue: ArgumentIssue): ValidationResult {
  return { ok: false, issues: [issue] };
}
