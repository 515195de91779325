import type { Rate } from "@recourse/core";
import type { Spread } from "./spread.ts";

/** A difference b − a with its 95 % interval, and whether it can be told from chance. */
export interface Difference {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided; `undefined` when there is too little to test. */
  readonly p: number | undefined;
  readonly verdict: "higher" | "lower" | "cannot tell";
}

/** The 97.5 % point of the normal distribution. */
const Z = 1.959963984540054;

/** Below this many of either, no test is made: the normal approximation would not hold. */
const FEWEST = 5;

/**
 * The difference of two rates: Newcombe's interval from the two Wilson intervals (1998, method 10)
 * and a two-sided z test with pooled variance.
 */
export function rateDifference(a: Rate, b: Rate): Difference {
  const value = b.rate - a.rate;
  if (a.of < FEWEST || b.of < FEWEST) return untested(value, -1, 1);
  const low = value - Math.hypot(b.rate - b.low, a.high - a.rate);
  const high = value + Math.hypot(b.high - b.rate, a.rate - a.low);
  const pooled = (a.count + b.count) / (a.of + b.of);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  const p = error === 0 ? 1 : twoSided(value / error);
  return { value, low, high, p, verdict: verdict(low, high, p) };
}

/** The difference of two means per run: Welch's statistic against the normal distribution. */
export function meanDifference(a: Spread, b: Spread): Difference {
  const value = b.mean - a.mean;
  if (a.count < FEWEST || b.count < FEWEST) {
    return untested(value, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }
  const error = Math.sqrt(a.variance / a.count + b.variance / b.count);
  const low = value - Z * error;
  const high = value + Z * error;
  const p = error === 0 ? (value === 0 ? 1 : 0) : twoSided(value / error);
  return { value, low, high, p, verdict: verdict(low, high, p) };
}

function untested(value: number, low: number, high: number): Difference {
  return { value, low, high, p: undefined, verdict: "cannot tell" };
}

/** Both must agree: the interval leaves out zero and the test is significant at 5 %. */
function verdict(low: number, high: number, p: number): Difference["verdict"] {
  if (p >= 0.05 || (low <= 0 && high >= 0)) return "cannot tell";
  return low > 0 ? "higher" : "lower";
}

/** P(|Z| ≥ |z|), by Abramowitz and Stegun 7.1.26 (error below 1.5e-7). */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, Math.max(0, polynomial * Math.exp(-x * x)));
}
