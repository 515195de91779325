/** A value in a table, with how it is meant to be read. */
export type Cell =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "count"; readonly value: number }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "ms"; readonly value: number }
  | {
      readonly kind: "rate";
      readonly value: number;
      readonly low: number;
      readonly high: number;
      readonly of: number;
    }
  | { readonly kind: "none" };

/** Rows under a heading; every output format is written from this. */
export interface Table {
  readonly title: string;
  /** The keys are the columns of CSV and the fields of JSON. */
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  /** Said below the table. */
  readonly notes?: readonly string[];
}

/** Shorthands for cells. */
export const cell = {
  text: (value: string | undefined): Cell =>
    value === undefined ? { kind: "none" } : { kind: "text", value },
  count: (value: number): Cell => ({ kind: "count", value }),
  number: (value: number): Cell => ({ kind: "number", value }),
  ms: (value: number): Cell => ({ kind: "ms", value }),
  rate: ({ rate, low, high, of }: { rate: number; low: number; high: number; of: number }): Cell =>
    of === 0 ? { kind: "none" } : { kind: "rate", value: rate, low, high, of },
  none: (): Cell => ({ kind: "none" }),
};

const COUNT = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** A share in per cent, without false precision. */
export function percent(value: number): string {
  return `${(100 * value).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`;
}

/** Milliseconds in a unit that a person reads. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${COUNT.format(ms)} ms`;
  if (ms < 120_000) return `${NUMBER.format(ms / 1_000)} s`;
  return `${NUMBER.format(ms / 60_000)} min`;
}

/** A cell as people read it. */
export function formatCell(value: Cell | undefined): string {
  switch (value?.kind) {
    case undefined:
    case "none":
      return "–";
    case "text":
      return value.value;
    case "count":
      return COUNT.format(value.value);
    case "number":
      return NUMBER.format(value.value);
    case "ms":
      return duration(value.value);
    case "rate":
      return `${percent(value.value)} (${percent(value.low)}–${percent(value.high)})`;
  }
}
