import type { Secrets } from "./secrets.ts";

/** A text with secrets made at load, and the words that must still be there afterwards. */
export interface OwnPositive {
  readonly kind: string;
  readonly text: string;
  readonly secrets: Secrets["made"];
  readonly keep: readonly string[];
}

/** A kind, how its text is made, and the words to keep. */
export type Case = readonly [kind: string, build: (s: Secrets) => string, ...keep: string[]];

/** A line of PEM armour, joined so that no file holds one. */
export function armour(edge: "BEGIN" | "END", kind: string): string {
  return `-----${edge} ${kind}-----`;
}

/** A value in lines of this width. */
export function lines(value: string, width: number, separator: string): string {
  return (value.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(separator);
}
