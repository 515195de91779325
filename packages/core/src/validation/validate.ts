import type { OutputUnit } from "@cfworker/json-schema";
import { takePromise } from "../engine/promise-of.ts";
import type { JsonSchema, ToolSchema } from "../engine/tool-options.ts";
import { explainMisfit } from "./explain-misfit.ts";
import { foreignIssues } from "./foreign/foreign-issues.ts";
import type { ArgumentIssue, ValidationResult } from "./issue.ts";
import { compileJsonSchema } from "./json-schema-validator.ts";
import { mergeIssues } from "./merge-issues.ts";
import { enrich } from "./node-at.ts";
import { nodeOf } from "./node-of.ts";
import { sortIssues } from "./sort-issues.ts";
import type { StandardResult } from "./standard-schema.ts";

/**
 * Checks arguments against a tool's schema: zod 3, zod 4, any Standard Schema, or JSON Schema.
 * Sync whenever the schema is. What comes back is what the schema made of the arguments (defaults,
 * coercions, transforms), or every misfit, ordered by what to fix first. Never throws: a schema that
 * fails itself, or cannot be compiled, lets the arguments through and the result says so.
 */
export function validateArguments(
  schema: ToolSchema,
  args: unknown,
): ValidationResult | Promise<ValidationResult> {
  if (!isSchema(schema)) return { ok: true, args };
  const library = schema as LibrarySchema;
  if (typeof library.safeParse === "function") return withZod(library, args);
  if (typeof library["~standard"]?.validate === "function") return withStandard(library, args);
  return withJsonSchema(schema as JsonSchema, args);
}

/** What is no schema at all holds nobody up. */
function isSchema(schema: unknown): boolean {
  return (typeof schema === "object" && schema !== null) || typeof schema === "function";
}

/** The ways in which a library's schema can be asked. */
interface LibrarySchema {
  readonly "~standard"?: {
    validate(value: unknown): StandardResult<unknown> | Promise<StandardResult<unknown>>;
  };
  readonly safeParse?: (value: unknown) => ZodResult;
  readonly safeParseAsync?: (value: unknown) => Promise<ZodResult>;
  /** zod 4's own core. */
  readonly _zod?: { readonly run?: (payload: object, context: object) => unknown };
}

interface ZodResult {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues?: readonly unknown[] };
  /** valibot's own `safeParse` is a function beside the schema, so only zod-likes come here. */
  readonly issues?: readonly unknown[];
}

/** Whether a schema holds asynchronous steps, as far as it has been asked. */
const asynchronous = new WeakMap<object, boolean>();

/**
 * Finds out, once for each schema of zod 4, whether it holds asynchronous steps. `safeParse` would
 * only throw where it does, and drop the promise that it was given: where that rejects later, nobody
 * hears of it, and Node ends the process.
 */
function isAsynchronous(schema: LibrarySchema, args: unknown): boolean {
  const known = asynchronous.get(schema);
  if (known !== undefined) return known;
  let found = false;
  try {
    found = takePromise(schema._zod?.run?.({ value: args, issues: [] }, { async: true }));
  } catch {
    // A step of it throws: safeParse will meet it again.
  }
  asynchronous.set(schema, found);
  return found;
}

function withZod(
  schema: LibrarySchema,
  args: unknown,
): ValidationResult | Promise<ValidationResult> {
  const read = (result: ZodResult): ValidationResult =>
    result.success
      ? { ok: true, args: result.data }
      : misfit(schema, args, result.error?.issues ?? result.issues ?? []);
  const later = (): Promise<ValidationResult> =>
    (schema.safeParseAsync as NonNullable<LibrarySchema["safeParseAsync"]>)(args).then(
      read,
      (error: unknown) => thrown(error, args),
    );
  if (isAsynchronous(schema, args)) return later();
  try {
    return read((schema.safeParse as NonNullable<LibrarySchema["safeParse"]>)(args));
  } catch (error) {
    if (!isAsyncError(error) || schema.safeParseAsync === undefined) return thrown(error, args);
    asynchronous.set(schema, true);
    return later();
  }
}

/** zod 3 says it in its message, zod 4 by the error's name. */
function isAsyncError(error: unknown): boolean {
  const { name, message } = (error ?? {}) as {
    readonly name?: unknown;
    readonly message?: unknown;
  };
  return /Async/.test(String(name)) || /\bPromise\b|[Aa]sync/.test(String(message));
}

function withStandard(
  schema: LibrarySchema,
  args: unknown,
): ValidationResult | Promise<ValidationResult> {
  const read = (result: StandardResult<unknown>): ValidationResult =>
    result.issues === undefined
      ? { ok: true, args: result.value }
      : misfit(schema, args, [...result.issues]);
  try {
    const result = schema["~standard"]?.validate(args);
    if (result === undefined) return { ok: true, args };
    return result instanceof Promise
      ? result.then(read, (error: unknown) => thrown(error, args))
      : read(result);
  } catch (error) {
    return thrown(error, args);
  }
}

function withJsonSchema(schema: JsonSchema, args: unknown): ValidationResult {
  try {
    const compiled = compileJsonSchema(schema);
    if (compiled.fits(args)) return { ok: true, args };
    const errors = compiled.errors(args);
    return misfit(schema, args, errors.filter(isLeaf));
  } catch (error) {
    return { ok: true, args, unchecked: { error } };
  }
}

/** Keywords by which a JSON Schema validator only says "something inside". */
const NOT_LEAVES: ReadonlySet<string> = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalItems",
  "patternProperties",
  "allOf",
  "$ref",
  "$recursiveRef",
  "false",
  "if",
  "dependentSchemas",
]);

/** Errors inside the alternatives of a union are told by the union's own explanation. */
function isLeaf(error: OutputUnit): boolean {
  return (
    !NOT_LEAVES.has(error.keyword) &&
    !error.error.includes("dependant schema") &&
    !/\/(?:anyOf|oneOf|not|if|contains)\//.test(error.keywordLocation)
  );
}

/**
 * A schema's own code threw. What the language says of a text that it cannot read (`JSON.parse` or
 * `decodeURIComponent` in a transform) is said of the arguments. Anything else is a bug or an outage
 * of ours or the schema's: nobody knows whether the arguments fit, so they are not held up.
 */
function thrown(error: unknown, args: unknown): ValidationResult {
  if (error instanceof SyntaxError || error instanceof URIError) {
    return { ok: false, issues: [{ path: [], code: "custom", message: error.message }] };
  }
  return { ok: true, args, unchecked: { error } };
}

function misfit(schema: unknown, args: unknown, raw: readonly unknown[]): ValidationResult {
  const found = raw.map((issue) => ({ raw: issue, issues: foreignIssues(issue, args) ?? [] }));
  const node = nodeOf(schema);
  let issues: readonly ArgumentIssue[];
  try {
    const merged = mergeIssues(found, node === undefined ? [] : explainMisfit(node, args));
    issues = node === undefined ? merged : merged.map((issue) => enrich(issue, node));
  } catch {
    // Arguments that cannot be read a second time: the library's own words must do.
    issues = mergeIssues(found, []);
  }
  if (issues.length > 0) return { ok: false, issues: sortIssues(issues) };
  return { ok: false, issues: [{ path: [], code: "custom", message: "", received: args }] };
}
