import { ERROR_CLASSES, type Metrics } from "@recourse/core";
import type { Analysis } from "../analyse/analysis.ts";
import type { Group } from "../analyse/group.ts";
import type { IncidentRow } from "../analyse/incidents.ts";
import { frameworkName } from "../analyse/label-of.ts";
import { count, percent } from "../render/table.ts";
import { groupsTable } from "../report/groups-table.ts";
import { exactCall, incidentsTable, reasonOf } from "../report/incidents-table.ts";
import {
  classesTable,
  errorsTable,
  FAULTS,
  faultsTable,
  NOT_ENDED,
  stopReasonCounts,
  stopReasonsTable,
  topNames,
} from "../report/mix-tables.ts";
import {
  timelineTable,
  turnsLabel,
  turnsTable,
  waitLabel,
  waitsTable,
} from "../report/time-tables.ts";
import { toolsTable } from "../report/tools-table.ts";
import { amountBars, shareBars } from "./bar-charts.ts";
import { type Chart, renderChart } from "./chart.ts";
import { columnChart, timeChart } from "./column-charts.ts";
import { escapeHtml } from "./escape.ts";
import { foldedTable, renderTable } from "./html-table.ts";
import { intervalChart } from "./interval-chart.ts";

/** Bars and incidents that are shown; tables have the rest. */
const MOST_TOOLS = 10;
const MOST_GROUPS = 12;
const MOST_INCIDENTS = 30;
/** Stop reasons with a colour of their own; a chart has six. */
const MOST_REASONS = 5;

/** Pixels of a chart that stands beside another. */
const HALF = 480;

/** The sections of a report, in the order in which it says them. */
export function sections(analysis: Analysis): string {
  return [
    toolsSection(analysis),
    errorsSection(analysis),
    recoverySection(analysis),
    timeSection(analysis),
    waitsSection(analysis),
    stopSection(analysis),
    incidentsSection(analysis),
    metricsSection(analysis),
  ].join("");
}

