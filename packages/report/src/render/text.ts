import { formatCell, isNumeric, type Table } from "./table.ts";
import { visible } from "./visible.ts";

/** Columns wider than this are cut: a terminal is read across. */
const MAX_WIDTH = 60;

/** Tables for a terminal: aligned columns, numbers to the right. */
export function renderText(tables: readonly Table[]): string {
  return `${tables.map(renderOne).join("\n\n")}\n`;
}

function renderOne(table: Table): string {
  const rows = table.rows.map((row) => table.columns.map(({ key }) => cut(formatCell(row[key]))));
  const heads = table.columns.map(({ label }) => cut(visible(label)));
  const widths = heads.map((head, column) =>
    Math.max(width(head), ...rows.map((row) => width(row[column] ?? ""))),
  );
  const right = table.columns.map(({ key }) => table.rows.some((row) => isNumeric(row[key])));
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, column) => {
        const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - width(text)));
        return right[column] ? space + text : text + space;
      })
      .join("  ")
      .trimEnd();
  const body =
    rows.length === 0
      ? ["(nothing)"]
      : [line(heads), widths.map((columns) => "─".repeat(columns)).join("  "), ...rows.map(line)];
  const notes = (table.notes ?? []).map((note) => `  ${visible(note)}`);
  return [visible(table.title), "", ...body, ...(notes.length > 0 ? ["", ...notes] : [])].join(
    "\n",
  );
}

function cut(text: string): string {
  const chars = [...text];
  return chars.length <= MAX_WIDTH ? text : `${chars.slice(0, MAX_WIDTH - 1).join("")}…`;
}

/** Terminal columns: East Asian wide characters and emoji take two. */
function width(text: string): number {
  let columns = 0;
  for (const char of text) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
