import { REDACTED } from "./redactor.ts";
import type { Spans } from "./spans.ts";
import { unwrapped } from "./view.ts";

/** A shorter value would take the text with it. */
const MIN_LENGTH = 2;
/** From here on a value is searched for in other encodings, in any case, and over line breaks. */
const MIN_ENCODED = 6;

/** The registered values, ready to be searched for. */
export interface Literals {
  readonly exact: readonly string[];
  /** Lower-cased; matched in any case. */
  readonly anyCase: readonly string[];
}

/** Every way in which a registered value may be written. */
export function compileLiterals(values: readonly string[]): Literals {
  const exact = new Set<string>();
  const anyCase = new Set<string>();
  for (const value of values) {
    if (typeof value !== "string" || value.length < MIN_LENGTH) continue;
    exact.add(value);
    if (value.length < MIN_ENCODED) {
      // Of a short value only the escaped forms: its digits in hexadecimal may be part of any id.
      for (const form of forms(value)) if (/[\\%&]/.test(form)) exact.add(form);
      continue;
    }
    anyCase.add(value.toLowerCase());
    for (const form of forms(value)) anyCase.add(form.toLowerCase());
    for (const form of base64Forms(value)) exact.add(form);
  }
  return { exact: [...exact], anyCase: [...anyCase] };
}

function forms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const json2 = JSON.stringify(json).slice(1, -1);
  const out = [json, json2, JSON.stringify(json2).slice(1, -1), hex(value)];
  const html = value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  out.push(html, html.replace(/"/g, "&quot;").replace(/'/g, "&#39;"), value.replace(/'/g, "\\'"));
  try {
    const url = encodeURIComponent(value);
    const strict = url.replace(/[!'()*~.-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    out.push(url, strict, url.replace(/%20/g, "+"), encodeURIComponent(url), encodeURI(value));
    out.push(url.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`));
  } catch {
    // A lone surrogate has no URL encoding.
  }
  return out;
}

function bytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function hex(value: string): string {
  return Array.from(bytes(value), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Base64 of the value alone, and of its three positions inside a longer text. */
function base64Forms(value: string): string[] {
  const out: string[] = [];
  for (let shift = 0; shift < 3; shift++) {
    const binary =
      "\0".repeat(shift) + Array.from(bytes(value), (b) => String.fromCharCode(b)).join("");
    const encoded = btoa(binary);
    // Only the characters that depend on the value alone.
    const from = shift === 0 ? 0 : shift + 1;
    const to = Math.floor((binary.length * 8) / 6);
    const inner = encoded.slice(from, to);
    if (inner.length >= 8) out.push(inner, inner.replace(/\+/g, "-").replace(/\//g, "_"));
    if (shift === 0) out.push(encoded.replace(/=+$/, ""), encoded);
  }
  return out;
}

/** Marks every occurrence of a registered value, overlapping ones included. */
export function markLiterals(text: string, literals: Literals, spans: Spans): void {
  const mark = (start: number, end: number): void => {
    if (!insideMarker(text, start, end)) spans.add(start, end);
  };
  for (const value of literals.exact) findAll(text, value, mark);
  const lower = lowered(text);
  for (const value of literals.anyCase) findAll(lower, value, mark);
  if (!/\n|\\n/.test(text)) return;
  const joined = unwrapped(text);
  const flat = lowered(joined.text);
  for (const value of literals.anyCase) {
    findAll(flat, unwrapped(value).text, (start, end) => mark(...joined.toOriginal(start, end)));
  }
}

/** A registered value may be a part of the marker; the marker must stay whole. */
function insideMarker(text: string, start: number, end: number): boolean {
  for (let offset = 0; offset + end - start <= REDACTED.length; offset++) {
    if (start >= offset && text.startsWith(REDACTED, start - offset)) return true;
  }
  return false;
}

/** Lower case without a change of length: a few letters have longer ones. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function findAll(text: string, value: string, found: (start: number, end: number) => void): void {
  if (value.length < MIN_LENGTH) return;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    found(at, at + value.length);
  }
}
