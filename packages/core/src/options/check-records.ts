import { CALL_SCHEMA, RUN_SCHEMA } from "../ledger/records.ts";
import { checkValue, wrong } from "./check-fields.ts";
import type { Kind } from "./kind.ts";

const records: Kind = {
  wanted: "records, as an array or anything else that can be iterated",
  fits: (value) => typeof value === "object" && value !== null && Symbol.iterator in value,
  advice: "Of a trace file, parse each line with JSON.parse.",
};

const record: Kind = {
  wanted: `a record, with \`schema\` "${CALL_SCHEMA}" or "${RUN_SCHEMA}"`,
  fits: () => false,
  advice: "Of a trace file, parse each line with JSON.parse.",
};

/**
 * Checks that there are records to go through.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkRecords(of: string, value: unknown): void {
  checkValue("records", value, records, { of });
}

/**
 * Checks that a thing is a record, by the schema that it names.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkRecord(of: string, value: unknown): void {
  const schema = (value as { readonly schema?: unknown } | null | undefined)?.schema;
  if (schema !== CALL_SCHEMA && schema !== RUN_SCHEMA) throw wrong("record", record, value, { of });
}
