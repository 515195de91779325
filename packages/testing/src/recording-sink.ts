import type { CallRecord, RunRecord, Sink, TraceRecord } from "@recourse/core";

/** A sink that keeps everything in memory, for a test to look at. */
export interface RecordingSink extends Sink {
  readonly records: readonly TraceRecord[];
  readonly calls: readonly CallRecord[];
  readonly runs: readonly RunRecord[];
  /** Keeps a record. */
  write(record: TraceRecord): void;
  /** Forgets what was written so far. */
  clear(): void;
}

/** Collects the records of a run: `createRecovery({ sinks: [sink] })`. */
export function createRecordingSink(): RecordingSink {
  const records: TraceRecord[] = [];
  return {
    records,
    get calls() {
      return records.filter((record) => record.schema === "recourse.call/1");
    },
    get runs() {
      return records.filter((record) => record.schema === "recourse.run/1");
    },
    write: (record) => void records.push(record),
    clear: () => void records.splice(0),
  };
}
