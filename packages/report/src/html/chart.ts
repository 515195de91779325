import { BarChart, CustomChart, LineChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { escapeHtml } from "./escape.ts";

use([BarChart, CustomChart, LineChart, GridComponent, SVGRenderer]);

/** A chart at one width, in pixels: on a phone labels are shorter and fewer. */
export interface ChartSize {
  readonly width: number;
  readonly narrow: boolean;
}

/** What is drawn, and what is said of it. */
export interface Chart {
  /** What one sees, for those who do not. */
  readonly label: string;
  /** The caption: what is measured, in a few words. */
  readonly caption: string;
  readonly height: (size: ChartSize) => number;
  readonly option: (size: ChartSize) => EChartsCoreOption;
  readonly legend?: readonly LegendEntry[];
}

/** A series in the legend. */
export interface LegendEntry {
  readonly name: string;
  readonly color: string;
}

/** The colours of series. Variables of the style sheet: they follow the theme. */
export const COLORS = [
  "var(--c1)",
  "var(--c2)",
  "var(--c3)",
  "var(--c4)",
  "var(--c5)",
  "var(--c6)",
] as const;

/** The colour of a series by its number. */
export function colorOf(index: number): string {
  return COLORS[index % COLORS.length] ?? COLORS[0];
}

/** Text in charts. */
export const INK = "var(--ink)";
export const DIM = "var(--dim)";
export const GRID = "var(--grid)";

const NARROW: ChartSize = { width: 340, narrow: true };

/**
 * A chart as a figure: drawn once for wide screens and once for phones, so that its text is readable
 * on both.
 *
 * @param width pixels of the wide one: a chart that stands beside another is drawn smaller.
 */
export function renderChart(chart: Chart, width = 960): string {
  const svgs = [{ width, narrow: false }, NARROW]
    .map((size) => `<div class="${size.narrow ? "narrow" : "wide"}">${draw(chart, size)}</div>`)
    .join("");
  return `<figcaption><b>${escapeHtml(chart.caption)}</b></figcaption>${legend(chart.legend)}<div class="chart" role="img" aria-label="${escapeHtml(chart.label)}">${svgs}</div>`;
}

function draw({ option, height }: Chart, size: ChartSize): string {
  const instance = init(null, null, {
    renderer: "svg",
    ssr: true,
    width: size.width,
    height: height(size),
  });
  try {
    instance.setOption({
      animation: false,
      textStyle: { fontFamily: "inherit", color: INK },
      ...option(size),
    });
    return plainSvg(instance.renderToSVGString());
  } finally {
    instance.dispose();
  }
}

/** Without a fixed size, and without what only a script or a pointer would have a use for. */
function plainSvg(svg: string): string {
  return (
    svg
      .replace(/<svg width="\d+" height="\d+"/, '<svg aria-hidden="true" focusable="false"')
      .replace(/<style[\s\S]*?<\/style>/g, "")
      // Nothing is drawn outside; a clip path has an id, which would have to be unique in the page.
      .replace(/<defs[\s\S]*?<\/defs>/g, "")
      .replace(/ clip-path="[^"]*"/g, "")
      .replace(/ (?:ecmeta_\w+|class|pointer-events)="[^"]*"/g, "")
      .replace(/ (?:xmlns:xlink|version|baseProfile)="[^"]*"/g, "")
  );
}

function legend(entries: readonly LegendEntry[] = []): string {
  if (entries.length < 2) return "";
  const items = entries.map(
    ({ name, color }) =>
      `<li><i style="background:${color}" aria-hidden="true"></i>${escapeHtml(name)}</li>`,
  );
  return `<ul class="legend">${items.join("")}</ul>`;
}
