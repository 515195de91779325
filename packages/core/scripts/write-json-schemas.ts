/**
 * Writes `schemas/*.json` from the zod schemas. Run it after changing one; a test fails while the
 * files are stale.
 */
import { writeFileSync } from "node:fs";
import { jsonSchemas } from "../src/schema/json-schemas.ts";

for (const [name, document] of Object.entries(jsonSchemas())) {
  const file = new URL(`../schemas/${name}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
