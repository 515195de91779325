import { type Cell, formatCell, type Table } from "./table.ts";

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
  const notes = (table.notes ?? []).map((note) => `\n${note}`);
  return [
    `## ${table.title}`,
    "",
    line(table.columns.map(({ label }) => plain(label))),
    line(aligns),
    ...rows,
    ...notes,
  ].join("\n");
}

function plain(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("\n", " ");
}

function isNumeric(value: Cell | undefined): boolean {
  return value !== undefined && value.kind !== "text" && value.kind !== "none";
}
