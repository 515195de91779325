import { visible } from "../render/visible.ts";
import { type ChartSize, DIM, GRID, INK } from "./chart.ts";

/** Pixels that a character takes on average. */
const CHAR = 7;

/** Characters of a name that could ever be shown. */
const MAX_NAME = 80;

/** Pixels for the names on the left: as many as they need, but not more than a third. */
function nameWidth(names: readonly string[], { width }: ChartSize): number {
  const longest = Math.max(0, ...names.map((name) => [...visible(name)].length));
  return Math.min(longest * CHAR + 4, width * 0.32, 220);
}

/** Bars that lie: the space around them, and the width that is left for them. */
export function lyingGrid(
  names: readonly string[],
  size: ChartSize,
  right: number,
): { readonly grid: object; readonly plotWidth: number } {
  const left = nameWidth(names, size) + 10;
  return {
    grid: { left, right, top: 4, bottom: 24 },
    plotWidth: size.width - left - right,
  };
}

/** Names from top to bottom. */
export function nameAxis(names: readonly string[], size: ChartSize): object {
  return {
    type: "category",
    data: names.map((name) => visible(name.slice(0, MAX_NAME))),
    inverse: true,
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: {
      color: INK,
      fontSize: 12,
      interval: 0,
      width: nameWidth(names, size),
      overflow: "truncate",
      ellipsis: "…",
    },
  };
}

/** Amounts from left to right, or upwards. */
export function amountAxis(
  format: (value: number) => string,
  { width }: ChartSize,
  max?: number,
): object {
  return {
    type: "value",
    min: 0,
    ...(max === undefined ? {} : { max }),
    splitNumber: width < 600 ? 2 : 4,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: GRID } },
    axisLabel: { color: DIM, fontSize: 11, hideOverlap: true, formatter: format },
  };
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A number that is read at a glance: 1.2M. */
export function compact(value: number): string {
  return COMPACT.format(value);
}

/** Pixels of a chart with so many lying bars. */
export function lyingHeight(bars: number): number {
  return 34 + Math.max(1, bars) * 30;
}
