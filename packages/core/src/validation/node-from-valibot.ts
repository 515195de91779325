import type { MutableNode, PropertyNode, SchemaNode, TypeWord } from "./schema-node.ts";

/** The part of a valibot schema that is read. By shape: valibot is no dependency. */
export interface ValibotSchema {
  readonly kind: "schema";
  readonly type: string;
  readonly pipe?: readonly ValibotStep[];
  readonly [key: string]: unknown;
}

interface ValibotStep {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly description?: unknown;
}

/** Whether a value is a valibot schema. */
export function isValibot(value: unknown): value is ValibotSchema {
  const schema = value as { readonly kind?: unknown; readonly type?: unknown } | null;
  return schema?.kind === "schema" && typeof schema.type === "string" && "~run" in schema;
}

const nodes = new WeakMap<ValibotSchema, SchemaNode>();

/** Reads a valibot schema. */
export function nodeFromValibot(schema: ValibotSchema): SchemaNode {
  const known = nodes.get(schema);
  if (known !== undefined) return known;
  const node: MutableNode = {};
  nodes.set(schema, node);
  read(schema, node);
  for (const step of schema.pipe ?? []) readStep(step, node);
  return node;
}

const child = (schema: unknown) => (): SchemaNode =>
  isValibot(schema) ? nodeFromValibot(schema) : {};

const SCALARS: Readonly<Record<string, TypeWord>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  bigint: "bigint",
  date: "date",
  null: "null",
};

const OPTIONAL = ["optional", "nullish", "undefinedable", "exact_optional"];

function read(schema: ValibotSchema, node: MutableNode): void {
  const scalar = SCALARS[schema.type];
  if (scalar !== undefined) {
    node.types = [scalar];
    return;
  }
  switch (schema.type) {
    case "object":
    case "strict_object":
    case "loose_object":
    case "object_with_rest":
      readObject(schema, node);
      break;
    case "record":
      node.types = ["object"];
      node.additional = child(schema["value"]);
      break;
    case "array":
      node.types = ["array"];
      node.items = child(schema["item"]);
      break;
    case "tuple":
    case "strict_tuple":
    case "loose_tuple": {
      const items = schema["items"] as readonly unknown[];
      Object.assign(node, { types: ["array"], prefix: items.map(child), minItems: items.length });
      if (schema.type === "strict_tuple") node.maxItems = items.length;
      break;
    }
    case "picklist":
    case "enum":
      node.allowed = schema["options"] as readonly unknown[];
      break;
    case "literal":
      node.allowed = [schema["literal"]];
      break;
    case "variant":
      node.discriminator = schema["key"] as string;
      node.branches = (schema["options"] as readonly unknown[]).map(child);
      break;
    case "union":
      node.branches = (schema["options"] as readonly unknown[]).map(child);
      break;
    case "intersect":
      node.all = (schema["options"] as readonly unknown[]).map(child);
      break;
    case "nullable":
    case "nullish":
      node.branches = [child(schema["wrapped"]), () => ({ types: ["null"] })];
      break;
    case "optional":
    case "undefinedable":
    case "exact_optional":
    case "non_optional":
    case "non_nullable":
    case "non_nullish":
      Object.assign(node, child(schema["wrapped"])());
      break;
    case "lazy":
      Object.assign(node, child((schema["getter"] as (input: unknown) => unknown)(undefined))());
      break;
    default:
      break;
  }
}

function readObject(schema: ValibotSchema, node: MutableNode): void {
  const properties = new Map<string, PropertyNode>();
  for (const [key, value] of Object.entries(schema["entries"] as Record<string, ValibotSchema>)) {
    properties.set(key, { required: !OPTIONAL.includes(value.type), node: child(value) });
  }
  node.types = ["object"];
  node.properties = properties;
  if (schema.type === "strict_object") node.additional = false;
  if (schema.type === "object_with_rest") node.additional = child(schema["rest"]);
}

/** The formats of valibot by the names that JSON Schema gives them. */
export const VALIBOT_FORMATS: Readonly<Record<string, string>> = {
  email: "email",
  rfc_email: "email",
  url: "url",
  uuid: "uuid",
  iso_date: "date",
  iso_date_time: "date-time",
  iso_timestamp: "date-time",
  iso_time: "time",
};

function readStep(step: ValibotStep, node: MutableNode): void {
  const { requirement } = step;
  const list = node.types?.[0] === "array";
  if (step.type === "description" && typeof step.description === "string") {
    node.description = step.description;
  }
  if (step.type === "integer" || step.type === "safe_integer") node.types = ["integer"];
  if (step.type === "regex" && requirement instanceof RegExp) node.pattern = requirement;
  const format = VALIBOT_FORMATS[step.type];
  if (format !== undefined) node.format = format;
  if (step.type === "non_empty") {
    node[list ? "minItems" : "minLength"] = 1;
    if (!list) node.lengthUnit = "units";
  }
  if (typeof requirement !== "number") return;
  const exact = step.type === "length";
  if (exact || step.type === "min_length") node[list ? "minItems" : "minLength"] = requirement;
  if (exact || step.type === "max_length") node[list ? "maxItems" : "maxLength"] = requirement;
  if (step.type === "min_value") node.minimum = requirement;
  if (step.type === "max_value") node.maximum = requirement;
  if (step.type === "gt_value") node.above = requirement;
  if (step.type === "lt_value") node.below = requirement;
  if (step.type === "multiple_of") node.multipleOf = requirement;
  if (!list) node.lengthUnit = "units";
}
