import { ERROR_TYPES, type ErrorType, type StopReason } from "@recourse/core";
import type { ReadTally } from "../read/read-records.ts";
import { cell, type Table } from "../render/table.ts";
import type { Analysis } from "./analysis.ts";
import type { IncidentRow } from "./incidents.ts";

/** What a report says, in the order in which it says it: the worst tools and their cost first. */
export function reportTables(analysis: Analysis): readonly Table[] {
  return [
    toolsTable(analysis),
    groupsTable(analysis),
    errorsTable(analysis),
    stopReasonsTable(analysis),
    incidentsTable(analysis),
  ];
}

/** Tools, worst first. */
export function toolsTable({ tools, groups }: Analysis): Table {
  return {
    title: "Worst tools, by the tokens that their failures cost",
    columns: [
      { key: "tool", label: "tool" },
      { key: "tokens_paid", label: "tokens paid" },
      { key: "errors", label: "errors" },
      { key: "calls", label: "calls" },
      { key: "error_rate", label: "error rate" },
      { key: "recovery", label: "recovered" },
      { key: "wasted", label: "wasted" },
      { key: "refused", label: "refused" },
      { key: "wait_ms", label: "retry wait" },
      { key: "mostly", label: "mostly" },
    ],
    rows: tools.rows(groups.openRuns()).map((row) => ({
      tool: cell.text(row.tool),
      tokens_paid: cell.count(row.tokensPaid),
      errors: cell.count(row.errors),
      calls: cell.count(row.calls),
      error_rate: cell.rate(row.errorRate),
      recovery: cell.rate(row.recovery),
      wasted: cell.count(row.wasted),
      refused: cell.count(row.refused),
      wait_ms: cell.ms(row.waitMs),
      mostly: cell.text(row.mostly),
    })),
  };
}

/** The metrics of design §8, a row per group. */
export function groupsTable(analysis: Analysis): Table {
  return {
    title: `Metrics by ${analysis.by}`,
    columns: [
      { key: "group", label: analysis.by },
      { key: "runs", label: "runs" },
      { key: "calls", label: "calls" },
      { key: "attempts", label: "attempts" },
      { key: "error_rate", label: "error rate" },
      { key: "recovery", label: "recovered" },
      { key: "turns_to_recover", label: "turns to recover" },
      { key: "host_recovered", label: "host recovered" },
      { key: "wasted", label: "wasted" },
      { key: "refused", label: "refused" },
      { key: "error_tokens", label: "error tokens" },
      { key: "error_tokens_resent", label: "re-sent" },
      { key: "wait_ms", label: "retry wait" },
    ],
    rows: analysis.groups.sorted().map(([name, group]) => {
      const metrics = group.metrics();
      return {
        group: cell.text(name),
        runs: cell.count(metrics.runs),
        calls: cell.count(metrics.calls),
        attempts: cell.count(metrics.attempts),
        error_rate: cell.rate(metrics.errorRate),
        recovery: cell.rate(metrics.recovery),
        turns_to_recover:
          metrics.recovery.count === 0 ? cell.none() : cell.number(metrics.turnsToRecover),
        host_recovered: cell.rate(metrics.hostRecovered),
        wasted: cell.rate(metrics.wasted),
        refused: cell.count(metrics.refused),
        error_tokens: cell.count(metrics.errorTokens),
        error_tokens_resent: cell.count(metrics.errorTokensResent),
        wait_ms: cell.ms(metrics.addedWaitMs),
      };
    }),
    notes: ["Rates carry 95 % Wilson intervals."],
  };
}

/** Error types by group, with the class and the fault that each counts as. */
export function errorsTable(analysis: Analysis): Table {
  const groups = analysis.groups.sorted().map(([name, group]) => [name, group.metrics()] as const);
  const total = analysis.metrics().byErrorType;
  const types = (Object.keys(total) as ErrorType[]).sort(
    (a, b) => (total[b] ?? 0) - (total[a] ?? 0),
  );
  return {
    title: `Errors by type and ${analysis.by}`,
    columns: [
      { key: "error_type", label: "error type" },
      { key: "error_class", label: "class" },
      { key: "fault", label: "fault" },
      { key: "all", label: "all" },
      ...groups.map(([name]) => ({ key: `group:${name}`, label: name })),
    ],
    rows: types.map((type) => ({
      error_type: cell.text(type),
      error_class: cell.text(ERROR_TYPES[type].errorClass),
      fault: cell.text(ERROR_TYPES[type].fault),
      all: cell.count(total[type] ?? 0),
      ...Object.fromEntries(
        groups.map(([name, metrics]) => [
          `group:${name}`,
          cell.count(metrics.byErrorType[type] ?? 0),
        ]),
      ),
    })),
  };
}

