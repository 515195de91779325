/**
 * Reading and analysing traces: what the `recourse` command does, for programs. A trace is what a sink
 * was given, one JSON record per line. Everything is read as a stream, in bounded memory.
 */

export { Analysis, type AnalysisOptions } from "./analyse/analysis.ts";
export { Group } from "./analyse/group.ts";
export { Groups, type GroupsOptions } from "./analyse/groups.ts";
export { type IncidentRow, Incidents } from "./analyse/incidents.ts";
export { RunSums, type Step, type ToolFailures } from "./analyse/run-sums.ts";
export { type PerCase, type PerRun, RunsAddedUp } from "./analyse/runs-added-up.ts";
export { type TimeBucket, Timeline } from "./analyse/timeline.ts";
export { type ToolRow, ToolTable } from "./analyse/tool-table.ts";
export { type WaitBucket, Waits } from "./analyse/waits.ts";
export {
  type ComparedMetric,
  compareGroups,
  type Verdict,
} from "./compare/compare-groups.ts";
export {
  type Comparison,
  type ComparisonInput,
  comparisonTables,
} from "./compare/comparison-tables.ts";
export { Doctor, type EndlessRuns, type ToolHealth, type UnwiredHalts } from "./doctor/doctor.ts";
export { type Finding, findings } from "./doctor/doctor-tables.ts";
export { type SuggestedEffect, suggestEffect } from "./doctor/suggest-effect.ts";
export { type HtmlOptions, renderHtml } from "./html/render-html.ts";
export { findInputs, type Input } from "./read/find-inputs.ts";
export { type ReadTally, type RecordConsumer, readRecords } from "./read/read-records.ts";
export { FORMATS, type Format, render } from "./render/render.ts";
export type { Cell, Column, Table, Unit } from "./render/table.ts";
export {
  ReplaySums,
  type Saved,
  type StoppedFor,
  type WronglyStopped,
} from "./replay/replay-sums.ts";
export { type CollectedRun, RunCollector } from "./replay/run-collector.ts";
export { reportTables } from "./report/report-tables.ts";
export { type Difference, meanDifference, rateDifference } from "./stats/difference.ts";
export { Ratio } from "./stats/ratio.ts";
export { Spread } from "./stats/spread.ts";
export { UsageError } from "./usage-error.ts";
