import { type OutputUnit, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "../engine/tool-options.ts";
import { certainlyFits } from "./certainly-fits.ts";

/** Validates against one JSON Schema. */
export interface CompiledJsonSchema {
  /** Whether the arguments fit; stops at the first misfit. */
  fits(args: unknown): boolean;
  /** Every misfit. */
  errors(args: unknown): readonly OutputUnit[];
}

const compiled = new WeakMap<JsonSchema, CompiledJsonSchema>();

/** The validator of a schema, made once. Throws for a schema that is none. */
export function compileJsonSchema(schema: JsonSchema): CompiledJsonSchema {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // The validator writes marks into the schema; the user's object may be frozen, and is sent to
  // the provider.
  const copy = structuredClone(schema);
  const draft = draftOf(copy);
  const quick = new Validator(copy, draft, true);
  let full: Validator | undefined;
  const certain = certainlyFits(copy);
  const made: CompiledJsonSchema = {
    fits: (args) => certain?.(args) === true || quick.validate(args).valid,
    errors: (args) => {
      full ??= new Validator(structuredClone(schema), draft, false);
      return full.validate(args).errors;
    },
  };
  compiled.set(schema, made);
  return made;
}

function draftOf(schema: JsonSchema): SchemaDraft {
  const declared = String(schema["$schema"] ?? "");
  if (declared.includes("draft-04")) return "4";
  if (declared.includes("draft-07") || declared.includes("draft-06")) return "7";
  if (declared.includes("2019-09")) return "2019-09";
  return "2020-12";
}
