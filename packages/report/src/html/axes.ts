import { visible } from "../render/visible.ts";
import { type ChartSize, DIM, GRID, INK } from "./chart.ts";

/** Pixels for the names on the left. */
export function nameWidth({ narrow }: ChartSize): number {
  return narrow ? 108 : 190;
}

/** The space around bars that lie. */
export function lyingGrid(size: ChartSize): object {
  return { left: nameWidth(size) + 10, right: size.narrow ? 34 : 56, top: 4, bottom: 24 };
}

/** Names from top to bottom. */
export function nameAxis(names: readonly string[], size: ChartSize): object {
  return {
    type: "category",
    data: names.map(visible),
    inverse: true,
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: {
      color: INK,
      fontSize: 12,
      interval: 0,
      width: nameWidth(size),
      overflow: "truncate",
      ellipsis: "…",
    },
  };
}

/** Amounts from left to right, or upwards. */
export function amountAxis(
  format: (value: number) => string,
  { narrow }: ChartSize,
  max?: number,
): object {
  return {
    type: "value",
    min: 0,
    ...(max === undefined ? {} : { max }),
    splitNumber: narrow ? 2 : 4,
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
