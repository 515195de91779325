import { type Cell, formatCell, isNumeric, type Table } from "../render/table.ts";
import { escapeHtml } from "./escape.ts";

/** A table that scrolls by itself when it is too wide, so that the page does not. */
export function renderTable(table: Table): string {
  const numeric = table.columns.map(({ key }) => table.rows.some((row) => isNumeric(row[key])));
  const heads = table.columns.map(
    ({ label }, column) =>
      `<th scope="col"${numeric[column] ? ' class="n"' : ""}>${escapeHtml(label) || "&nbsp;"}</th>`,
  );
  const rows = table.rows.map((row) => {
    const cells = table.columns.map(({ key }, column) => {
      const content = renderCell(row[key]);
      if (column === 0) return `<th scope="row">${content}</th>`;
      return `<td${numeric[column] ? ' class="n"' : ""}>${content}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  const notes = (table.notes ?? []).map((note) => `<p class="dim">${escapeHtml(note)}</p>`);
  const title = escapeHtml(table.title);
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table: ${title}"><table><caption>${title}</caption><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>${notes.join("")}`;
}

/** The table behind a chart, folded away. */
export function foldedTable(table: Table): string {
  return `<details><summary>Numbers: ${escapeHtml(table.title)}</summary>${renderTable(table)}</details>`;
}

function renderCell(value: Cell | undefined): string {
  const text = escapeHtml(formatCell(value));
  // The bounds of an interval stand below the value: the eye goes down the values.
  return text.replace(/^(.*?) (\([^()]* to [^()]*\))$/, "$1<small>$2</small>");
}
