import { RecourseError } from "../engine/recourse-error.ts";
import { nearest } from "../validation/nearest.ts";
import { type Kind, list, object } from "./kind.ts";

/** Whose options are checked, for messages. */
export interface Owner {
  /** The function that was given them, with its brackets: `createRecovery()`. */
  readonly of?: string | undefined;
  /** Where else a name belongs that is often put here: `{ maxAttempts: "policy.retry" }`. */
  readonly elsewhere?: Readonly<Record<string, string>> | undefined;
  /** What a name is called here that nobody would take for a slip of it: `{ runId: "id" }`. */
  readonly synonyms?: Readonly<Record<string, string>> | undefined;
}

/**
 * Checks one value that a function was given.
 *
 * @param name as the caller knows it: `path`, `policy.retry.baseMs`
 * @throws RecourseError `invalid_option`
 */
export function checkValue(name: string, value: unknown, kind: Kind, owner: Owner = {}): void {
  if (!kind.fits(value)) throw wrong(name, kind, value, owner);
}

/**
 * Checks an options object against the kinds of its fields: no unknown name, every value of its
 * kind. `undefined` counts as left out.
 *
 * @param path where the object stands; empty for all that a function was given
 * @throws RecourseError `invalid_option`
 */
export function checkFields(
  path: string,
  value: unknown,
  kinds: Readonly<Record<string, Kind>>,
  owner: Owner = {},
): void {
  if (!object.fits(value)) throw wrong(path === "" ? "options" : path, object, value, owner);
  for (const [key, field] of Object.entries(value as object)) {
    const name = path === "" ? key : `${path}.${key}`;
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind === undefined) throw unknownOption(name, key, Object.keys(kinds), owner);
    if (field !== undefined && !kind.fits(field)) throw wrong(name, kind, field, owner);
  }
}

/**
 * Checks a list and each thing in it, which is named by its place: `tools[2]`.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkEach(name: string, value: unknown, kind: Kind, owner: Owner = {}): void {
  if (!Array.isArray(value)) throw wrong(name, { ...list, secret: kind.secret }, value, owner);
  for (const [index, item] of value.entries()) {
    if (!kind.fits(item)) throw wrong(`${name}[${index}]`, kind, item, owner);
  }
}

/** "f(): expected `x` to be …, got …. Do this." */
export function wrong(name: string, kind: Kind, value: unknown, { of }: Owner = {}): RecourseError {
  const hidden = kind.secret === true && typeof value === "string";
  const [near] = typeof value === "string" && kind.words ? nearest(value, kind.words, 1) : [];
  const parts = [
    `expected \`${name}\` to be ${kind.wanted}, got ${hidden ? "a text" : shown(value)}.`,
    ...(near === undefined ? [] : [`Did you mean "${near}"?`]),
    ...(kind.advice === undefined ? [] : [kind.advice]),
  ];
  return invalid(of, parts.join(" "));
}

/** "f(): there is no option `x`. Did you mean `y`?" */
export function unknownOption(
  name: string,
  key: string,
  known: readonly string[],
  { of, elsewhere, synonyms }: Owner,
): RecourseError {
  const place = own(elsewhere, key);
  const synonym = own(synonyms, key);
  const near = synonym && known.includes(synonym) ? synonym : nearest(key, known, 1)[0];
  const instead = place
    ? `It belongs under \`${place}\`.`
    : near === undefined
      ? `The options here are ${known.join(", ")}.`
      : `Did you mean \`${near}\`?`;
  return invalid(of, `there is no option \`${name}\`. ${instead}`);
}

function own(table: Readonly<Record<string, string>> | undefined, key: string) {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function invalid(of: string | undefined, what: string): RecourseError {
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return new RecourseError("invalid_option", of === undefined ? sentence : `${of}: ${what}`);
}

/** A value in few words. Never throws, and never shows what stands inside an object. */
export function shown(value: unknown): string {
  if (typeof value === "string") return value === "" ? "an empty text" : quoted(value);
  if (typeof value === "function") return "a function";
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof Promise) return "a promise; await it first";
  return Array.isArray(value) ? "an array" : "an object";
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