/** Why runs ended, by group. */
export function stopReasonsTable(analysis: Analysis): Table {
  const groups = analysis.groups.sorted().map(([name, group]) => [name, group.metrics()] as const);
  const total = analysis.metrics().stopReasons;
  const reasons = (Object.keys(total) as StopReason[])
    .filter((reason) => (total[reason] ?? 0) > 0)
    .sort((a, b) => (total[b] ?? 0) - (total[a] ?? 0));
  return {
    title: "Stop reasons",
    columns: [
      { key: "stop_reason", label: "stop reason" },
      { key: "all", label: "all" },
      ...groups.map(([name]) => ({ key: `group:${name}`, label: name })),
    ],
    rows: reasons.map((reason) => ({
      stop_reason: cell.text(reason),
      all: cell.count(total[reason] ?? 0),
      ...Object.fromEntries(
        groups.map(([name, metrics]) => [
          `group:${name}`,
          cell.count(metrics.stopReasons[reason] ?? 0),
        ]),
      ),
    })),
  };
}

/** What ended runs and which calls were refused, with the exact call. */
export function incidentsTable({ incidents }: Analysis, most = 50): Table {
  const rows = incidents.rows();
  const left = rows.length - most;
  const notes = [
    ...(left > 0 ? [`${left} further kinds of incident are left out here.`] : []),
    ...(incidents.others > 0 ? [`${incidents.others} further incidents were not told apart.`] : []),
  ];
  return {
    title: "Incidents: what was stopped, and the exact call",
    columns: [
      { key: "end", label: "end" },
      { key: "count", label: "times" },
      { key: "call", label: "call" },
      { key: "why", label: "why" },
      { key: "run_id", label: "latest run" },
      { key: "time", label: "at" },
    ],
    rows: rows.slice(0, most).map((row) => ({
      end: cell.text(row.end),
      count: cell.count(row.count),
      call: cell.text(exactCall(row)),
      why: cell.text(reasonOf(row)),
      run_id: cell.text(row.runId),
      time: cell.text(row.time),
    })),
    notes,
  };
}

/** The call as a person would write it. */
export function exactCall({ tripped }: IncidentRow): string {
  if (tripped.tool === undefined) return "–";
  return `${tripped.tool}(${tripped.args ?? "…"})`;
}

function reasonOf({ tripped }: IncidentRow): string {
  const limit =
    tripped.counter === undefined
      ? ""
      : `: ${tripped.counter} ${tripped.value ?? "?"} of ${tripped.limit ?? "?"}`;
  const error = tripped.errorType === undefined ? "" : ` (${tripped.errorType})`;
  return `${tripped.rule}${error}${limit}`;
}

/** What was read and what could not be, in sentences. Empty when there is nothing to warn of. */
export function readingNotes(tally: ReadTally): readonly string[] {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, count]) => `${name} (${count})`).join(", ");
  return [
    ...(tally.unreadable > 0 ? [`${tally.unreadable} lines are no JSON objects; left out.`] : []),
    ...(tally.truncated > 0
      ? [`${tally.truncated} last lines broke off, as when a process is killed; left out.`]
      : []),
    ...tally.broken.map((words) => `Reading broke off: ${words}`),
    ...(tally.otherSchemas.size > 0
      ? [`Records of other schemas, left out: ${list(tally.otherSchemas)}.`]
      : []),
    ...(tally.incomplete > 0
      ? [`${tally.incomplete} records lack a field that every reader needs; left out.`]
      : []),
    ...(tally.unknownFields.size > 0
      ? [`Fields that this version does not know: ${list(tally.unknownFields)}.`]
      : []),
  ];
}
