import type { ClassifyContext } from "./diagnosis.ts";
import type { Link } from "./link.ts";
import type { VerdictInput } from "./verdict.ts";

/**
 * When a rule speaks (docs/classifier.md): `known` codes, names and marks; an `abort` that nothing in the
 * chain explains better; codes in the `body`; `limit`
 * evidence over the status; the `status` itself; generic `word`s in names and weaker marks;
 * `text` in context. Within a stage the outermost link of the chain comes first.
 */
export type Stage = "known" | "abort" | "body" | "limit" | "status" | "word" | "text";

/** What a rule gets to see besides the link. */
export interface Scene {
  /** The whole chain, outermost first. */
  readonly links: readonly Link[];
  readonly context: ClassifyContext;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Classifies another value as part of this one, one level deeper. */
  readonly inner: (value: unknown) => VerdictInput | undefined;
}

/** One piece of knowledge about how failures look. Rules are data: tables, and at most one test. */
export interface Rule {
  /** What the diagnosis names; tables add the code that matched: `postgres/23505`. */
  readonly name: string;
  /** Where the knowledge comes from: documentation, or a package and its file. */
  readonly source: string;
  /** A value that this rule recognises; `{ $error: {…} }` stands for an `Error` with these properties. */
  readonly example: unknown;
  /** When the rule speaks. @default "known" */
  readonly stage?: Stage;
  /** Verdicts by the `code` of a link. */
  readonly codes?: Readonly<Record<string, VerdictInput>>;
  /** Verdicts by `name` or class name. */
  readonly names?: Readonly<Record<string, VerdictInput>>;
  /** Whether the tables apply to this link; they always do if absent. */
  readonly when?: (link: Link) => boolean;
  /** Which `code` a link must have for `match` to be asked. @default "any" */
  readonly on?: "number" | "string" | "none" | "any";
  /** `match` is asked only of links whose `name` or class is one of these, or that have one of `has`. */
  readonly named?: readonly string[];
  /** `match` is asked only of links with one of these own properties, or that are `named` so. */
  readonly has?: readonly string[];
  /** Recognises what no table can. */
  readonly match?: (link: Link, scene: Scene) => VerdictInput | undefined;
}
