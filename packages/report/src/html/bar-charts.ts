import { percent } from "../render/table.ts";
import { amountAxis, compact, lyingGrid, lyingHeight, nameAxis } from "./axes.ts";
import { type Chart, colorOf, INK } from "./chart.ts";

/** Numbers by name, in several parts. */
export interface Bars {
  readonly caption: string;
  readonly label: string;
  /** From top to bottom. */
  readonly names: readonly string[];
  /** The parts of each bar, one number per name. */
  readonly parts: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Bars whose parts add up to an amount, which stands behind them. */
export function amountBars({ caption, label, names, parts }: Bars): Chart {
  const totals = names.map((_, at) =>
    parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  return {
    caption,
    label,
    legend: parts.map(({ name }, index) => ({ name, color: colorOf(index) })),
    height: () => lyingHeight(names.length),
    option: (size) => ({
      grid: lyingGrid(names, size, 48).grid,
      xAxis: amountAxis(compact, size),
      yAxis: nameAxis(names, size),
      series: parts.map(({ values }, index) => ({
        ...bar(colorOf(index)),
        data: [...values],
        ...(index === parts.length - 1
          ? {
              label: {
                show: true,
                position: "right",
                color: INK,
                fontSize: 12,
                formatter: ({ dataIndex }: { dataIndex: number }) =>
                  compact(totals[dataIndex] ?? 0),
              },
            }
          : {}),
      })),
    }),
  };
}

/** Pixels that a label in a bar takes. */
const LABEL = 34;

/** Bars of which each is a whole: the parts are shares. Parts that are nowhere are left out. */
export function shareBars({ caption, label, names, parts }: Bars): Chart {
  const totals = totalsOf(names, parts);
  const shown = parts
    .map((part, index) => ({ ...part, color: colorOf(index) }))
    .filter(({ values }) => values.some((value) => value > 0));
  return {
    caption,
    label,
    legend: shown.map(({ name, color }) => ({ name, color })),
    height: () => lyingHeight(names.length),
    option: (size) => {
      const { grid, plotWidth } = lyingGrid(names, size, 20);
      return {
        grid,
        xAxis: amountAxis(percent, size, 1),
        yAxis: nameAxis(names, size),
        series: shown.map(({ values, color }) => ({
          ...bar(color),
          data: values.map((value, at) => (totals[at] === 0 ? 0 : value / (totals[at] ?? 1))),
          label: {
            show: true,
            position: "inside",
            color: "var(--on)",
            fontSize: 11,
            formatter: ({ value }: { value: number }) =>
              value * plotWidth >= LABEL ? percent(value) : "",
          },
        })),
      };
    },
  };
}

function totalsOf(names: readonly string[], parts: Bars["parts"]): readonly number[] {
  return names.map((_, at) => parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
}

function bar(color: string): object {
  return {
    type: "bar",
    stack: "all",
    barWidth: 18,
    silent: true,
    emphasis: { disabled: true },
    itemStyle: { color, borderColor: "var(--bg)", borderWidth: 1 },
  };
}
