import type { ScenarioOutcome, Variant } from "@recourse/example-support-desk";

/** One figure of the comparison. */
interface Column {
  /** The two lines of its heading. */
  readonly heading: readonly [string, string];
  /** What it counts, for the legend. */
  readonly meaning: string;
  /** Over one scenario's run, or over all that are given. */
  readonly cell: (outcomes: readonly ScenarioOutcome[]) => string;
}

/** What the agent did: what it cost and broke, how it came out, and last what is no score. */
const COLUMNS: readonly Column[] = [
  {
    heading: ["tool", "calls"],
    meaning: "calls that the model asked for",
    cell: total(({ metrics }) => metrics.toolCalls),
  },
  {
    heading: ["wasted", "calls"],
    meaning: "of these, calls that repeat an earlier one, name and arguments",
    cell: total(({ metrics }) => metrics.wastedCalls),
  },
  {
    heading: ["model", "turns"],
    meaning: "requests to the model; every stack may make ten",
    cell: total(({ metrics }) => metrics.turns),
  },
  {
    heading: ["errors", "seen"],
    meaning: "failures that reached the model; what the host got over in code did not",
    cell: total(({ metrics }) => metrics.errorsSeen),
  },
  {
    heading: ["error", "tokens"],
    meaning: "tokens of these, again for each request that carried them along",
    cell: total(({ metrics }) => metrics.errorTokens),
  },
  {
    heading: ["double", "writes"],
    meaning: "writes that took effect more than once, such as a second refund",
    cell: total(({ repeatedWrites }) => repeatedWrites.length),
  },
  {
    heading: ["task", "done"],
    meaning: "the world and the answer are right, or the user was told plainly why not",
    cell: done,
  },
  {
    heading: ["ended", "how"],
    meaning: "stop reasons; max_steps is the limit of ten, so the model never came to an end",
    cell: ended,
  },
  {
    heading: ["", "recovered"],
    meaning:
      "tools that failed and later succeeded, of those that failed. No score: a second refund\n" +
      "counts as one, a failure that the agent rightly takes for an answer does not",
    cell: recovered,
  },
];

/** What each column counts, a line each. */
export const LEGEND: string = COLUMNS.map(
  ({ heading, meaning }) =>
    `  ${heading.join(" ").trim().padEnd(15)}${meaning.replaceAll("\n", `\n${" ".repeat(17)}`)}`,
).join("\n");

/** The comparison, scenario by scenario: every cell is `bare → with Recourse`. */
export function detailTable(outcomes: readonly ScenarioOutcome[]): string {
  const found = pairs(outcomes);
  const lines = layOut([
    ...headings(["", ""]),
    ...found.map(([bare, recourse]) => [
      `  ${bare.framework}`,
      ...COLUMNS.map(({ cell }) => `${cell([bare])} → ${cell([recourse])}`),
    ]),
  ]);
  const scenarios = found.map(([{ scenario }]) => scenario);
  return lines
    .flatMap((line, index) => {
      const scenario = scenarios[index - HEADING_LINES];
      const first = scenario !== undefined && scenario !== scenarios[index - HEADING_LINES - 1];
      return first ? [scenario, line] : [line];
    })
    .join("\n");
}

/** The sums over all scenarios, one row for each stack and variant. */
export function totalTable(outcomes: readonly ScenarioOutcome[]): string {
  const stacks = [...new Set(outcomes.map((outcome) => outcome.framework))];
  const rows = stacks.flatMap((stack) =>
    (["bare", "recourse"] as const).map((variant) => {
      const runs = outcomes.filter((one) => one.framework === stack && one.variant === variant);
      return [
        stack,
        variant === "bare" ? "bare" : "Recourse",
        ...COLUMNS.map(({ cell }) => cell(runs)),
      ];
    }),
  );
  return layOut([...headings(["stack", ""], ["variant", ""]), ...rows]).join("\n");
}

function total(count: (outcome: ScenarioOutcome) => number): Column["cell"] {
  return (outcomes) => String(outcomes.reduce((sum, outcome) => sum + count(outcome), 0));
}

function recovered(outcomes: readonly ScenarioOutcome[]): string {
  const sum = (key: "recovered" | "episodes"): number =>
    outcomes.reduce((so, { metrics }) => so + metrics[key], 0);
  return sum("episodes") === 0 ? "–" : `${sum("recovered")}/${sum("episodes")}`;
}

function done(outcomes: readonly ScenarioOutcome[]): string {
  const good = outcomes.filter(({ blame }) => blame === undefined).length;
  if (outcomes.length === 1) return good === 1 ? "yes" : "no";
  return `${good}/${outcomes.length}`;
}

/** One run's stop reason; of several runs each reason with its number, the most frequent first. */
function ended(outcomes: readonly ScenarioOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { result } of outcomes) {
    counts.set(result.stopReason, (counts.get(result.stopReason) ?? 0) + 1);
  }
  const entries = [...counts].sort(([, a], [, b]) => b - a);
  if (outcomes.length === 1) return entries.map(([reason]) => reason).join();
  return entries.map(([reason, runs]) => `${runs} ${reason}`).join(", ");
}

function pairs(
  outcomes: readonly ScenarioOutcome[],
): readonly (readonly [ScenarioOutcome, ScenarioOutcome])[] {
  const find = (one: ScenarioOutcome, variant: Variant): ScenarioOutcome | undefined =>
    outcomes.find(
      (other) =>
        other.scenario === one.scenario &&
        other.framework === one.framework &&
        other.variant === variant,
    );
  return outcomes.flatMap((bare) => {
    const recourse = bare.variant === "bare" ? find(bare, "recourse") : undefined;
    return recourse === undefined ? [] : [[bare, recourse] as const];
  });
}

/** Two lines of heading and a rule. */
const HEADING_LINES = 3;

function headings(...labels: readonly (readonly [string, string])[]): readonly string[][] {
  const columns = [...labels, ...COLUMNS.map(({ heading }) => heading)];
  return [columns.map(([above]) => above), columns.map(([, below]) => below)];
}

/** Columns as wide as they need, and a rule below the heading. */
function layOut(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "─".repeat(width)).join("──");
  return [...lines.slice(0, HEADING_LINES - 1), rule, ...lines.slice(HEADING_LINES - 1)];
}
