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

/** @throws UsageError for a format that does not exist. */
export function parseFormat(text: string | undefined): Format {
  if (text === undefined) return "table";
  const format = FORMATS.find((name) => name === text || (text === "md" && name === "markdown"));
  if (format === undefined) {
    throw new UsageError(`Unknown format "${text}": use ${FORMATS.join(", ")}.`);
  }
  return format;
}

/** Tables in a format. */
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
