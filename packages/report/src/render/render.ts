import { UsageError } from "../usage-error.ts";
import { renderCsv } from "./csv.ts";
import { renderJson } from "./json.ts";
import { renderMarkdown } from "./markdown.ts";
import type { Table } from "./table.ts";
import { renderText } from "./text.ts";

/** The formats of every command's tables. */
export const FORMATS = ["table", "json", "csv", "markdown"] as const;

/** A format of tables. */
export type Format = (typeof FORMATS)[number];

/** Other names that are understood. */
const ALIASES: Readonly<Record<string, Format>> = {
  md: "markdown",
  text: "table",
  txt: "table",
};

/** @throws UsageError for a format that does not exist. */
export function parseFormat(text: string): Format {
  const format = FORMATS.find((name) => name === text) ?? ALIASES[text];
  if (format === undefined) {
    throw new UsageError(`Unknown format "${text}": use ${FORMATS.join(", ")}.`);
  }
  return format;
}

/**
 * Tables in a format.
 *
 * @param extra further fields of the JSON.
 */
export function render(
  tables: readonly Table[],
  format: Format,
  extra?: Readonly<Record<string, unknown>>,
): string {
  switch (format) {
    case "table":
      return renderText(tables);
    case "json":
      return renderJson(tables, extra);
    case "csv":
      return renderCsv(tables);
    case "markdown":
      return renderMarkdown(tables);
  }
}
