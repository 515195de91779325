import { Validator } from "@cfworker/json-schema";
import type { ToolSchema } from "../engine/tool-options.ts";
import type { ArgumentIssue, ValidationResult } from "./issue.ts";

/** Checks arguments against a tool's schema of any kind; sync whenever the schema is. */
export function validateArguments(
  schema: ToolSchema,
  args: unknown,
): ValidationResult | Promise<ValidationResult> {
  const record = schema as {
    readonly "~standard"?: { validate(value: unknown): unknown };
    readonly safeParse?: (value: unknown) => unknown;
  };
  if (typeof record["~standard"]?.validate === "function") {
    const result = record["~standard"].validate(args);
    return result instanceof Promise ? result.then(fromStandard) : fromStandard(result);
  }
  if (typeof record.safeParse === "function") {
    const result = record.safeParse(args) as {
      readonly success: boolean;
      readonly data?: unknown;
      readonly error?: { readonly issues: readonly StandardIssue[] };
    };
    return result.success
      ? { ok: true, args: result.data }
      : { ok: false, issues: (result.error?.issues ?? []).map(toIssue) };
  }
  const result = new Validator(schema as object, "2020-12", false).validate(args);
  return result.valid
    ? { ok: true, args }
    : { ok: false, issues: result.errors.map((error) => toIssue({ message: error.error })) };
}

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly unknown[];
}

function fromStandard(result: unknown): ValidationResult {
  const { issues, value } = result as { issues?: readonly StandardIssue[]; value?: unknown };
  return issues === undefined
    ? { ok: true, args: value }
    : { ok: false, issues: issues.map(toIssue) };
}

function toIssue(issue: StandardIssue): ArgumentIssue {
  const path = (issue.path ?? []).map((key) =>
    typeof key === "object" && key !== null ? (key as { key: string }).key : (key as string),
  );
  return { path, code: "custom", message: issue.message };
}
