import type { ScenarioOutcome, Variant } from "@recourse/example-support-desk";

const COLUMNS = [
  "success",
  "tool calls",
  "model turns",
  "wasted calls",
  "errors seen",
  "error tokens",
  "recovered",
  "stop reason",
] as const;

/** The comparison, scenario by scenario: every cell is `bare → with Recourse`. */
export function detailTable(outcomes: readonly ScenarioOutcome[]): string {
  const rows = pairs(outcomes).map(([bare, recourse]) => [
    bare.scenario,
    bare.framework,
    ...cells(bare).map((cell, index) => `${cell} → ${cells(recourse)[index]}`),
  ]);
  return layOut([["scenario", "stack", ...COLUMNS], ...rows], true);
}

/** The sums over all scenarios, one row for each stack and variant. */
export function totalTable(outcomes: readonly ScenarioOutcome[]): string {
  const stacks = [...new Set(outcomes.map((outcome) => outcome.framework))];
  const rows = stacks.flatMap((stack) =>
    (["bare", "recourse"] as const).map((variant) => [
      stack,
      variant === "bare" ? "bare" : "Recourse",
      ...totals(outcomes.filter((one) => one.framework === stack && one.variant === variant)),
    ]),
  );
  return layOut([["stack", "variant", ...COLUMNS.slice(0, -1), "double writes"], ...rows], false);
}

function cells({ blame, metrics, result }: ScenarioOutcome): readonly string[] {
  return [
    blame === undefined ? "yes" : "no",
    String(metrics.toolCalls),
    String(metrics.turns),
    String(metrics.wastedCalls),
    String(metrics.errorsSeen),
    String(metrics.errorTokens),
    rate(metrics.recovered, metrics.episodes),
    result.stopReason,
  ];
}

function totals(outcomes: readonly ScenarioOutcome[]): readonly string[] {
  const sum = (count: (outcome: ScenarioOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const recovered = sum(({ metrics }) => metrics.recovered);
  const episodes = sum(({ metrics }) => metrics.episodes);
  const share = episodes === 0 ? "" : ` (${Math.round((100 * recovered) / episodes)} %)`;
  return [
    `${sum(({ blame }) => (blame === undefined ? 1 : 0))}/${outcomes.length}`,
    String(sum(({ metrics }) => metrics.toolCalls)),
    String(sum(({ metrics }) => metrics.turns)),
    String(sum(({ metrics }) => metrics.wastedCalls)),
    String(sum(({ metrics }) => metrics.errorsSeen)),
    String(sum(({ metrics }) => metrics.errorTokens)),
    rate(recovered, episodes) + share,
    String(sum(({ repeatedWrites }) => repeatedWrites.length)),
  ];
}

function rate(recovered: number, episodes: number): string {
  return episodes === 0 ? "–" : `${recovered}/${episodes}`;
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

/** Columns as wide as they need; a repeated first cell is left out. */
function layOut(rows: readonly (readonly string[])[], grouped: boolean): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row, index) => {
    const repeated = grouped && index > 0 && rows[index - 1]?.[0] === row[0];
    const shown = row.map((cell, column) =>
      (column === 0 && repeated ? "" : cell).padEnd(widths[column] ?? 0),
    );
    return shown.join("  ").trimEnd();
  });
  const rule = widths.map((width) => "─".repeat(width)).join("──");
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}
