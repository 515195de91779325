import { type Cell, formatCell, type Table } from "./table.ts";

/** Columns wider than this are cut: a terminal is read across. */
const MAX_WIDTH = 60;

/** Tables for a terminal: aligned columns, numbers to the right. */
export function renderText(tables: readonly Table[]): string {
  return `${tables.map(renderOne).join("\n\n")}\n`;
}

function renderOne(table: Table): string {
  const rows = table.rows.map((row) => table.columns.map(({ key }) => cut(formatCell(row[key]))));
  const heads = table.columns.map(({ label }) => label);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const right = table.columns.map(({ key }) => table.rows.some((row) => isNumeric(row[key])));
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, column) => {
        const width = widths[column] ?? 0;
        return right[column] ? text.padStart(width) : text.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const body = rows.length === 0 ? ["(nothing)"] : rows.map(line);
  return [
    table.title,
    line(heads),
    widths.map((width) => "─".repeat(width)).join("  "),
    ...body,
    ...(table.notes ?? []),
  ].join("\n");
}

function cut(text: string): string {
  return text.length <= MAX_WIDTH ? text : `${text.slice(0, MAX_WIDTH - 1)}…`;
}

function isNumeric(value: Cell | undefined): boolean {
  return value !== undefined && value.kind !== "text" && value.kind !== "none";
}
