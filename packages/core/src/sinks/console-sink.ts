import type { Sink } from "../engine/recovery.ts";
import type { CallRecord, RunRecord, TraceRecord } from "../ledger/records.ts";
import { checkFields } from "../options/check-fields.ts";
import { callable, flag, type Kind } from "../options/kind.ts";

/** One line for a log. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  /** One sentence, without secrets: everything in a record is redacted. */
  readonly message: string;
  readonly record: TraceRecord;
}

/** What `consoleSink` takes. */
export interface ConsoleSinkOptions {
  /**
   * Where lines go, for log libraries: `({ level, message, record }) => logger[level](record, message)`.
   * @default the console
   */
  readonly log?: (entry: LogEntry) => void;
  /** Tell of successes too. @default false */
  readonly successes?: boolean;
}

const optionKinds: Readonly<Record<keyof ConsoleSinkOptions, Kind>> = {
  log: callable,
  successes: flag,
};

/** A sink that says in one line what failed, what was done about it, and how each run ended. */
export function consoleSink(options: ConsoleSinkOptions = {}): Sink {
  checkFields("", options, optionKinds, { of: "consoleSink()" });
  const { log = toConsole, successes = false } = options;
  return {
    write(record) {
      // What a logger promises is handed on: the one who calls sinks hears of its failure.
      if (record.schema === "recourse.run/1") return log(runEntry(record));
      if (successes || !record.ok || record.attemptLog.length > 1) return log(callEntry(record));
    },
  };
}

function callEntry(record: CallRecord): LogEntry {
  const { ok, errorType, attemptLog, decision, would, detail } = record;
  const level = ok ? "info" : decision === "halt" ? "error" : "warn";
  const tries = attemptLog.length > 1 ? ` after ${attemptLog.length} attempts` : "";
  const instead = would === undefined ? "" : ` (would ${would})`;
  const why = detail === undefined ? "" : `: ${detail}`;
  const what = errorType ?? (ok ? "ok" : "failed");
  return {
    level,
    message: `${record.tool} ${what}${tries} -> ${decision}${instead}${why}`,
    record,
  };
}

function runEntry(record: RunRecord): LogEntry {
  const { stopReason, counters, tripped } = record;
  const level = stopReason === "completed" ? "info" : "warn";
  const by = tripped?.tool === undefined ? "" : ` by ${tripped.tool}`;
  const message =
    `run ${record.runId} ended: ${stopReason}${by}; ` +
    `${counters.calls} calls, ${counters.errors} errors, ${counters.refused} refused`;
  return { level, message, record };
}

function toConsole({ level, message }: LogEntry): void {
  globalThis.console?.[level]?.(`[recourse] ${message}`);
}
