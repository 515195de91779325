import type { Sink } from "../engine/recovery.ts";
import type { TraceRecord } from "../ledger/records.ts";

/** A sink that hands every record to a function. */
export function callbackSink(write: (record: TraceRecord) => void | Promise<void>): Sink {
  return { write };
}