function section(id: string, title: string, text: string, body: string): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p class="dim">${text.replace(/(\d) %/g, "$1\u00a0%")}</p>${body}</section>`;
}

function figures(...charts: readonly string[]): string {
  const parts = charts.map((chart) => `<figure>${chart}</figure>`).join("");
  return charts.length > 1 ? `<div class="pair">${parts}</div>` : parts;
}

function toolsSection(analysis: Analysis): string {
  const rows = analysis.tools.rows(analysis.groups.openRuns());
  const worst = rows.filter(({ errors }) => errors > 0).slice(0, MOST_TOOLS);
  const table = toolsTable(analysis);
  const [first] = worst;
  if (first === undefined) {
    return section("tools", "Worst tools", "No call failed.", foldedTable(table));
  }
  const total = rows.reduce((sum, { tokensPaid }) => sum + tokensPaid, 0);
  const share = total === 0 ? "" : `, ${percent(first.tokensPaid / total)} of all`;
  const chart = amountBars({
    caption: "Tokens paid for failure texts, by tool",
    label: `Tokens paid for failure texts: ${worst.map(({ tool, tokensPaid }) => `${tool} ${count(tokensPaid)}`).join(", ")}.`,
    names: worst.map(({ tool }) => tool),
    parts: [
      { name: "read once", values: worst.map(({ errorTokens }) => errorTokens) },
      {
        name: "re-sent in later turns",
        values: worst.map(({ errorTokens, tokensPaid }) => tokensPaid - errorTokens),
      },
    ],
  });
  const text = `<code>${escapeHtml(first.tool)}</code> cost the most: ${count(first.tokensPaid)} tokens${share}, ${count(first.errors)} failures in ${count(first.calls)} calls. A failure text is paid for again in every later turn that carries it along.`;
  return section(
    "tools",
    "Worst tools, and what they cost",
    text,
    figures(renderChart(chart)) + renderTable(table),
  );
}

/** The largest groups, each with its metrics. */
function shownGroups(analysis: Analysis): readonly (readonly [string, Metrics, Group])[] {
  return analysis.groups
    .sorted()
    .map(([name, group]) => [name, group.metrics(), group] as const)
    .toSorted(([, a], [, b]) => b.calls - a.calls)
    .slice(0, MOST_GROUPS);
}

function errorsSection(analysis: Analysis): string {
  const groups = shownGroups(analysis);
  const names = groups.map(([name]) => name);
  const by = escapeHtml(analysis.by);
  const all = analysis.metrics();
  const tables =
    foldedTable(errorsTable(analysis)) +
    foldedTable(classesTable(analysis)) +
    foldedTable(faultsTable(analysis));
  if (Object.keys(all.byErrorType).length === 0) {
    return section("errors", "Errors", "No call had an error type.", tables);
  }
  const mix = shareBars({
    caption: `Errors by class and ${analysis.by}`,
    label: `Shares of error classes: ${sharesInWords(all.byErrorClass)}.`,
    names,
    parts: ERROR_CLASSES.map((name) => ({
      name,
      values: groups.map(([, metrics]) => metrics.byErrorClass[name] ?? 0),
    })),
  });
  const fault = shareBars({
    caption: `Whose fault they count as, by ${analysis.by}`,
    label: `Shares of faults: ${sharesInWords(all.byFault)}.`,
    names,
    parts: FAULTS.map((name) => ({
      name,
      values: groups.map(([, metrics]) => metrics.byFault[name] ?? 0),
    })),
  });
  return section(
    "errors",
    `Errors and faults by ${by}`,
    "The class says which way out a failure has; the fault says who could have prevented it.",
    figures(renderChart(mix, HALF), renderChart(fault, HALF)) + tables,
  );
}

function recoverySection(analysis: Analysis): string {
  const groups = shownGroups(analysis);
  const tables = foldedTable(turnsTable(analysis));
  const { recovery, turnsToRecover } = analysis.metrics();
  if (recovery.of === 0) {
    return section("recovery", "Recovery", "There was no error episode to recover from.", tables);
  }
  const rates = intervalChart(
    `Error episodes that ended in a success, with 95 % interval`,
    groups.map(([name, metrics]) => [name, metrics.recovery] as const),
  );
  const rows = turnsTable(analysis).rows;
  const turns = columnChart({
    caption: "Turns that recovery took",
    label: `Recovered error episodes by the turns they took: ${turnsToRecover.toFixed(1)} on average.`,
    steps: rows.map((_, at) => (at === rows.length - 1 ? `${at}+` : turnsLabel(at))),
    series: groups.map(([name, , group]) => ({ name, values: group.turnsToRecover })),
  });
  const text = `${percent(recovery.rate)} of ${count(recovery.of)} error episodes ended in a success of the same tool${recovery.count === 0 ? "" : `, after ${turnsToRecover.toFixed(1)} turns on average`}.`;
  return section(
    "recovery",
    "Recovery",
    text,
    figures(renderChart(rates, HALF), renderChart(turns, HALF)) + tables,
  );
}

function timeSection(analysis: Analysis): string {
  const buckets = analysis.timeline.buckets();
  const table = foldedTable(timelineTable(analysis));
  const title = "Wasted calls and error tokens over time";
  if (buckets.length === 0) return section("time", title, "No call has a readable time.", "");
  return section(
    "time",
    title,
    "A call is wasted when it repeats an earlier one with the same outcome and nothing changed in between.",
    figures(
      renderChart(
        timeChart("Wasted calls", buckets, ({ wasted }) => wasted, 1),
        HALF,
      ),
      renderChart(
        timeChart("Error tokens", buckets, ({ errorTokens }) => errorTokens, 0),
        HALF,
      ),
    ) + table,
  );
}

function waitsSection(analysis: Analysis): string {
  const buckets = analysis.waits.buckets();
  const calls = buckets.reduce((sum, bucket) => sum + bucket.calls, 0);
  const table = foldedTable(waitsTable(analysis));
  if (calls === 0) return section("waits", "Retry waits", "No call was tried more than once.", "");
  const labels = buckets.map((bucket, at) => waitLabel(bucket, buckets[at - 1]));
  const chart = columnChart({
    caption: "Calls by how long retries kept them waiting",
    label: `Calls by retry wait: ${labels.map((label, at) => `${label}: ${count(buckets[at]?.calls ?? 0)}`).join(", ")}.`,
    steps: labels.map((label) => label.replace("up to ", "≤ ").replace("over ", "> ")),
    series: [{ name: "calls", values: buckets.map((bucket) => bucket.calls) }],
  });
  return section(
    "waits",
    "Retry waits",
    `${count(calls)} calls were tried more than once; the host waited before each further attempt.`,
    figures(renderChart(chart)) + table,
  );
}

function stopSection(analysis: Analysis): string {
  const table = stopReasonsTable(analysis);
  const rows = table.rows.map(({ stop_reason, all }) => ({
    name: stop_reason?.kind === "text" ? stop_reason.value : "",
    runs: all?.kind === "count" ? all.value : 0,
  }));
  if (rows.length === 0) return section("stops", "Stop reasons", "There are no runs.", "");
  const missing = rows.find(({ name }) => name === NOT_ENDED)?.runs ?? 0;
  const chart = amountBars({
    caption: "Runs by why they ended",
    label: `Runs by stop reason: ${rows.map(({ name, runs }) => `${name} ${count(runs)}`).join(", ")}.`,
    names: rows.map(({ name }) => name),
    parts: [{ name: "runs", values: rows.map(({ runs }) => runs) }],
  });
  const text =
    missing === 0
      ? "Every run says why it ended."
      : `${count(missing)} runs have no record of their end: they were still going on, or their process was killed.`;
  const charts = figures(renderChart(chart, HALF), renderChart(stopShares(analysis), HALF));
  return section("stops", "Stop reasons", text, charts + foldedTable(table));
}

/** Why the runs of each group ended: the most frequent reasons, and the others as one. */
function stopShares(analysis: Analysis): Chart {
  const groups = shownGroups(analysis).map(
    ([name, metrics]) => [name, stopReasonCounts(metrics)] as const,
  );
  const [most, others] = topNames(stopReasonCounts(analysis.metrics()), MOST_REASONS);
  const values = (reasons: readonly string[]): readonly number[] =>
    groups.map(([, counts]) => reasons.reduce((sum, reason) => sum + (counts[reason] ?? 0), 0));
  const inWords = groups.map(([name, counts]) => `${name}: ${sharesInWords(counts)}`).join("; ");
  return shareBars({
    caption: `Why runs ended, by ${analysis.by}`,
    label: `Shares of stop reasons. ${inWords}.`,
    names: groups.map(([name]) => name),
    parts: [
      ...most.map((name) => ({ name, values: values([name]) })),
      ...(others.length === 0 ? [] : [{ name: "other reasons", values: values(others) }]),
    ],
  });
}

function incidentsSection(analysis: Analysis): string {
  const rows = analysis.incidents.rows();
  const title = "Incidents";
  if (rows.length === 0) {
    return section("incidents", title, "No limit ended a run or refused a call.", "");
  }
  const shown = rows.slice(0, MOST_INCIDENTS).map(incident).join("");
  const left = rows.length > MOST_INCIDENTS ? foldedTable(incidentsTable(analysis, 200)) : "";
  return section(
    "incidents",
    title,
    "What ended runs and which calls were refused, the most frequent first, each with the exact call.",
    shown + left,
  );
}

function incident(row: IncidentRow): string {
  const call = exactCall(row);
  const times = row.count === 1 ? "once" : `${count(row.count)} times`;
  const title = row.end === "refused" ? "call refused" : row.end;
  const code = call === undefined ? "" : `<pre><code>${escapeHtml(call)}</code></pre>`;
  return `<article class="incident"><h3>${escapeHtml(title)} <span class="badge">${times}</span></h3>${code}<p>${escapeHtml(reasonOf(row))}. Latest: run <code>${escapeHtml(row.runId)}</code>, ${escapeHtml(frameworkName(row.framework))}, ${escapeHtml(row.time)}.</p></article>`;
}

function metricsSection(analysis: Analysis): string {
  return section(
    "metrics",
    `All metrics by ${escapeHtml(analysis.by)}`,
    "The same definitions as in the OpenTelemetry metrics, so that the numbers compare.",
    renderTable(groupsTable(analysis)),
  );
}

function sharesInWords(counts: Readonly<Partial<Record<string, number>>>): string {
  const entries = Object.entries(counts).map(([name, amount]) => [name, amount ?? 0] as const);
  const total = entries.reduce((sum, [, amount]) => sum + amount, 0);
  return entries
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, amount]) => `${name} ${percent(total === 0 ? 0 : amount / total)}`)
    .join(", ");
}
