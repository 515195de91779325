import { read, readNumber } from "./read.ts";

/** Seconds above which a number is a point in time (2001-09-09), not a delay. */
const EPOCH_SECONDS = 1_000_000_000;
/** Above this an epoch is in milliseconds. */
const EPOCH_MILLIS = 100_000_000_000;
/** Ten years: longer waits are cut to it. */
const MAX_MS = 315_360_000_000;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  msec: 1,
  msecs: 1,
  millisecond: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  mins: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hrs: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
};

/**
 * A wait made presentable: whole milliseconds, finite, not negative, or `undefined` for what is no
 * number. What is too long for any limit stays so, at ten years: "later" must not become "at once".
 */
export function asWait(ms: number): number | undefined {
  if (Number.isNaN(ms)) return undefined;
  if (ms > MAX_MS) return MAX_MS;
  return ms <= 0 ? 0 : Math.ceil(Number(ms.toFixed(3)));
}

/**
 * Seconds, an epoch in seconds or milliseconds, a date (HTTP, ISO 8601), or a duration with
 * units (`1s`, `6m0s`, `20ms`, `34.07s`): the dialects in which servers say "when".
 */
export function whenToWait(text: string | number, now: number): number | undefined {
  if (typeof text === "number") return numberToWait(text, now);
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 64) return undefined;
  // No dialect writes exponents, but one that says "for ever" is not to be heard as "at once".
  if (/^\d{1,20}(?:\.\d{1,20})?e\+?\d{1,6}$/i.test(trimmed)) {
    return Number(trimmed) * 1000 > MAX_MS ? MAX_MS : undefined;
  }
  if (/^\d{21,}$/.test(trimmed)) return MAX_MS;
  if (isDecimal(trimmed)) return numberToWait(Number(trimmed), now);
  const duration = durationOf(trimmed);
  if (duration !== undefined) return asWait(duration);
  // `Date.parse` takes almost anything with a number in it for a date; a real one names day or year.
  if (!/^(?:[A-Za-z]{3,9},? ?\d|\d{4}-\d{2}-\d{2})/.test(trimmed)) return undefined;
  const date = Date.parse(trimmed);
  return Number.isNaN(date) ? undefined : asWait(date - now);
}

function numberToWait(value: number, now: number): number | undefined {
  if (Number.isNaN(value) || value < 0) return undefined;
  if (value >= EPOCH_MILLIS) return asWait(value - now);
  if (value >= EPOCH_SECONDS) return asWait(value * 1000 - now);
  return asWait(value * 1000);
}

/** Digits with at most one dot: no signs, exponents, blanks or hexadecimals. */
export function isDecimal(text: string): boolean {
  let dots = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 46) dots += 1;
    else if (unit < 48 || unit > 57) return false;
  }
  return dots <= 1 && text.length > dots && text.length <= 20;
}

/** `6m0s`, `34.07s`, `1 hour 5 minutes`: the whole text, in milliseconds. */
export function durationOf(text: string): number | undefined {
  const [ms, end] = durationAt(text, 0);
  return ms !== undefined && text.slice(end).trim() === "" ? ms : undefined;
}

/** Reads numbers with units from a position on; gives the sum in milliseconds and where it ended. */
export function durationAt(text: string, from: number): readonly [number | undefined, number] {
  let at = from;
  let sum: number | undefined;
  for (let part = 0; part < 5; part += 1) {
    let pos = at;
    while (text[pos] === " ") pos += 1;
    if (part > 0 && text.startsWith("and ", pos)) pos += 4;
    const start = pos;
    while (pos < text.length && pos - start < 16 && /[\d.]/.test(text[pos] as string)) pos += 1;
    let digits = text.slice(start, pos);
    if (digits.endsWith(".")) digits = digits.slice(0, -1);
    if (digits === "" || !isDecimal(digits)) break;
    while (text[pos] === " ") pos += 1;
    const unitStart = pos;
    while (pos < text.length && pos - unitStart < 13 && /[a-zA-Z]/.test(text[pos] as string))
      pos += 1;
    const unit = UNITS[text.slice(unitStart, pos).toLowerCase()];
    if (unit === undefined) break;
    sum = (sum ?? 0) + Number(digits) * unit;
    at = pos;
  }
  return [sum, at];
}

/** `{ seconds, nanos }`, with numbers, texts or Longs. */
export function protoDuration(value: unknown): number | undefined {
  const seconds = longOf(read(value, "seconds"));
  const nanos = readNumber(value, "nanos") ?? 0;
  return seconds === undefined ? undefined : asWait(seconds * 1000 + nanos / 1e6);
}

function longOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "string" && isDecimal(value)) return Number(value);
  return readNumber(value, "low");
}
