import { formatCell, isNumeric, type Table } from "./table.ts";
import { visible } from "./visible.ts";

/** Columns wider than this are wrapped: a terminal is read across. */
const MAX_WIDTH = 56;

/** Tables for a terminal: aligned columns, numbers to the right, long texts over several lines. */
export function renderText(tables: readonly Table[]): string {
  return `${tables.map(renderOne).join("\n\n")}\n`;
}

function renderOne(table: Table): string {
  const rows = table.rows.map((row) => table.columns.map(({ key }) => wrap(formatCell(row[key]))));
  const heads = table.columns.map(({ label }) => wrap(visible(label)));
  const widths = heads.map((_, column) =>
    Math.max(...[heads, ...rows].flatMap((cells) => cells[column] ?? [""]).map(width)),
  );
  const right = table.columns.map(({ key }) => table.rows.some((row) => isNumeric(row[key])));
  const lines = (cells: readonly (readonly string[])[]): string[] =>
    Array.from({ length: Math.max(...cells.map((parts) => parts.length)) }, (_, index) =>
      cells
        .map((parts, column) => {
          const text = parts[index] ?? "";
          const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - width(text)));
          return right[column] ? space + text : text + space;
        })
        .join("  ")
        .trimEnd(),
    );
  const body =
    rows.length === 0
      ? ["(nothing)"]
      : [
          ...lines(heads),
          widths.map((columns) => "─".repeat(columns)).join("  "),
          ...rows.flatMap(lines),
        ];
  const notes = (table.notes ?? []).map((note) => `  ${visible(note)}`);
  return [visible(table.title), "", ...body, ...(notes.length > 0 ? ["", ...notes] : [])].join(
    "\n",
  );
}

/** Breaks at spaces where there are any, otherwise anywhere. */
function wrap(text: string): readonly string[] {
  if (width(text) <= MAX_WIDTH) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap(pieces)) {
    if (line !== "" && width(line) + 1 + width(word) > MAX_WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function pieces(word: string): readonly string[] {
  const chars = [...word];
  const parts: string[] = [];
  for (let at = 0; at < chars.length; at += MAX_WIDTH) {
    parts.push(chars.slice(at, at + MAX_WIDTH).join(""));
  }
  return parts.length === 0 ? [""] : parts;
}

/** East Asian wide characters and emoji take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function width(text: string): number {
  let columns = 0;
  for (const char of text) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}
