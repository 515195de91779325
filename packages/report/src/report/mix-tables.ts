import {
  ERROR_CLASSES,
  ERROR_TYPES,
  type ErrorType,
  type Fault,
  type Metrics,
} from "@recourse/core";
import type { Analysis } from "../analyse/analysis.ts";
import { cell, type Table } from "../render/table.ts";

/** Amounts by name. */
type Counts = Readonly<Partial<Record<string, number>>>;

/** Whose fault a failure counts as, in the order in which it is shown. */
export const FAULTS: readonly Fault[] = ["model", "service", "tool", "operator", "none"];

/** The row of runs that have no record of their end. */
export const NOT_ENDED = "(no end recorded)";

/** Error types by group, with the class and the fault that each counts as. */
export function errorsTable(analysis: Analysis): Table {
  const byType = (metrics: Metrics): Counts => metrics.byErrorType;
  return {
    title: `Errors by type and ${analysis.by}`,
    columns: [
      { key: "error_type", label: "error type" },
      { key: "error_class", label: "class" },
      { key: "fault", label: "fault" },
      ...groupColumns(analysis),
    ],
    rows: byCount(byType(analysis.metrics())).map((type) => ({
      error_type: cell.text(type),
      error_class: cell.text(ERROR_TYPES[type as ErrorType].errorClass),
      fault: cell.text(ERROR_TYPES[type as ErrorType].fault),
      ...groupCells(analysis, byType, type),
    })),
    notes: ["Empty results and rejections have a type too, though they count as no failure."],
  };
}

/** Errors by the class by which they were decided, and group. */
export function classesTable(analysis: Analysis): Table {
  const byClass = (metrics: Metrics): Counts => metrics.byErrorClass;
  return mixTable(analysis, `Errors by class and ${analysis.by}`, "error class", byClass, [
    ...ERROR_CLASSES,
  ]);
}

/** Errors by whose fault they count as, and group. */
export function faultsTable(analysis: Analysis): Table {
  const byFault = (metrics: Metrics): Counts => metrics.byFault;
  return mixTable(analysis, `Errors by fault and ${analysis.by}`, "fault", byFault, FAULTS);
}

/** Why runs ended, by group. */
export function stopReasonsTable(analysis: Analysis): Table {
  return mixTable(analysis, "Stop reasons", "stop reason", stopReasonCounts);
}

/** Runs by stop reason, those without a recorded end among them. */
export function stopReasonCounts(metrics: Metrics): Counts {
  const ended = Object.values(metrics.stopReasons).reduce((sum, count) => sum + count, 0);
  const open = metrics.runs - ended;
  return { ...metrics.stopReasons, ...(open > 0 ? { [NOT_ENDED]: open } : {}) };
}

/** The names with the highest counts, and the rest. */
export function topNames(
  counts: Counts,
  most: number,
): readonly [top: readonly string[], rest: readonly string[]] {
  const names = byCount(counts);
  // One name alone in "the rest" might as well be shown.
  const shown = names.length === most + 1 ? names.length : most;
  return [names.slice(0, shown), names.slice(shown)];
}

function mixTable(
  analysis: Analysis,
  title: string,
  label: string,
  counts: (metrics: Metrics) => Counts,
  order?: readonly string[],
): Table {
  const total = counts(analysis.metrics());
  const names = order?.filter((name) => (total[name] ?? 0) > 0) ?? byCount(total);
  const key = label.replaceAll(" ", "_");
  return {
    title,
    columns: [{ key, label }, ...groupColumns(analysis)],
    rows: names.map((name) => ({ [key]: cell.text(name), ...groupCells(analysis, counts, name) })),
  };
}

function groupColumns(analysis: Analysis): Table["columns"] {
  return [
    { key: "all", label: "all" },
    ...analysis.groups.sorted().map(([name]) => ({ key: `group:${name}`, label: name })),
  ];
}

function groupCells(
  analysis: Analysis,
  counts: (metrics: Metrics) => Counts,
  name: string,
): Table["rows"][number] {
  return {
    all: cell.count(counts(analysis.metrics())[name] ?? 0),
    ...Object.fromEntries(
      analysis.groups
        .sorted()
        .map(([group, of]) => [`group:${group}`, cell.count(counts(of.metrics())[name] ?? 0)]),
    ),
  };
}

function byCount(counts: Counts): readonly string[] {
  return Object.keys(counts)
    .filter((name) => (counts[name] ?? 0) > 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
}
