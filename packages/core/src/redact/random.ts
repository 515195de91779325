/**
 * Does a value look made by a machine, or written by a person? Judged by its parts: words, small
 * numbers and identifiers are what error texts are full of, and must stay.
 */

/** Letters of which at least one pair changes from lower to upper case, or letters and digits. */
export function looksRandom(value: string): boolean {
  return (/\d/.test(value) && /[A-Za-z]/.test(value)) || /[a-z][A-Z]/.test(value);
}

/** Holds a run of letters and digits that no identifier would have. */
export function hasRandomRun(value: string, length: number): boolean {
  for (const part of value.split(/[^A-Za-z0-9]+/)) {
    if (part.length >= length && looksRandom(part) && !isWord(part)) return true;
  }
  return false;
}

const WORD =
  /^(?:[A-Za-z]?[a-z]{0,40}|[A-Z]{1,40}|[A-Z]?[a-z]{2,40}(?:[A-Z][a-z]{2,20}){0,8}[A-Z][a-z]{1,20}|[A-Z]{2,8}[a-z]{2,20}|[A-Z][a-z]{2,20}[A-Z]{2,8})\d{0,3}$/;
const NUMBER = /^v?\d{1,8}[a-z]?$|^\d{1,5}x\d{1,5}$/;

function isWord(part: string): boolean {
  return WORD.test(part) || NUMBER.test(part);
}

/** Made of words and short numbers, joined by the signs that identifiers, paths and dates use. */
export function isWordlike(value: string): boolean {
  if (value.length > 256) return false;
  return value.split(/[-_.:/#+@,\s]+/).every((part) => part === "" || isWord(part));
}

const PLAIN =
  /^(?:[A-Z]?[a-z]{0,40}|[A-Z]{1,40}|[A-Z]?[a-z]{2,40}(?:[A-Z][a-z]{2,20}){1,8}|v?\d{1,4})$/;

/** Stricter than {@link isWordlike}: words without digits in them, and short numbers. */
export function isPlainWords(value: string): boolean {
  return value.split(/[-_./:#]+/).every((part) => PLAIN.test(part));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID in its usual writing. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** A file path: starts like one, or is made of words between slashes. */
export function isPath(value: string): boolean {
  if (/^(?:\.{0,2}\/|~\/|[A-Za-z]:[\\/])/.test(value)) return isWordlike(value.replace(/\\/g, "/"));
  return value.includes("/") && isWordlike(value);
}

/** Long enough and not made of words: what a generated key looks like, whatever its alphabet. */
export function looksSecret(value: string, minLength: number): boolean {
  if (value.length < minLength || !/[A-Za-z0-9]/.test(value)) return false;
  return !/^[\d\s.,:+-]*$/.test(value) && !isWordlike(value);
}
