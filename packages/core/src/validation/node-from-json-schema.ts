import { format as formats } from "@cfworker/json-schema";
import type { JsonSchema } from "../engine/tool-options.ts";
import {
  ANYTHING,
  type MutableNode,
  type PropertyNode,
  type SchemaNode,
  type TypeWord,
} from "./schema-node.ts";

const TYPES: readonly string[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
];

const nodes = new WeakMap<object, SchemaNode>();

/** Reads a JSON Schema of any draft. `root` is where `$ref` starts from. */
export function nodeFromJsonSchema(schema: unknown, root: JsonSchema): SchemaNode {
  if (schema === false) return { types: [] };
  if (typeof schema !== "object" || schema === null) return ANYTHING;
  const known = nodes.get(schema);
  if (known !== undefined) return known;
  const node: MutableNode = {};
  nodes.set(schema, node);
  read(schema as JsonSchema, node, root);
  return node;
}

function read(schema: JsonSchema, node: MutableNode, root: JsonSchema): void {
  const child = (inner: unknown) => (): SchemaNode => nodeFromJsonSchema(inner, root);
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const target = resolve(reference, root);
    if (target !== schema) Object.assign(node, nodeFromJsonSchema(target, root));
  }
  const types = ([] as unknown[])
    .concat(schema["type"] ?? [])
    .filter((type) => TYPES.includes(type as string));
  if (types.length > 0) node.types = types as TypeWord[];
  if ("const" in schema) node.allowed = [schema["const"]];
  if (Array.isArray(schema["enum"])) node.allowed = schema["enum"];
  const text = (name: string): string | undefined =>
    typeof schema[name] === "string" && schema[name] !== "" ? schema[name] : undefined;
  const description = text("description") ?? node.description ?? text("title");
  if (description !== undefined) node.description = description;
  const examples = schema["examples"] ?? ("example" in schema ? [schema["example"]] : undefined);
  if (Array.isArray(examples) && examples.length > 0) node.examples = examples;
  readObject(schema, node, child);
  readArray(schema, node, child);
  readScalar(schema, node);
  const branches = (schema["oneOf"] ?? schema["anyOf"]) as unknown;
  if (Array.isArray(branches)) {
    node.branches = branches.map(child);
    const discriminator = schema["discriminator"] as
      | { readonly propertyName?: unknown }
      | undefined;
    if (typeof discriminator?.propertyName === "string")
      node.discriminator = discriminator.propertyName;
  }
  if (schema["nullable"] === true && node.types !== undefined) node.types = [...node.types, "null"];
  if (Array.isArray(schema["allOf"])) node.all = schema["allOf"].map(child);
}

type Child = (inner: unknown) => () => SchemaNode;

function readObject(schema: JsonSchema, node: MutableNode, child: Child): void {
  const required = Array.isArray(schema["required"])
    ? (schema["required"] as readonly string[])
    : [];
  const given = isRecord(schema["properties"]) ? schema["properties"] : {};
  const names = new Set([...Object.keys(given), ...required]);
  if (names.size > 0 || isRecord(schema["properties"])) {
    const properties = new Map<string, PropertyNode>();
    for (const name of names) {
      const inner = Object.hasOwn(given, name) ? given[name] : true;
      properties.set(name, { required: required.includes(name), node: child(inner) });
    }
    node.properties = properties;
  }
  const additional = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
  // Keys that match a pattern are not unknown; telling which is left to the validator.
  if (!isRecord(schema["patternProperties"])) {
    if (additional === false) node.additional = false;
    else if (isRecord(additional)) node.additional = child(additional);
  }
  copyNumbers(schema, node, ["minProperties", "maxProperties"]);
}

function readArray(schema: JsonSchema, node: MutableNode, child: Child): void {
  const { items } = schema as { readonly items?: unknown };
  // Draft 7 and before wrote tuples as a list of `items`.
  const prefix = schema["prefixItems"] ?? (Array.isArray(items) ? items : undefined);
  const rest = Array.isArray(items) ? schema["additionalItems"] : items;
  if (Array.isArray(prefix)) node.prefix = prefix.map(child);
  if (rest === false) {
    node.items = false;
    node.maxItems = node.prefix?.length ?? 0;
  } else if (isRecord(rest)) node.items = child(rest);
  copyNumbers(schema, node, ["minItems", "maxItems"]);
}

function readScalar(schema: JsonSchema, node: MutableNode): void {
  copyNumbers(schema, node, ["minimum", "maximum", "multipleOf", "minLength", "maxLength"]);
  if (node.minLength !== undefined || node.maxLength !== undefined) node.lengthUnit = "points";
  readExclusive(schema, node, "exclusiveMinimum", "minimum", "above");
  readExclusive(schema, node, "exclusiveMaximum", "maximum", "below");
  if (typeof schema["pattern"] === "string") {
    try {
      node.pattern = new RegExp(schema["pattern"], "u");
    } catch {
      // A pattern of another dialect explains nothing here.
    }
  }
  if (typeof schema["format"] === "string") {
    node.format = schema["format"];
    const fits = formats[schema["format"]];
    if (fits !== undefined) node.fitsFormat = fits;
  }
}

/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`. */
function readExclusive(
  schema: JsonSchema,
  node: MutableNode,
  keyword: string,
  inclusive: "minimum" | "maximum",
  exclusive: "above" | "below",
): void {
  const value = schema[keyword];
  if (typeof value === "number") node[exclusive] = value;
  const bound = node[inclusive];
  if (value === true && bound !== undefined) {
    node[exclusive] = bound;
    delete node[inclusive];
  }
}

type NumberKey =
  | "minProperties"
  | "maxProperties"
  | "minItems"
  | "maxItems"
  | "minimum"
  | "maximum"
  | "multipleOf"
  | "minLength"
  | "maxLength";

function copyNumbers(schema: JsonSchema, node: MutableNode, names: readonly NumberKey[]): void {
  for (const name of names) {
    const value = schema[name];
    if (typeof value === "number") node[name] = value;
  }
}

/** References inside the document by pointer, `$anchor` or `$id`; others explain nothing. */
function resolve(reference: string, root: JsonSchema): unknown {
  if (reference === "#") return root;
  if (reference.startsWith("#/")) {
    let here: unknown = root;
    for (const part of reference.slice(2).split("/")) {
      const key = decodePointer(part);
      if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
      here = (here as Record<string, unknown>)[key];
    }
    return here;
  }
  const definitions = { ...(root["definitions"] as object), ...(root["$defs"] as object) };
  return Object.values(definitions).find(
    (each) =>
      isRecord(each) && (each["$id"] === reference || `#${String(each["$anchor"])}` === reference),
  );
}

function decodePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
