import type { CallRecord, Tripped } from "../ledger/records.ts";
import type { CallSummary, RunReport } from "./run.ts";

/** A report as a page of text for a human: what ended the run, what is done, what is not known. */
export function reportText(report: Omit<RunReport, "text">): string {
  const { counters } = report;
  const lines = [
    `Run ${report.runId}: ${report.stopReason ?? "still running"}`,
    ...(report.tripped === undefined ? [] : [`Tripped by ${trippedText(report.tripped)}`]),
    ...(report.userMessage === undefined ? [] : [`The user was told: ${report.userMessage}`]),
    "",
    `${counters.calls} calls in ${counters.turns} turns: ${counters.successes} worked ` +
      `(${counters.hostRecovered} after a retry, ${counters.emptyResults} found nothing), ` +
      `${counters.errors} errors, ${counters.refused} refused; ${counters.attempts} attempts, ` +
      `${Math.round(counters.waitMs)} ms waited, ${counters.errorTokens} tokens of errors.`,
    ...errorsByType(report),
    ...section("Done, as far as is known:", report.done.map(callText)),
    ...section("May have taken effect, check before repeating:", report.unknown.map(callText)),
    ...section("Last calls:", report.lastCalls.map(recordText)),
    "",
    `Fingerprint ${report.fingerprint}`,
  ];
  return lines.join("\n");
}

function trippedText(tripped: Tripped): string {
  const what = tripped.tool === undefined ? "" : ` by ${tripped.tool}(${tripped.args ?? ""})`;
  const error = tripped.errorType === undefined ? "" : `, ${tripped.errorType}`;
  const count =
    tripped.counter === undefined
      ? ""
      : `, ${tripped.counter} ${tripped.value ?? "?"}${tripped.limit === undefined ? "" : ` of ${tripped.limit}`}`;
  const detail = tripped.detail === undefined ? "" : `: ${tripped.detail}`;
  return `${tripped.rule}${what}${error}${count}${detail}`;
}

function errorsByType({ counters }: Omit<RunReport, "text">): string[] {
  const types = Object.entries(counters.byErrorType);
  if (types.length === 0) return [];
  return [`By type: ${types.map(([type, count]) => `${type} ${count}`).join(", ")}`];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function callText(call: CallSummary): string {
  return `${call.tool}(${call.args ?? ""}) ${call.callId}`;
}

function recordText(record: CallRecord): string {
  const result = record.ok ? (record.errorType ?? "ok") : (record.errorType ?? "failed");
  const detail = record.detail === undefined ? "" : `: ${record.detail.split("\n", 1)[0] ?? ""}`;
  const would = record.would === undefined ? "" : ` (enforce: ${record.would})`;
  return `turn ${record.turn}.${record.index} ${record.tool} ${result} -> ${record.decision}${would}${detail}`;
}
