import type { Cell, Table } from "./table.ts";

/**
 * Tables as CSV by RFC 4180, one after the other with a blank line between; the first column of each
 * names the table. Numbers are plain, in the unit of the column's key; a rate has `_low` and `_high`.
 */
export function renderCsv(tables: readonly Table[]): string {
  return tables.map(renderOne).join("\r\n");
}

function renderOne(table: Table): string {
  const rates = new Set(
    table.columns
      .filter(({ key }) => table.rows.some((row) => row[key]?.kind === "rate"))
      .map(({ key }) => key),
  );
  const heads = table.columns.flatMap(({ key }) =>
    rates.has(key) ? [key, `${key}_low`, `${key}_high`] : [key],
  );
  const rows = table.rows.map((row) => [
    table.title,
    ...table.columns.flatMap(({ key }) => values(row[key], rates.has(key))),
  ]);
  return [["table", ...heads], ...rows]
    .map((fields) => `${fields.map(quote).join(",")}\r\n`)
    .join("");
}

function values(value: Cell | undefined, isRate: boolean): string[] {
  if (value?.kind === "rate") return [value.value, value.low, value.high].map(String);
  const text = value === undefined || value.kind === "none" ? "" : String(value.value);
  return isRate ? [text, "", ""] : [text];
}

function quote(field: string): string {
  // A leading = + - @ would be run as a formula by a spreadsheet; plain negative numbers may stay.
  const safe = /^[=+@]|^-(?!\d)/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
