import type { Metrics, Rate } from "@recourse/core";
import { count, duration, percent } from "../render/table.ts";
import { compact } from "./axes.ts";
import { escapeProse } from "./escape.ts";

/** The numbers that one wants to know first. */
export function keyFigures(metrics: Metrics): string {
  const ended = Object.values(metrics.stopReasons).reduce((sum, runs) => sum + runs, 0);
  const completed = metrics.stopReasons.completed ?? 0;
  const paid = metrics.errorTokens + metrics.errorTokensResent;
  const figures = [
    figure(
      "Runs",
      big(metrics.runs),
      ended === 0 ? "no end recorded" : `${percent(completed / ended)} of ended ones completed`,
    ),
    figure("Calls", big(metrics.calls), `${count(metrics.attempts)} attempts by the host`),
    figure(
      "Error rate",
      rate(metrics.errorRate),
      `${count(metrics.errors)} failed calls`,
      metrics.errorRate,
    ),
    figure("Recovered by the model", rate(metrics.recovery), "of error episodes", metrics.recovery),
    figure(
      "Recovered by retry",
      rate(metrics.hostRecovered),
      "of calls tried again",
      metrics.hostRecovered,
    ),
    figure(
      "Wasted calls",
      big(metrics.wasted.count),
      `${count(metrics.refused)} more were refused`,
    ),
    figure(
      "Tokens paid for failures",
      big(paid),
      `${count(metrics.errorTokens)} written, ${count(metrics.errorTokensResent)} re-sent`,
    ),
    figure("Retry wait", duration(metrics.addedWaitMs), "added by the host"),
  ];
  return `<dl class="figures">${figures.join("")}</dl>`;
}

function figure(name: string, value: string, about: string, of?: Rate): string {
  const bounds =
    of === undefined || of.of === 0 ? "" : `, ${percent(of.low)} to ${percent(of.high)}`;
  return `<div><dt>${name}</dt><dd>${value}</dd><dd>${escapeProse(about + bounds)}</dd></div>`;
}

function rate(of: Rate): string {
  return of.of === 0 ? "–" : percent(of.rate);
}

/** Readable at a glance; exact on a closer look. */
function big(value: number): string {
  if (value < 10_000) return count(value);
  return `<span title="${count(value)}">${compact(value)}</span>`;
}
