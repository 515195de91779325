import { RunContext, tool } from "@openai/agents";
import type { JsonSchema, StandardResult, StandardSchema, ToolSchema } from "@recourse/core";

/**
 * Takes the nulls out of arguments that stand for "not given".
 *
 * In strict mode the SDK tells the model that every field is required and that optional ones may
 * be `null`, and drops those nulls again before it parses. Checked against the tool's own schema
 * without that step, valid calls would be refused.
 */
export type DropNulls = (args: string) => unknown;

/** How to drop the nulls for a tool's parameters. Arguments that hold none stay the text they are. */
export function nullDropper(parameters: ToolSchema, strict: boolean): DropNulls {
  if (!strict) return (text) => text;
  const standard = asStandardSchema(parameters);
  const drop =
    standard === undefined
      ? jsonSchemaDropper(parameters as JsonSchema)
      : (value: unknown) => dropRejectedNulls(standard, value);
  return (text) => {
    if (!text.includes("null")) return text;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return text;
    }
    return typeof value === "object" && value !== null ? drop(value) : text;
  };
}

function asStandardSchema(schema: ToolSchema): StandardSchema | undefined {
  const standard = (schema as Partial<StandardSchema>)["~standard"];
  return typeof standard?.validate === "function" ? (schema as StandardSchema) : undefined;
}

/** The SDK's own step, run through its public API: a tool that does nothing but hand on its input. */
function jsonSchemaDropper(schema: JsonSchema): (value: unknown) => unknown {
  const echo = tool({
    name: "echo",
    description: "",
    parameters: schema as never,
    strict: true,
    errorFunction: null,
    execute: (input: unknown) => ({ input }) as never,
  });
  return async (value) => {
    try {
      const result: unknown = await echo.invoke(new RunContext(), JSON.stringify(value));
      return (result as { readonly input: unknown }).input;
    } catch {
      return value;
    }
  };
}

/** Drops each null that the schema rejects and does without. */
function dropRejectedNulls(schema: StandardSchema, value: unknown): unknown {
  const first = validate(schema, value);
  if (first === undefined || first.issues === undefined) return value;
  let current = value;
  for (const { path } of nullsIn(value)) {
    const without = withoutPath(current, path);
    const before = issuePaths(validate(schema, current));
    const after = issuePaths(validate(schema, without));
    const key = path.join("\u0000");
    if (
      after !== undefined &&
      !after.has(key) &&
      (before?.has(key) || after.size < (before?.size ?? 0))
    ) {
      current = without;
    }
  }
  return current;
}

type Result = StandardResult<unknown>;
type Path = readonly (string | number)[];

function validate(schema: StandardSchema, value: unknown): Result | undefined {
  const result = schema["~standard"].validate(value);
  return result instanceof Promise ? undefined : result;
}

function issuePaths(result: Result | undefined): ReadonlySet<string> | undefined {
  if (result === undefined) return undefined;
  return new Set(
    (result.issues ?? []).map((issue) =>
      (issue.path ?? [])
        .map((key) => String(typeof key === "object" ? key.key : key))
        .join("\u0000"),
    ),
  );
}

function nullsIn(value: unknown, path: Path = []): { readonly path: Path }[] {
  if (typeof value !== "object" || value === null) return [];
  const found: { readonly path: Path }[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const key = Array.isArray(value) ? Number(name) : name;
    if (inner === null) {
      if (!Array.isArray(value)) found.push({ path: [...path, key] });
    } else {
      found.push(...nullsIn(inner, [...path, key]));
    }
  }
  return found;
}

function withoutPath(value: unknown, path: Path): unknown {
  const [head, ...rest] = path;
  if (head === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((inner, index) => (index === head ? withoutPath(inner, rest) : inner));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== head) return [[name, inner]];
      return rest.length === 0 ? [] : [[name, withoutPath(inner, rest)]];
    }),
  );
}
