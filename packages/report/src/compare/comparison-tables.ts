import type { Group } from "../analyse/group.ts";
import { type Cell, cell, type Table } from "../render/table.ts";
import { UsageError } from "../usage-error.ts";
import { type ComparedMetric, compareGroups } from "./compare-groups.ts";
import { comparisonWarnings } from "./warnings.ts";

/** Groups to compare. */
export interface ComparisonInput {
  /** In the order in which they are shown. */
  readonly groups: readonly (readonly [name: string, group: Group])[];
  /** What tells the groups apart, in a word: `framework`, `trace`. */
  readonly by: string;
  /** The attribute that names the kind of task. @default "scenario" */
  readonly scenario?: string;
  /** The group that the others are compared with. @default the first */
  readonly baseline?: string | undefined;
}

/** A comparison, ready to be shown. */
export interface Comparison {
  readonly tables: readonly Table[];
  /** What calls it into question. */
  readonly warnings: readonly string[];
}

/**
 * Compares every group with the baseline.
 *
 * @throws UsageError when there are not two groups, or no baseline of that name.
 */
export function comparisonTables(input: ComparisonInput): Comparison {
  const { groups, by, scenario = "scenario", baseline } = input;
  const names = groups.map(([name]) => name);
  if (groups.length < 2) {
    throw new UsageError(
      `There is nothing to compare: ${by} is ${names[0] === undefined ? "never given" : `always ${names[0]}`}. Choose another label by --by, or name two traces.`,
    );
  }
  const base = groups.find(([name]) => name === baseline) ?? groups[0];
  if (base === undefined || (baseline !== undefined && base[0] !== baseline)) {
    throw new UsageError(`No ${by} is called "${baseline}": there are ${names.join(", ")}.`);
  }
  const pairs = groups.filter(([name]) => name !== base[0]);
  const warnings = new Set<string>();
  const tables = pairs.map(([name, other]) => {
    const pair = { baseName: base[0], base: base[1], otherName: name, other };
    for (const warning of comparisonWarnings(pair, by, scenario)) warnings.add(warning);
    return pairTable(base[0], name, compareGroups(base[1], other));
  });
  return { tables: [sizesTable(input, [...warnings]), ...tables], warnings: [...warnings] };
}

function sizesTable(
  { groups, by, scenario = "scenario" }: ComparisonInput,
  warnings: readonly string[],
): Table {
  return {
    title: "What is compared",
    columns: [
      { key: "group", label: by },
      { key: "runs", label: "runs" },
      { key: "ended", label: "with an end" },
      { key: "calls", label: "calls" },
      { key: "scenarios", label: `kinds of ${scenario}` },
    ],
    rows: groups.map(([name, group]) => {
      const runs = group.byRun();
      return {
        group: cell.text(name),
        runs: cell.count(runs.runs),
        ended: cell.count(runs.ratio("completed").plain().of),
        calls: cell.count(group.metrics().calls),
        scenarios: cell.count(runs.mixes.get(scenario)?.size ?? 0),
      };
    }),
    notes: warnings.map((warning) => `Warning: ${warning}`),
  };
}

function pairTable(base: string, other: string, metrics: readonly ComparedMetric[]): Table {
  return {
    title: `${other} against ${base}`,
    columns: [
      { key: "metric", label: "metric" },
      { key: "base", label: base },
      { key: "other", label: other },
      { key: "difference", label: "difference" },
      { key: "p", label: "p" },
      { key: "verdict", label: "verdict" },
    ],
    rows: metrics.map((metric) => ({
      metric: cell.text(metric.label),
      base: metric.base,
      other: metric.other,
      difference:
        metric.base.kind === "none" || metric.other.kind === "none"
          ? cell.none()
          : differenceCell(metric),
      p: metric.p === undefined ? cell.none() : cell.p(metric.p),
      verdict: cell.text(verdictText(metric, other)),
    })),
    notes: [
      "In brackets: 95 % intervals, with the run as the unit. p is corrected for the number of metrics (Holm).",
      '"cannot tell" is no proof that there is no difference: it may be anything within its interval.',
    ],
  };
}

function differenceCell({ unit, difference }: ComparedMetric): Cell {
  const { value, low, high, p } = difference;
  // Without a test the bounds say nothing.
  if (p === undefined) {
    return cell.difference(unit, value, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }
  return cell.difference(unit, value, low, high);
}

function verdictText({ verdict, base, other: compared }: ComparedMetric, other: string): string {
  if (base.kind === "none" || compared.kind === "none") return "cannot tell: no such cases";
  if (verdict === "too few cases") return "cannot tell: too few cases";
  if (verdict === "cannot tell") return "cannot tell";
  return `${verdict} in ${other}`;
}
