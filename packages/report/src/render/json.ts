import type { Cell, Table } from "./table.ts";

/**
 * Tables as JSON: `{ …extra, tables: [{ title, rows, notes? }] }`. Numbers are numbers: shares from 0
 * to 1, times in milliseconds; an estimate is `{ value, low, high, of? }`, `null` where it is open.
 */
export function renderJson(
  tables: readonly Table[],
  extra: Readonly<Record<string, unknown>> = {},
): string {
  const plain = tables.map(({ title, rows, notes }) => ({
    title,
    rows: rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plainCell(value)])),
    ),
    ...(notes === undefined || notes.length === 0 ? {} : { notes }),
  }));
  return `${JSON.stringify({ ...extra, tables: plain }, null, 2)}\n`;
}

function plainCell(value: Cell): unknown {
  if (value.kind === "none") return null;
  if (value.kind !== "interval") return value.value;
  // What is not finite becomes null in JSON.
  return {
    value: value.value,
    low: value.low,
    high: value.high,
    ...(value.of === undefined ? {} : { of: value.of }),
  };
}
