import type { Rate } from "@recourse/core";
import { visible } from "./visible.ts";

/** What a number counts. A `share` is from 0 to 1 and read in per cent. */
export type Unit = "share" | "number" | "ms";

/** A value in a table, with how it is meant to be read. */
export type Cell =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "count"; readonly value: number }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "ms"; readonly value: number }
  /** The probability of a difference as large by chance. */
  | { readonly kind: "p"; readonly value: number }
  /** An estimate with the bounds of its 95 % interval. */
  | {
      readonly kind: "interval";
      readonly unit: Unit;
      /** A difference is written with its sign. */
      readonly signed: boolean;
      readonly value: number;
      readonly low: number;
      readonly high: number;
      /** Of how many cases a share is. */
      readonly of?: number;
    }
  | { readonly kind: "none" };

/** A column of a table. */
export interface Column {
  /** The column of CSV and the field of JSON. */
  readonly key: string;
  readonly label: string;
}

/** Rows under a heading; every output format is written from this. */
export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  /** Said below the table. */
  readonly notes?: readonly string[];
}

/** Shorthands for cells. */
export const cell: {
  text(value: string | undefined): Cell;
  count(value: number): Cell;
  number(value: number): Cell;
  ms(value: number): Cell;
  rate(rate: Rate): Cell;
  interval(unit: Unit, value: number, low: number, high: number): Cell;
  p(value: number): Cell;
  difference(unit: Unit, value: number, low: number, high: number): Cell;
  none(): Cell;
} = {
  text: (value) => (value === undefined ? { kind: "none" } : { kind: "text", value }),
  count: (value) => ({ kind: "count", value }),
  number: (value) => ({ kind: "number", value }),
  ms: (value) => ({ kind: "ms", value }),
  rate: ({ rate, low, high, of }) =>
    of === 0
      ? { kind: "none" }
      : { kind: "interval", unit: "share", signed: false, value: rate, low, high, of },
  interval: (unit, value, low, high) => ({
    kind: "interval",
    unit,
    signed: false,
    value,
    low,
    high,
  }),
  difference: (unit, value, low, high) => ({
    kind: "interval",
    unit,
    signed: true,
    value,
    low,
    high,
  }),
  p: (value) => ({ kind: "p", value }),
  none: () => ({ kind: "none" }),
};

const COUNT = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** A whole number, grouped by thousands. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** A share in per cent, without false precision. */
export function percent(value: number): string {
  const size = Math.abs(value);
  return `${(100 * value).toFixed(size > 0 && size < 0.1 ? 1 : 0)} %`;
}

/** Milliseconds in a unit that a person reads. */
export function duration(ms: number): string {
  const size = Math.abs(ms);
  if (size < 1_000) return `${COUNT.format(ms)} ms`;
  if (size < 120_000) return `${NUMBER.format(ms / 1_000)} s`;
  if (size < 7_200_000) return `${NUMBER.format(ms / 60_000)} min`;
  return `${NUMBER.format(ms / 3_600_000)} h`;
}

/** A cell as people read it. */
export function formatCell(value: Cell | undefined): string {
  switch (value?.kind) {
    case undefined:
    case "none":
      return "–";
    case "text":
      return visible(value.value);
    case "count":
      return count(value.value);
    case "number":
      return NUMBER.format(value.value);
    case "ms":
      return duration(value.value);
    case "p":
      return value.value < 0.001 ? "< 0.001" : value.value.toFixed(3);
    case "interval":
      return formatInterval(value);
  }
}

/** Whether a cell belongs to the right of its column. */
export function isNumeric(value: Cell | undefined): boolean {
  return value !== undefined && value.kind !== "text" && value.kind !== "none";
}

function formatInterval({
  unit,
  signed,
  value,
  low,
  high,
}: Extract<Cell, { kind: "interval" }>): string {
  const one = (amount: number): string => {
    const sign = signed && amount > 0 ? "+" : "";
    if (unit === "ms") return sign + duration(amount);
    if (unit === "number") return sign + NUMBER.format(amount);
    // A difference of two per cents is in points.
    return signed ? `${sign}${(100 * amount).toFixed(1)}` : percent(amount);
  };
  const points = signed && unit === "share" ? " points" : "";
  if (!Number.isFinite(low) || !Number.isFinite(high)) return `${one(value)}${points}`;
  return `${one(value)}${points} (${one(low)} to ${one(high)})`;
}
