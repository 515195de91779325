/**
 * The zod schemas of everything that leaves the product: the envelope, the records, the snapshot.
 * The only part of core that needs zod. The same as JSON Schema: `@recourse/core/schemas/*.json`.
 */

export { parseObservation } from "./observation/parse-observation.ts";
export { jsonSchemas } from "./schema/json-schemas.ts";
export { errorTypeSchema, observationSchema } from "./schema/observation-schema.ts";
export {
  callRecordSchema,
  countersSchema,
  runRecordSchema,
  traceRecordSchema,
  trippedSchema,
} from "./schema/record-schemas.ts";
export { runSnapshotSchema } from "./schema/snapshot-schema.ts";
