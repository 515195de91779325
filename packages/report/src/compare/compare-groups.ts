import type { Group } from "../analyse/group.ts";
import type { PerCase, PerRun, RunsAddedUp } from "../analyse/runs-added-up.ts";
import { type Cell, cell, type Unit } from "../render/table.ts";
import {
  type Difference,
  meanDifference,
  meanInterval,
  ratioDifference,
} from "../stats/difference.ts";
import { holm } from "../stats/holm.ts";

/** Whether a difference can be told from chance. */
export type Verdict = "higher" | "lower" | "cannot tell" | "too few cases";

/** One metric of two groups. */
export interface ComparedMetric {
  readonly key: string;
  readonly label: string;
  readonly unit: Unit;
  readonly base: Cell;
  readonly other: Cell;
  /** other − base. */
  readonly difference: Difference;
  /** The difference's p value, corrected for the number of metrics that are compared. */
  readonly p: number | undefined;
  readonly verdict: Verdict;
}

/** Significance at 5 %, after correction. */
const ALPHA = 0.05;

const CASES: readonly { readonly key: PerCase; readonly label: string }[] = [
  { key: "completed", label: "runs completed" },
  { key: "errorRate", label: "error rate" },
  { key: "recovery", label: "recovered by the model" },
  { key: "hostRecovered", label: "recovered by retry" },
  { key: "wastedRate", label: "wasted calls" },
];

const MEANS: readonly { readonly key: PerRun; readonly label: string; readonly unit: Unit }[] = [
  { key: "calls", label: "calls per run", unit: "number" },
  { key: "errors", label: "errors per run", unit: "number" },
  { key: "refused", label: "refused calls per run", unit: "number" },
  { key: "errorTokens", label: "error tokens per run", unit: "number" },
  { key: "errorTokensResent", label: "error tokens re-sent per run", unit: "number" },
  { key: "waitMs", label: "retry wait per run", unit: "ms" },
];

/**
 * Every metric of two groups side by side. The run is the unit: calls of one run are no independent
 * cases. The p values are corrected for how many metrics are tested at once.
 */
export function compareGroups(base: Group, other: Group): readonly ComparedMetric[] {
  const a = base.byRun();
  const b = other.byRun();
  const rows = [...caseRows(a, b), ...meanRows(a, b)];
  const corrected = holm(rows.map(({ difference }) => difference.p));
  return rows.map((row, index) => {
    const p = corrected[index];
    return { ...row, p, verdict: verdict(row.difference, p) };
  });
}

type Row = Omit<ComparedMetric, "p" | "verdict">;

function caseRows(a: RunsAddedUp, b: RunsAddedUp): readonly Row[] {
  return CASES.map(({ key, label }) => ({
    key,
    label,
    unit: "share",
    base: rateCell(a, key),
    other: rateCell(b, key),
    difference: ratioDifference(a.ratio(key), b.ratio(key)),
  }));
}

/** The rate itself with the interval that its effective number of cases gives. */
function rateCell(runs: RunsAddedUp, key: PerCase): Cell {
  const ratio = runs.ratio(key);
  const { of } = ratio.plain();
  return cell.rate(of === 0 ? ratio.plain() : { ...ratio.effective(), of });
}

function meanRows(a: RunsAddedUp, b: RunsAddedUp): readonly Row[] {
  return MEANS.map(({ key, label, unit }) => ({
    key,
    label,
    unit,
    base: meanCell(a, key, unit),
    other: meanCell(b, key, unit),
    difference: meanDifference(a.mean(key), b.mean(key)),
  }));
}

function meanCell(runs: RunsAddedUp, key: PerRun, unit: Unit): Cell {
  const spread = runs.mean(key);
  if (spread.count === 0) return cell.none();
  const { value, low, high } = meanInterval(spread);
  // Counts are never below zero, whatever the approximation says.
  return cell.interval(unit, value, Number.isFinite(low) ? Math.max(0, low) : low, high);
}

/** Both must agree: the interval leaves out zero, and the corrected test is significant. */
function verdict({ low, high }: Difference, p: number | undefined): Verdict {
  if (p === undefined) return "too few cases";
  if (p >= ALPHA || (low <= 0 && high >= 0)) return "cannot tell";
  return low > 0 ? "higher" : "lower";
}
