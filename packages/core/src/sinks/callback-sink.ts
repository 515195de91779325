import type { Sink } from "../engine/recovery.ts";
import type { TraceRecord } from "../ledger/records.ts";
import { checkValue } from "../options/check-fields.ts";
import { callable } from "../options/kind.ts";

/** A sink that hands every record to a function. */
export function callbackSink(write: (record: TraceRecord) => void | Promise<void>): Sink {
  checkValue("write", write, callable, { of: "callbackSink()" });
  return { write };
}
