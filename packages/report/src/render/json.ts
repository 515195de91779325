import type { Cell, Table } from "./table.ts";

/** Tables as JSON: `{ tables: [{ title, rows, notes? }], … }`, numbers as numbers, rates with bounds. */
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
  if (value.kind !== "rate") return value.value;
  return { rate: value.value, low: value.low, high: value.high, of: value.of };
}
