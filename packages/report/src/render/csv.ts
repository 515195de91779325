import type { Cell, Table } from "./table.ts";

/**
 * Tables as CSV by RFC 4180, one after the other with a blank line between; the first column of each
 * names the table. Numbers are plain: shares from 0 to 1, times in milliseconds; an estimate with an
 * interval has `_low` and `_high` beside it.
 */
export function renderCsv(tables: readonly Table[]): string {
  return tables.map(renderOne).join("\r\n");
}

function renderOne(table: Table): string {
  const intervals = new Set(
    table.columns
      .filter(({ key }) => table.rows.some((row) => row[key]?.kind === "interval"))
      .map(({ key }) => key),
  );
  const heads = table.columns.flatMap(({ key }) =>
    intervals.has(key) ? [key, `${key}_low`, `${key}_high`] : [key],
  );
  const rows = table.rows.map((row) => [
    table.title,
    ...table.columns.flatMap(({ key }) => values(row[key], intervals.has(key))),
  ]);
  return [["table", ...heads], ...rows]
    .map((fields) => `${fields.map(quote).join(",")}\r\n`)
    .join("");
}

function values(value: Cell | undefined, hasInterval: boolean): string[] {
  if (value?.kind === "interval") {
    return [value.value, value.low, value.high].map((bound) =>
      Number.isFinite(bound) ? String(bound) : "",
    );
  }
  const text = value === undefined || value.kind === "none" ? "" : String(value.value);
  return hasInterval ? [text, "", ""] : [text];
}

function quote(field: string): string {
  // A leading = + - @ would be run as a formula by a spreadsheet; plain negative numbers may stay.
  const safe = /^[=+@\t\r]|^-(?![\d.]+(e[+-]?\d+)?$)/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
