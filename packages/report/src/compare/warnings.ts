import type { Group } from "../analyse/group.ts";
import { UNLABELLED } from "../analyse/label-of.ts";
import { count, percent } from "../render/table.ts";
import { FEWEST } from "../stats/difference.ts";
import { mixDistance } from "../stats/mix-distance.ts";

/** Shares of runs that may differ before a comparison is called into question. */
const SAME_MIX = 0.1;

/** With fewer runs than this, only large differences can be told. */
const ENOUGH_RUNS = 30;

/** Two groups by their names. */
export interface Pair {
  readonly baseName: string;
  readonly base: Group;
  readonly otherName: string;
  readonly other: Group;
}

/**
 * What calls a comparison into question: too few runs, and groups that differ in more than what is
 * compared.
 *
 * @param by what is compared; differing in that is the point.
 * @param scenario the attribute that names the kind of task.
 */
export function comparisonWarnings(pair: Pair, by: string, scenario: string): readonly string[] {
  const warnings = [...fewRuns(pair.baseName, pair.base), ...fewRuns(pair.otherName, pair.other)];
  const mixesA = pair.base.byRun().mixes;
  const mixesB = pair.other.byRun().mixes;
  for (const [label, a] of mixesA) {
    const b = mixesB.get(label) ?? new Map<string, number>();
    if (label === by) continue;
    if (label === scenario && onlyUnlabelled(a) && onlyUnlabelled(b)) {
      warnings.push(
        `The runs carry no attribute "${scenario}", so whether both did the same tasks cannot be checked.`,
      );
      continue;
    }
    const distance = mixDistance(a, b);
    if (distance <= SAME_MIX) continue;
    const what = label === scenario ? "scenario mixes differ" : `runs differ in ${label} too`;
    warnings.push(
      `The ${what}: ${percent(distance)} of the runs have no counterpart (${largestGap(a, b, pair)}). A difference below may come from that.`,
    );
  }
  return warnings;
}

function fewRuns(name: string, group: Group): readonly string[] {
  const { runs } = group.byRun();
  const has = `${name} has ${runs === 0 ? "no runs" : runs === 1 ? "1 run" : `${count(runs)} runs`}`;
  if (runs < FEWEST) return [`${has}: too few to tell anything.`];
  if (runs < ENOUGH_RUNS) return [`${has}: only large differences can be told.`];
  return [];
}

function onlyUnlabelled(mix: ReadonlyMap<string, number>): boolean {
  return [...mix.keys()].every((value) => value === UNLABELLED);
}

/** The value whose share differs most, in words. */
function largestGap(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  { baseName, otherName }: Pair,
): string {
  const share = (mix: ReadonlyMap<string, number>, value: string): number => {
    const all = [...mix.values()].reduce((sum, runs) => sum + runs, 0);
    return all === 0 ? 0 : (mix.get(value) ?? 0) / all;
  };
  const gap = (value: string): number => Math.abs(share(a, value) - share(b, value));
  const [value = ""] = [...new Set([...a.keys(), ...b.keys()])].sort((x, y) => {
    // Equal but for rounding: by name.
    const difference = gap(y) - gap(x);
    return Math.abs(difference) > 1e-9 ? difference : x < y ? -1 : 1;
  });
  return `most of all ${value}: ${percent(share(a, value))} in ${baseName}, ${percent(share(b, value))} in ${otherName}`;
}
