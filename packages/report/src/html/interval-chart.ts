import type { Rate } from "@recourse/core";
import { percent } from "../render/table.ts";
import { amountAxis, lyingGrid, lyingHeight, nameAxis } from "./axes.ts";
import { type Chart, COLORS, INK } from "./chart.ts";

/** What the chart library hands to a series that draws itself. */
interface Drawing {
  value(dimension: number): number;
  coord(point: readonly [number, number]): readonly [number, number];
}

const [COLOR] = COLORS;

/** Rates as points, with their 95 % intervals as lines. */
export function intervalChart(
  caption: string,
  rates: readonly (readonly [name: string, rate: Rate])[],
): Chart {
  const shown = rates.filter(([, { of }]) => of > 0);
  const names = shown.map(([name]) => name);
  return {
    caption,
    label: `${caption}: ${shown.map(([name, { rate, low, high }]) => `${name} ${percent(rate)}, between ${percent(low)} and ${percent(high)}`).join("; ")}.`,
    height: () => lyingHeight(shown.length),
    option: (size) => ({
      grid: lyingGrid(names, size, 48).grid,
      xAxis: amountAxis(percent, size, 1),
      yAxis: nameAxis(names, size),
      series: [
        {
          type: "custom",
          silent: true,
          data: shown.map(([, { rate, low, high }], index) => [rate, index, low, high]),
          renderItem: (_: unknown, drawing: Drawing) => whisker(drawing),
        },
      ],
    }),
  };
}

function whisker(drawing: Drawing): object {
  const row = drawing.value(1);
  const [x, y] = drawing.coord([drawing.value(0), row]);
  const [low] = drawing.coord([drawing.value(2), row]);
  const [high] = drawing.coord([drawing.value(3), row]);
  const line = (x1: number, y1: number, x2: number, y2: number): object => ({
    type: "line",
    shape: { x1, y1, x2, y2 },
    style: { stroke: COLOR, lineWidth: 2, fill: "none" },
  });
  return {
    type: "group",
    children: [
      line(low, y, high, y),
      line(low, y - 5, low, y + 5),
      line(high, y - 5, high, y + 5),
      { type: "circle", shape: { cx: x, cy: y, r: 5 }, style: { fill: COLOR } },
      {
        type: "text",
        x: high + 6,
        y,
        style: {
          text: percent(drawing.value(0)),
          fill: INK,
          fontSize: 12,
          fontFamily: "inherit",
          verticalAlign: "middle",
        },
      },
    ],
  };
}
