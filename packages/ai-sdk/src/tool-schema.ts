import type { StandardSchema, ToolSchema } from "@recourse/core";

/** The SDK's own schema object, as `jsonSchema()` and `zodSchema()` make it. */
interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => SdkValidation | PromiseLike<SdkValidation>) | undefined;
}

type SdkValidation =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: unknown };

/**
 * A tool's `inputSchema` as core takes it. The SDK allows a schema of a validation library, its
 * own schema object, and a function that makes either.
 */
export function toolSchema(inputSchema: unknown): ToolSchema | undefined {
  const schema = resolveLazy(inputSchema);
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("~standard" in schema || "safeParse" in schema) return schema as ToolSchema;
  if (!("jsonSchema" in schema)) return undefined;
  const { validate } = schema as SdkSchema;
  return validate === undefined ? plainJsonSchema(schema as SdkSchema) : standard(validate);
}

/**
 * The schema to check a call against that the SDK has parsed: only where the SDK itself checked
 * nothing, which is a bare JSON Schema. Checking a parsed input a second time would fail wherever
 * the schema transforms.
 */
export function uncheckedSchema(inputSchema: unknown): ToolSchema | undefined {
  const schema = resolveLazy(inputSchema);
  if (typeof schema !== "object" || schema === null || !("jsonSchema" in schema)) return undefined;
  if ((schema as SdkSchema).validate !== undefined || "~standard" in schema) return undefined;
  return plainJsonSchema(schema as SdkSchema);
}

function resolveLazy(inputSchema: unknown): unknown {
  if (typeof inputSchema !== "function" || "~standard" in inputSchema) return inputSchema;
  try {
    return (inputSchema as () => unknown)();
  } catch {
    return undefined;
  }
}

/** A promised JSON Schema is left to the SDK: preflight does not wait for it. */
function plainJsonSchema(schema: SdkSchema): ToolSchema | undefined {
  const document = schema.jsonSchema;
  return typeof document === "object" && document !== null && !("then" in document)
    ? (document as ToolSchema)
    : undefined;
}

function standard(validate: NonNullable<SdkSchema["validate"]>): StandardSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "ai",
      validate: (value) => {
        const result = validate(value);
        return "then" in result
          ? Promise.resolve(result).then(toStandardResult)
          : toStandardResult(result);
      },
    },
  };
}

function toStandardResult(
  result: SdkValidation,
): ReturnType<StandardSchema["~standard"]["validate"]> {
  return result.success ? { value: result.value } : { issues: issuesOf(result.error) };
}

/** The validator's own issues are some causes down; its message is the fallback. */
function issuesOf(error: unknown): readonly { readonly message: string }[] {
  let current = error;
  for (let depth = 0; depth < 5 && typeof current === "object" && current !== null; depth += 1) {
    const { issues, cause } = current as { readonly issues?: unknown; readonly cause?: unknown };
    if (Array.isArray(issues)) return issues as { readonly message: string }[];
    current = cause;
  }
  return [{ message: error instanceof Error ? error.message : String(error) }];
}
