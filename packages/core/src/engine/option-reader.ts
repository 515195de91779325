import { nearest } from "../validation/nearest.ts";
import { RecourseError } from "./recourse-error.ts";

/** Something odd that is not wrong enough to stop. */
export interface OptionWarning {
  /** Stable, so that it can be filtered. */
  readonly code: string;
  readonly message: string;
}

/** What a value must be, in words, and whether it is. */
export interface Kind {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

/** A whole number from `least` up. */
export function whole(least: number): Kind {
  return {
    wanted: `a whole number of at least ${least}`,
    fits: (value) => Number.isSafeInteger(value) && (value as number) >= least,
  };
}

/** A finite number from `least` to `most`. */
export function number(least: number, most: number = Number.POSITIVE_INFINITY): Kind {
  const range =
    most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
  return {
    wanted: `a finite number ${range}`,
    fits: (value) =>
      typeof value === "number" && Number.isFinite(value) && value >= least && value <= most,
  };
}

/** One of a few words. */
export function oneOf(words: readonly string[]): Kind {
  return {
    wanted: `one of ${words.map((word) => `"${word}"`).join(", ")}`,
    fits: (value) => typeof value === "string" && words.includes(value),
  };
}

/** The same, or `false` for "off". */
export function orFalse(kind: Kind): Kind {
  return {
    wanted: `${kind.wanted}, or false`,
    fits: (value) => value === false || kind.fits(value),
  };
}

export const text: Kind = {
  wanted: "a text that is not empty",
  fits: (value) => typeof value === "string" && value.trim() !== "",
};
export const flag: Kind = { wanted: "true or false", fits: (value) => typeof value === "boolean" };
export const callable: Kind = {
  wanted: "a function",
  fits: (value) => typeof value === "function",
};
export const object: Kind = {
  wanted: "an object",
  fits: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};
export const list: Kind = { wanted: "an array", fits: Array.isArray };
export const anything: Kind = { wanted: "anything", fits: () => true };

/**
 * Checks an options object against the kinds of its fields: no unknown name, every value of its
 * kind. `undefined` counts as left out.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkFields(
  path: string,
  value: unknown,
  kinds: Readonly<Record<string, Kind>>,
): void {
  if (!object.fits(value)) throw wrong(path === "" ? "options" : path, object, value);
  for (const [key, field] of Object.entries(value as object)) {
    const name = path === "" ? key : `${path}.${key}`;
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind === undefined) throw unknownOption(name, key, Object.keys(kinds));
    if (field !== undefined && !kind.fits(field)) throw wrong(name, kind, field);
  }
}

/** "Expected `x` to be …, got …." */
export function wrong(name: string, kind: Kind, value: unknown): RecourseError {
  return new RecourseError(
    "invalid_option",
    `Expected \`${name}\` to be ${kind.wanted}, got ${shown(value)}.`,
  );
}

function unknownOption(name: string, key: string, known: readonly string[]): RecourseError {
  const [near] = nearest(key, known, 1);
  const instead =
    near === undefined ? `The options here are ${known.join(", ")}.` : `Did you mean \`${near}\`?`;
  return new RecourseError("invalid_option", `There is no option \`${name}\`. ${instead}`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  if (typeof value === "function") return "a function";
  if (value === null || typeof value !== "object") return String(value);
  return Array.isArray(value) ? "an array" : "an object";
}
