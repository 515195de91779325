import { partWords } from "./expectation.ts";
import type { MutableNode, PropertyNode, SchemaNode, TypeWord } from "./schema-node.ts";

/** The part of a zod 4 schema that is read. By shape: copies of zod differ. */
export interface Zod4Schema {
  readonly _zod: { readonly def: Zod4Def; readonly optin?: string | undefined };
  readonly description?: string | undefined;
}

interface Zod4Def {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Whether a value is a zod 4 schema of whichever copy. */
export function isZod4(value: unknown): value is Zod4Schema {
  const inner = (value as { readonly _zod?: { readonly def?: { readonly type?: unknown } } } | null)
    ?._zod;
  return typeof inner?.def?.type === "string";
}

const nodes = new WeakMap<Zod4Schema, SchemaNode>();

/** Reads a zod 4 schema. */
export function nodeFromZod4(schema: Zod4Schema): SchemaNode {
  const known = nodes.get(schema);
  if (known !== undefined) return known;
  const node: MutableNode = {};
  nodes.set(schema, node);
  read(schema, node);
  const description = schema.description;
  if (typeof description === "string" && description !== "") node.description = description;
  return node;
}

const child = (schema: unknown) => (): SchemaNode => (isZod4(schema) ? nodeFromZod4(schema) : {});

/** Wrappers that let a value through to what they wrap, as far as input goes. */
const TRANSPARENT = new Set([
  "optional",
  "default",
  "prefault",
  "nonoptional",
  "readonly",
  "catch",
]);

const SCALARS: Readonly<Record<string, TypeWord>> = {
  string: "string",
  template_literal: "string",
  number: "number",
  int: "integer",
  nan: "number",
  boolean: "boolean",
  bigint: "bigint",
  date: "date",
  null: "null",
};

function read(schema: Zod4Schema, node: MutableNode): void {
  const { def } = schema._zod;
  const scalar = SCALARS[def.type];
  if (scalar !== undefined) {
    // A coercing schema takes whatever can be converted.
    if (def["coerce"] === true) return;
    node.types = [scalar];
    if (def["pattern"] instanceof RegExp) node.pattern = def["pattern"];
    readFormat(def, node);
    readChecks(def["checks"], node);
    return;
  }
  if (TRANSPARENT.has(def.type)) {
    Object.assign(node, inner(def["innerType"]));
    return;
  }
  switch (def.type) {
    case "object":
      readObject(def, node);
      break;
    case "record":
      node.types = ["object"];
      node.additional = child(def["valueType"]);
      break;
    case "array":
      node.types = ["array"];
      node.items = child(def["element"]);
      break;
    case "tuple": {
      const items = def["items"] as readonly Zod4Schema[];
      node.types = ["array"];
      node.prefix = items.map(child);
      node.items = def["rest"] ? child(def["rest"]) : false;
      node.minItems = items.filter((item) => item._zod.optin !== "optional").length;
      if (!def["rest"]) node.maxItems = items.length;
      break;
    }
    case "enum":
      node.allowed = enumValues(def["entries"] as Record<string, string | number>);
      break;
    case "literal":
      node.allowed = def["values"] as readonly unknown[];
      break;
    case "union":
      node.branches = (def["options"] as readonly unknown[]).map(child);
      if (typeof def["discriminator"] === "string") node.discriminator = def["discriminator"];
      break;
    case "nullable":
      node.branches = [child(def["innerType"]), () => ({ types: ["null"] })];
      break;
    case "intersection":
      node.all = [child(def["left"]), child(def["right"])];
      break;
    case "pipe":
      Object.assign(node, inner(def["in"]));
      break;
    case "lazy":
      Object.assign(node, inner((def["getter"] as () => unknown)()));
      break;
    default:
      break;
  }
  readChecks(def["checks"], node);
}

function inner(schema: unknown): SchemaNode {
  return isZod4(schema) ? nodeFromZod4(schema) : {};
}

function readObject(def: Zod4Def, node: MutableNode): void {
  node.types = ["object"];
  const properties = new Map<string, PropertyNode>();
  for (const [key, value] of Object.entries(def["shape"] as Record<string, Zod4Schema>)) {
    properties.set(key, { required: value._zod.optin !== "optional", node: child(value) });
  }
  node.properties = properties;
  const catchall = def["catchall"];
  if (isZod4(catchall)) {
    node.additional = catchall._zod.def.type === "never" ? false : child(catchall);
  }
}

/** A TypeScript enum of numbers holds its names as values too; only the numbers count. */
function enumValues(entries: Readonly<Record<string, string | number>>): readonly unknown[] {
  const numbers = Object.values(entries).filter((value) => typeof value === "number");
  return Object.entries(entries)
    .filter(([key]) => !numbers.includes(Number(key)))
    .map(([, value]) => value);
}

function readFormat(def: Readonly<Record<string, unknown>>, node: MutableNode): void {
  const format = def["format"];
  if (typeof format !== "string") return;
  if (["safeint", "int32", "uint32", "int64", "uint64"].includes(format)) {
    if (node.types?.[0] === "number") node.types = ["integer"];
  } else if (!["float32", "float64", "regex"].includes(format)) {
    const part = def["prefix"] ?? def["suffix"] ?? def["includes"];
    node.format = partWords(format, part) ?? format;
  }
}

function readChecks(checks: unknown, node: MutableNode): void {
  if (!Array.isArray(checks)) return;
  for (const check of checks) {
    const def = (check as { readonly _zod?: { readonly def?: Record<string, unknown> } })._zod?.def;
    if (def !== undefined) readCheck(def, node);
  }
}

function readCheck(def: Readonly<Record<string, unknown>>, node: MutableNode): void {
  const list = node.types?.[0] === "array";
  const bound = (def["minimum"] ?? def["maximum"] ?? def["length"] ?? def["value"]) as number;
  switch (def["check"]) {
    case "greater_than":
      if (typeof bound === "number") node[def["inclusive"] === true ? "minimum" : "above"] = bound;
      break;
    case "less_than":
      if (typeof bound === "number") node[def["inclusive"] === true ? "maximum" : "below"] = bound;
      break;
    case "multiple_of":
      if (typeof def["value"] === "number") node.multipleOf = def["value"];
      break;
    case "min_length":
    case "max_length":
    case "length_equals": {
      const kind = def["check"];
      if (kind !== "max_length") node[list ? "minItems" : "minLength"] = bound;
      if (kind !== "min_length") node[list ? "maxItems" : "maxLength"] = bound;
      if (!list) node.lengthUnit = "units";
      break;
    }
    case "number_format":
      readFormat(def, node);
      break;
    case "string_format":
      if (def["pattern"] instanceof RegExp) node.pattern = def["pattern"];
      readFormat(def, node);
      break;
    default:
      break;
  }
}
