import * as z from "zod";
import { observationSchema } from "./observation-schema.ts";
import { callRecordSchema, runRecordSchema } from "./record-schemas.ts";
import { runSnapshotSchema } from "./snapshot-schema.ts";

/** The documents that are shipped as `@recourse/core/schemas/<name>.json`. */
const DOCUMENTS: Readonly<Record<string, z.ZodType>> = {
  observation: observationSchema,
  "call-record": callRecordSchema,
  "run-record": runRecordSchema,
  "run-snapshot": runSnapshotSchema,
};

/** JSON Schema (draft 2020-12) of every document, by name, made from the zod schemas. */
export function jsonSchemas(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(DOCUMENTS).map(([name, schema]) => {
      const document = z.toJSONSchema(schema, {
        target: "draft-2020-12",
        io: "input",
        reused: "inline",
      });
      return [name, { ...document }];
    }),
  );
}
