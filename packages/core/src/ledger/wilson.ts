import { checkValue } from "../options/check-fields.ts";
import { number } from "../options/kind.ts";

/** A share with its 95 % confidence interval. */
export interface Rate {
  readonly count: number;
  readonly of: number;
  /** `count / of`; 0 where there is nothing to divide by. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the normal distribution. */
const Z = 1.959963984540054;

const owner = { of: "wilson()" } as const;

/**
 * A rate with its Wilson score interval at 95 %: honest for few cases and near 0 and 1.
 *
 * @throws RecourseError `invalid_option`, where these are no numbers or `count` is over `of`
 */
export function wilson(count: number, of: number): Rate {
  checkValue("of", of, number(0), owner);
  checkValue("count", count, number(0, of), owner);
  if (of <= 0) return { count, of: 0, rate: 0, low: 0, high: 1 };
  const p = count / of;
  const z2 = Z * Z;
  const middle = (p + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of * of))) / (1 + z2 / of);
  return {
    count,
    of,
    rate: p,
    low: count === 0 ? 0 : Math.max(0, middle - half),
    high: count === of ? 1 : Math.min(1, middle + half),
  };
}
