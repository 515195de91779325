import type { IssueCode } from "../issue.ts";

/** An issue as some validator wrote it. */
export type Raw = Readonly<Record<string, unknown>>;

/** What could be read of a foreign issue; path and received value are filled in by the caller. */
export interface Reading {
  readonly code: IssueCode;
  readonly expected?: string | undefined;
  readonly allowed?: readonly unknown[] | undefined;
  readonly key?: string;
}

/** Values as they stand in an expectation. */
export function list(values: readonly unknown[]): string {
  return values
    .map((value) =>
      typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "nothing"),
    )
    .join("|");
}

/** The text, unless it is none or empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
