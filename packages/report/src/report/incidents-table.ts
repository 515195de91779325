import type { Analysis } from "../analyse/analysis.ts";
import type { IncidentRow } from "../analyse/incidents.ts";
import { cell, type Table } from "../render/table.ts";

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

/** The call as a person would write it; nothing when no call tripped the limit. */
export function exactCall({ tripped }: IncidentRow): string | undefined {
  if (tripped.tool === undefined) return undefined;
  return `${tripped.tool}(${tripped.args ?? "…"})`;
}

/** The rule, the error and the counter against its limit, as far as they are known. */
export function reasonOf({ tripped }: IncidentRow): string {
  const { rule, errorType, counter, value, limit, detail } = tripped;
  const error = errorType === undefined || errorType === rule ? "" : ` (${errorType})`;
  const counted =
    counter === undefined
      ? ""
      : `: ${counter} ${value ?? "?"}${limit === undefined ? "" : ` of ${limit}`}`;
  return `${rule}${error}${counted}${detail === undefined ? "" : `; ${detail}`}`;
}
