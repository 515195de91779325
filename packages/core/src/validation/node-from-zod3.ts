import type { MutableNode, PropertyNode, SchemaNode, TypeWord } from "./schema-node.ts";

/** The part of a zod 3 schema that is read. By shape: copies of zod differ. */
export interface Zod3Schema {
  readonly _def: Zod3Def;
  readonly description?: string | undefined;
  isOptional?(): boolean;
}

interface Zod3Def {
  readonly typeName: string;
  readonly [key: string]: unknown;
}

/** Whether a value is a zod 3 schema of whichever copy. */
export function isZod3(value: unknown): value is Zod3Schema {
  const def = (value as { readonly _def?: { readonly typeName?: unknown } } | null)?._def;
  return typeof def?.typeName === "string";
}

const nodes = new WeakMap<Zod3Schema, SchemaNode>();

/** Reads a zod 3 schema. */
export function nodeFromZod3(schema: Zod3Schema): SchemaNode {
  const known = nodes.get(schema);
  if (known !== undefined) return known;
  const node: MutableNode = {};
  nodes.set(schema, node);
  read(schema._def, node);
  const description = schema.description ?? schema._def["description"];
  if (typeof description === "string" && description !== "") node.description = description;
  return node;
}

const child = (schema: unknown) => (): SchemaNode => inner(schema);

function inner(schema: unknown): SchemaNode {
  return isZod3(schema) ? nodeFromZod3(schema) : {};
}

const SCALARS: Readonly<Record<string, TypeWord>> = {
  ZodString: "string",
  ZodNumber: "number",
  ZodNaN: "number",
  ZodBoolean: "boolean",
  ZodBigInt: "bigint",
  ZodDate: "date",
  ZodNull: "null",
};

/** Wrappers that let a value through to what they wrap, as far as input goes. */
const TRANSPARENT = new Set(["ZodOptional", "ZodDefault", "ZodCatch", "ZodReadonly"]);

function read(def: Zod3Def, node: MutableNode): void {
  const scalar = SCALARS[def.typeName];
  if (scalar !== undefined) {
    if (def["coerce"] === true) return;
    node.types = [scalar];
    for (const check of (def["checks"] as readonly Check[] | undefined) ?? []) {
      readCheck(check, node);
    }
    return;
  }
  if (TRANSPARENT.has(def.typeName)) {
    Object.assign(node, inner(def["innerType"]));
    return;
  }
  switch (def.typeName) {
    case "ZodObject":
      readObject(def, node);
      break;
    case "ZodRecord":
      node.types = ["object"];
      node.additional = child(def["valueType"]);
      break;
    case "ZodArray":
      node.types = ["array"];
      node.items = child(def["type"]);
      readLengths(def, node);
      break;
    case "ZodTuple": {
      const items = def["items"] as readonly unknown[];
      node.types = ["array"];
      node.prefix = items.map(child);
      node.items = def["rest"] ? child(def["rest"]) : false;
      node.minItems = items.length;
      if (!def["rest"]) node.maxItems = items.length;
      break;
    }
    case "ZodEnum":
      node.allowed = def["values"] as readonly unknown[];
      break;
    case "ZodNativeEnum":
      node.allowed = enumValues(def["values"] as Record<string, string | number>);
      break;
    case "ZodLiteral":
      node.allowed = [def["value"]];
      break;
    case "ZodUnion":
      node.branches = (def["options"] as readonly unknown[]).map(child);
      break;
    case "ZodDiscriminatedUnion":
      node.branches = [...(def["options"] as Iterable<unknown>)].map(child);
      node.discriminator = def["discriminator"] as string;
      break;
    case "ZodNullable":
      node.branches = [child(def["innerType"]), () => ({ types: ["null"] })];
      break;
    case "ZodIntersection":
      node.all = [child(def["left"]), child(def["right"])];
      break;
    case "ZodEffects":
      // What a preprocess step takes cannot be told; a refinement or transform takes its schema.
      if ((def["effect"] as { readonly type?: string }).type !== "preprocess") {
        Object.assign(node, inner(def["schema"]));
      }
      break;
    case "ZodBranded":
      Object.assign(node, inner(def["type"]));
      break;
    case "ZodPipeline":
      Object.assign(node, inner(def["in"]));
      break;
    case "ZodLazy":
      Object.assign(node, inner((def["getter"] as () => unknown)()));
      break;
    default:
      break;
  }
}

function readObject(def: Zod3Def, node: MutableNode): void {
  node.types = ["object"];
  const properties = new Map<string, PropertyNode>();
  const shape = (typeof def["shape"] === "function" ? def["shape"]() : def["shape"]) as Record<
    string,
    Zod3Schema
  >;
  for (const [key, value] of Object.entries(shape)) {
    properties.set(key, { required: !isOptional(value), node: child(value) });
  }
  node.properties = properties;
  const catchall = def["catchall"];
  if (isZod3(catchall) && catchall._def.typeName !== "ZodNever") node.additional = child(catchall);
  else if (def["unknownKeys"] === "strict") node.additional = false;
}

function isOptional(schema: Zod3Schema): boolean {
  try {
    return schema.isOptional?.() ?? ["ZodOptional", "ZodDefault"].includes(schema._def.typeName);
  } catch {
    return false;
  }
}

function enumValues(entries: Readonly<Record<string, string | number>>): readonly unknown[] {
  return Object.keys(entries)
    .filter((key) => typeof entries[entries[key] as string] !== "number")
    .map((key) => entries[key]);
}

interface Check {
  readonly kind: string;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly regex?: RegExp;
}

function readLengths(def: Zod3Def, node: MutableNode): void {
  const bound = (name: string): number | undefined =>
    (def[name] as { readonly value: number } | null | undefined)?.value;
  const exact = bound("exactLength");
  const min = exact ?? bound("minLength");
  const max = exact ?? bound("maxLength");
  if (min !== undefined) node.minItems = min;
  if (max !== undefined) node.maxItems = max;
}

function readCheck(check: Check, node: MutableNode): void {
  const text = node.types?.[0] === "string";
  const value = check.value as number;
  switch (check.kind) {
    case "int":
      node.types = ["integer"];
      break;
    case "min":
      if (text) Object.assign(node, { minLength: value, lengthUnit: "units" });
      else if (typeof value === "number")
        node[check.inclusive === false ? "above" : "minimum"] = value;
      break;
    case "max":
      if (text) Object.assign(node, { maxLength: value, lengthUnit: "units" });
      else if (typeof value === "number")
        node[check.inclusive === false ? "below" : "maximum"] = value;
      break;
    case "length":
      Object.assign(node, { minLength: value, maxLength: value, lengthUnit: "units" });
      break;
    case "multipleOf":
      node.multipleOf = value;
      break;
    case "regex":
      if (check.regex !== undefined) node.pattern = check.regex;
      break;
    case "email":
    case "url":
    case "uuid":
    case "date":
    case "datetime":
    case "time":
    case "duration":
    case "ip":
    case "cuid":
    case "cuid2":
    case "ulid":
    case "nanoid":
    case "emoji":
    case "base64":
    case "jwt":
      node.format = check.kind;
      break;
    default:
      break;
  }
}
