import type { JsonSchema } from "../engine/tool-options.ts";
import { nodeFromJsonSchema } from "./node-from-json-schema.ts";
import { isValibot, nodeFromValibot } from "./node-from-valibot.ts";
import { isZod3, nodeFromZod3 } from "./node-from-zod3.ts";
import { isZod4, nodeFromZod4 } from "./node-from-zod4.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * What a schema says, whichever library it comes from; `undefined` when it cannot be looked into,
 * and then the library's own messages must do. Never throws.
 */
export function nodeOf(schema: unknown): SchemaNode | undefined {
  try {
    if (isZod4(schema)) return nodeFromZod4(schema);
    if (isZod3(schema)) return nodeFromZod3(schema);
    if (isValibot(schema)) return nodeFromValibot(schema);
    const standard = standardJsonSchema(schema);
    if (standard !== undefined) return nodeFromJsonSchema(standard, standard);
    if (isStandard(schema) || typeof schema !== "object" || schema === null) return undefined;
    return nodeFromJsonSchema(schema, schema as JsonSchema);
  } catch {
    return undefined;
  }
}

function isStandard(schema: unknown): boolean {
  return standardPart(schema) !== undefined;
}

interface StandardPart {
  readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => unknown };
}

function standardPart(schema: unknown): StandardPart | undefined {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) {
    return undefined;
  }
  return (schema as { readonly "~standard"?: StandardPart })["~standard"];
}

const converted = new WeakMap<object, JsonSchema>();

/** Libraries that follow the Standard JSON Schema interface write their schema as JSON Schema. */
function standardJsonSchema(schema: unknown): JsonSchema | undefined {
  const part = standardPart(schema);
  if (typeof part?.jsonSchema?.input !== "function") return undefined;
  const known = converted.get(schema as object);
  if (known !== undefined) return known;
  const json = part.jsonSchema.input({ target: "draft-2020-12" }) as JsonSchema;
  converted.set(schema as object, json);
  return json;
}
