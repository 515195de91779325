import type { TimeBucket } from "../analyse/timeline.ts";
import { count } from "../render/table.ts";
import { timeText } from "../report/time-tables.ts";
import { amountAxis, compact } from "./axes.ts";
import { type Chart, colorOf, DIM, GRID } from "./chart.ts";

/** Columns side by side for each step. */
export interface Columns {
  readonly caption: string;
  readonly label: string;
  readonly steps: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Counts by step, a column for each series. */
export function columnChart({ caption, label, steps, series }: Columns): Chart {
  return {
    caption,
    label,
    legend: series.map(({ name }, index) => ({ name, color: colorOf(index) })),
    height: () => 210,
    option: (size) => ({
      grid: { left: 44, right: 12, top: 12, bottom: size.narrow ? 40 : 30 },
      xAxis: stepAxis(size.narrow ? steps.map((step) => step.replace(/ (\S+)$/, "\n$1")) : steps),
      yAxis: amountAxis(compact, size),
      series: series.map(({ values }, index) => ({
        type: "bar",
        silent: true,
        emphasis: { disabled: true },
        barMaxWidth: 34,
        barGap: "8%",
        itemStyle: { color: colorOf(index), borderRadius: [3, 3, 0, 0] },
        data: [...values],
      })),
    }),
  };
}

/** One number over time. */
export function timeChart(
  caption: string,
  buckets: readonly TimeBucket[],
  of: (bucket: TimeBucket) => number,
  color: number,
): Chart {
  const values = buckets.map(of);
  const total = values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(0, ...values);
  const peak = buckets[values.indexOf(most)];
  const at = peak === undefined ? "" : ` Most at ${timeText(peak.start)}: ${count(most)}.`;
  return {
    caption,
    label: `${caption}: ${count(total)} in all.${at}`,
    height: () => 170,
    option: (size) => ({
      grid: { left: 44, right: 16, top: 12, bottom: 30 },
      xAxis: {
        ...stepAxis(buckets.map(({ start }) => timeLabel(start, buckets))),
        boundaryGap: false,
        axisLabel: {
          color: DIM,
          fontSize: 11,
          hideOverlap: true,
          interval: Math.max(0, Math.ceil(buckets.length / (size.narrow ? 3 : 6)) - 1),
        },
      },
      yAxis: amountAxis(compact, size),
      series: [
        {
          type: "line",
          silent: true,
          emphasis: { disabled: true },
          symbol: "circle",
          symbolSize: 6,
          showSymbol: buckets.length < 2,
          lineStyle: { color: colorOf(color), width: 2 },
          itemStyle: { color: colorOf(color) },
          areaStyle: { color: colorOf(color), opacity: 0.15 },
          data: values,
        },
      ],
    }),
  };
}

function stepAxis(steps: readonly string[]): object {
  return {
    type: "category",
    data: [...steps],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: GRID } },
    axisLabel: { color: DIM, fontSize: 11, hideOverlap: true, interval: 0 },
  };
}

/** As much of a time as tells the buckets apart. */
function timeLabel(start: number, buckets: readonly TimeBucket[]): string {
  const text = new Date(start).toISOString();
  const width = buckets[0]?.widthMs ?? 0;
  const oneDay = new Set(buckets.map((bucket) => Math.floor(bucket.start / 86_400_000))).size === 1;
  if (width >= 86_400_000) return text.slice(5, 10);
  const clock = width >= 60_000 ? text.slice(11, 16) : text.slice(11, 19);
  return oneDay ? clock : `${text.slice(5, 10)} ${clock}`;
}
