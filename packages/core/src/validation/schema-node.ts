/** A kind of value, by the name that a message gives it. */
export type TypeWord =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "object"
  | "array"
  | "null"
  | "date"
  | "bigint";

/** A field of an object. */
export interface PropertyNode {
  readonly required: boolean;
  /** Made when asked for: schemas may contain themselves. */
  node(): SchemaNode;
}

/**
 * What a schema says, in one shape for every schema library. It is read only to explain a misfit
 * that the library itself has found, so what it leaves out costs a less exact sentence, never a
 * wrong verdict.
 */
export interface SchemaNode {
  /** Kinds that fit; absent when any may. */
  readonly types?: readonly TypeWord[];
  /** The only values that fit (an enum, a literal). */
  readonly allowed?: readonly unknown[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: ReadonlyMap<string, PropertyNode>;
  /** What other keys hold; `false` when there must be none. */
  readonly additional?: false | (() => SchemaNode);
  readonly prefix?: readonly (() => SchemaNode)[];
  /** What (further) elements hold; `false` when there must be none. */
  readonly items?: false | (() => SchemaNode);
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly above?: number;
  readonly below?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Whether lengths count code points (JSON Schema) or UTF-16 units (zod). */
  readonly lengthUnit?: "points" | "units";
  readonly pattern?: RegExp;
  readonly format?: string;
  /** Whether a text has the format, where that can be told. */
  readonly fitsFormat?: (text: string) => boolean;
  /** One of these must fit. */
  readonly branches?: readonly (() => SchemaNode)[];
  /** The key that tells the branches apart. */
  readonly discriminator?: string;
  /** All of these must fit. */
  readonly all?: readonly (() => SchemaNode)[];
}

/** A node as its readers build it. */
export type MutableNode = { -readonly [K in keyof SchemaNode]: SchemaNode[K] };

/** The node that says nothing. */
export const ANYTHING: SchemaNode = {};
