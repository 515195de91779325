import type { JsonSchema } from "../engine/tool-options.ts";

/** Says `true` only where the value certainly fits; `false` leaves it to the library. */
export type Certain = (value: unknown) => boolean;

/** Says nothing about values, so it may stand in any schema. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$schema",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
]);

/** A schema inside a schema; deeper ones are left to the library. */
const MAX_DEPTH = 8;

/**
 * A quick check for the schemas that most tools have: objects of plain properties, their lists and
 * closed lists of values. The library walks any schema for each call, at several times the cost of
 * everything else before it; a value that fits is worth knowing sooner. Nothing is ever turned down
 * here. `undefined` where a keyword is not known, and then the library is asked for every value.
 */
export function certainlyFits(schema: JsonSchema): Certain | undefined {
  return certain(schema, 0);
}

function certain(part: unknown, depth: number): Certain | undefined {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return undefined;
  if (depth > MAX_DEPTH) return undefined;
  const schema = part as JsonSchema;
  const { type, enum: values } = schema;
  const keywords = Object.keys(schema).filter((key) => !ANNOTATIONS.has(key) && key !== "type");
  const only = (...known: string[]): boolean => keywords.every((key) => known.includes(key));
  if (values !== undefined) {
    return only("enum") && isText(type) ? ofList(values, type as string | undefined) : undefined;
  }
  switch (type) {
    case "object":
      return only("properties", "required", "additionalProperties")
        ? ofObject(schema, depth)
        : undefined;
    case "array":
      return only("items", "minItems", "maxItems") ? ofArray(schema, depth) : undefined;
    case "string":
      return only("minLength", "maxLength") ? ofString(schema) : undefined;
    case "number":
    case "integer":
      return only("minimum", "maximum") ? ofNumber(schema, type === "integer") : undefined;
    case "boolean":
      return only() ? (value) => typeof value === "boolean" : undefined;
    case "null":
      return only() ? (value) => value === null : undefined;
    default:
      return undefined;
  }
}

function isText(type: unknown): boolean {
  return type === undefined || type === "string";
}

function ofList(values: unknown, type: string | undefined): Certain | undefined {
  if (!Array.isArray(values)) return undefined;
  const allowed = new Set<unknown>(values.filter((value) => typeof value === "string"));
  if (type === undefined && allowed.size < values.length) return undefined;
  return (value) => typeof value === "string" && allowed.has(value);
}

function ofString(schema: JsonSchema): Certain | undefined {
  const min = bound(schema["minLength"], 0);
  const max = bound(schema["maxLength"], Number.POSITIVE_INFINITY);
  if (min === undefined || max === undefined) return undefined;
  // Lengths are in code points: at most the units, and at least half of them.
  return (value) => typeof value === "string" && value.length <= max && value.length >= min * 2 - 1;
}

function ofNumber(schema: JsonSchema, whole: boolean): Certain | undefined {
  const min = bound(schema["minimum"], Number.NEGATIVE_INFINITY);
  const max = bound(schema["maximum"], Number.POSITIVE_INFINITY);
  if (min === undefined || max === undefined) return undefined;
  const fits = whole ? Number.isInteger : Number.isFinite;
  return (value) => fits(value) && (value as number) >= min && (value as number) <= max;
}

function ofArray(schema: JsonSchema, depth: number): Certain | undefined {
  const min = bound(schema["minItems"], 0);
  const max = bound(schema["maxItems"], Number.POSITIVE_INFINITY);
  const item = certain(schema["items"], depth + 1);
  if (min === undefined || max === undefined || item === undefined) return undefined;
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return false;
    for (let at = 0; at < value.length; at++) if (!item(value[at])) return false;
    return true;
  };
}

interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly fits: Certain;
}

function ofObject(schema: JsonSchema, depth: number): Certain | undefined {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (typeof additionalProperties !== "boolean") return undefined;
  if (typeof properties !== "object" || properties === null || !Array.isArray(required)) {
    return undefined;
  }
  const names = new Set(Object.keys(properties));
  const needed = new Set<unknown>(required);
  const parts: Property[] = [];
  for (const name of names) {
    const fits = certain((properties as Readonly<Record<string, unknown>>)[name], depth + 1);
    // What every object inherits is met by the library as if it had been sent.
    if (fits === undefined || name in Object.prototype) return undefined;
    parts.push({ name, required: needed.has(name), fits });
  }
  for (const name of needed) if (!names.has(name as string)) return undefined;
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    for (const { name, required: must, fits } of parts) {
      const part = (value as Readonly<Record<string, unknown>>)[name];
      if (part === undefined ? must || name in value : !fits(part)) return false;
    }
    if (!additionalProperties) for (const key in value) if (!names.has(key)) return false;
    return true;
  };
}

/** A keyword's number, or what stands for its absence; `undefined` where it is no number. */
function bound(given: unknown, absent: number): number | undefined {
  if (given === undefined) return absent;
  return typeof given === "number" && !Number.isNaN(given) ? given : undefined;
}
