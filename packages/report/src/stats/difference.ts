import type { Rate } from "@recourse/core";
import type { Ratio } from "./ratio.ts";
import type { Spread } from "./spread.ts";
import { studentQuantile, studentTwoSided } from "./student.ts";

/** A difference b − a with its 95 % interval, and the probability of one as large by chance. */
export interface Difference {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided; `undefined` when there is too little to test. */
  readonly p: number | undefined;
}

/** Below this many of either, no test is made: nothing could come of it. */
export const FEWEST = 5;

/**
 * The difference of two rates of independent cases: Newcombe's interval from the two Wilson intervals
 * (1998, method 10) and a two-sided z test with pooled variance.
 */
export function rateDifference(a: Rate, b: Rate): Difference {
  const value = b.rate - a.rate;
  if (a.of < FEWEST || b.of < FEWEST) return { value, low: -1, high: 1, p: undefined };
  const low = value - Math.hypot(b.rate - b.low, a.high - a.rate);
  const high = value + Math.hypot(b.high - b.rate, a.rate - a.low);
  const pooled = (a.count + b.count) / (a.of + b.of);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  return { value, low, high, p: error === 0 ? 1 : normalTwoSided(value / error) };
}

/**
 * The difference of two rates whose cases come in runs: the same, over as many cases as are worth
 * independent ones, and tested only when there are enough runs.
 */
export function ratioDifference(a: Ratio, b: Ratio): Difference {
  const difference = rateDifference(a.effective(), b.effective());
  if (a.clusters >= FEWEST && b.clusters >= FEWEST) return difference;
  return { value: difference.value, low: -1, high: 1, p: undefined };
}

/** The difference of two means per run: Welch's test. */
export function meanDifference(a: Spread, b: Spread): Difference {
  const value = b.mean - a.mean;
  if (a.count < FEWEST || b.count < FEWEST) {
    return {
      value,
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      p: undefined,
    };
  }
  const partA = a.variance / a.count;
  const partB = b.variance / b.count;
  const error = Math.sqrt(partA + partB);
  if (error === 0) return { value, low: value, high: value, p: value === 0 ? 1 : 0 };
  const freedom = (partA + partB) ** 2 / (partA ** 2 / (a.count - 1) + partB ** 2 / (b.count - 1));
  const half = studentQuantile(0.05, freedom) * error;
  return {
    value,
    low: value - half,
    high: value + half,
    p: studentTwoSided(value / error, freedom),
  };
}

/** A mean with its 95 % interval; without bounds for fewer than two numbers. */
export function meanInterval(spread: Spread): { value: number; low: number; high: number } {
  const { count, mean } = spread;
  if (count < 2) {
    return { value: mean, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  }
  const half = studentQuantile(0.05, count - 1) * Math.sqrt(spread.variance / count);
  return { value: mean, low: mean - half, high: mean + half };
}

/** P(|Z| ≥ |z|), by Abramowitz and Stegun 7.1.26 (error below 1.5e-7). */
function normalTwoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, Math.max(0, polynomial * Math.exp(-x * x)));
}
