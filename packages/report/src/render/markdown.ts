import { formatCell, isNumeric, type Table } from "./table.ts";
import { visible } from "./visible.ts";

/** Tables in Markdown, for issues and pull requests. */
export function renderMarkdown(tables: readonly Table[]): string {
  return `${tables.map(renderOne).join("\n\n")}\n`;
}

function renderOne(table: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const aligns = table.columns.map(({ key }) =>
    table.rows.some((row) => isNumeric(row[key])) ? "---:" : "---",
  );
  const rows = table.rows.map((row) =>
    line(table.columns.map(({ key }) => plain(formatCell(row[key])))),
  );
  const body =
    rows.length === 0
      ? ["Nothing."]
      : [line(table.columns.map(({ label }) => plain(visible(label)))), line(aligns), ...rows];
  const notes = (table.notes ?? []).map((note) => `\n${plain(visible(note))}`);
  return [`## ${plain(visible(table.title))}`, "", ...body, ...notes].join("\n");
}

/** Text from a record is text, whatever Markdown or HTML it looks like. */
function plain(text: string): string {
  return text
    .replace(/[\\|`*[\]~]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
