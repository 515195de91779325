import { type Alphabet, PROVIDER_FORMATS, type ProviderFormat } from "./provider-formats.ts";
import { hasRandomRun, isUuid, looksRandom } from "./random.ts";
import { afterGap } from "./scan.ts";
import { SHAPE_FORMATS } from "./shape-formats.ts";
import type { Spans } from "./spans.ts";

const MEMBER: Readonly<Record<Alphabet | "jwt", RegExp>> = {
  alnum: /[A-Za-z0-9]+/y,
  word: /[\w-]+=*/y,
  dotted: /[\w.=-]+/y,
  base64: /[A-Za-z0-9+/_-]+=*/y,
  hex: /[0-9A-Fa-f]+/y,
  uuid: /[0-9A-Fa-f-]+/y,
  upper: /[A-Z0-9]+/y,
  bech32: /[A-Z0-9]+/iy,
  jwt: /[\w.=-]+/y,
};

const BY_PREFIX = new Map<string, ProviderFormat[]>();
for (const format of PROVIDER_FORMATS) {
  const same = BY_PREFIX.get(format.prefix);
  if (same === undefined) BY_PREFIX.set(format.prefix, [format]);
  else same.push(format);
}

const LONGEST_PREFIX = Math.max(...[...BY_PREFIX.keys()].map((prefix) => prefix.length));

/** The longest prefix first, so that `sk-ant-` is not read as `sk-`. */
const PREFIX = new RegExp(
  [...BY_PREFIX.keys(), "eyJ"]
    .sort((a, b) => b.length - a.length)
    .map((prefix) => prefix.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("|"),
  "g",
);

/** Marks every key in a provider's published format, whole or cut, also over several lines. */
export function markProviderKeys(text: string, spans: Spans): void {
  /** How far each format was read in vain: what starts inside such a run is no key either. */
  const dead = new Map<ProviderFormat, number>();
  /** Where the last key ends, with what may be the beginning of a key that is glued to it. */
  let glued = 0;
  PREFIX.lastIndex = 0;
  for (let hit = PREFIX.exec(text); hit !== null; hit = PREFIX.exec(text)) {
    const prefix = hit[0];
    const body = hit.index + prefix.length;
    let end = -1;
    for (const format of BY_PREFIX.get(prefix) ?? []) {
      if (body < (dead.get(format) ?? 0)) continue;
      if (format.bounded && hit.index >= glued && !isBoundary(text, hit.index)) continue;
      const key = run(text, body, MEMBER[format.alphabet], format.full, prefix.length);
      if (isKey(key.value, format)) end = Math.max(end, key.end);
      else dead.set(format, key.end);
    }
    if (prefix.startsWith("eyJ") && !isPublicToken(text, hit.index))
      end = Math.max(end, jwtEnd(text, hit.index));
    if (end === -1) {
      PREFIX.lastIndex = hit.index + 1;
      continue;
    }
    spans.add(hit.index, end);
    glued = end;
    PREFIX.lastIndex = Math.max(body, end - LONGEST_PREFIX);
  }
  for (const { pattern, triggers, random } of SHAPE_FORMATS) {
    if (!triggers.some((trigger) => text.includes(trigger))) continue;
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const [start, end] = hit.indices?.groups?.["secret"] ?? [
        hit.index,
        hit.index + hit[0].length,
      ];
      const value = text.slice(start, end);
      if (/([xX*.0])\1{7}$/.test(value) || (random === true && !isRandomSegment(value))) continue;
      spans.add(start, end);
    }
  }
}

/** Mapbox's public tokens: what is left of the same format with `sk.` in front is a secret. */
function isPublicToken(text: string, at: number): boolean {
  return text.startsWith("pk.", at - 3) && (at === 3 || /\W/.test(text[at - 4] as string));
}

/** A part of a path that no person would write, and that is no id in one of the usual formats. */
function isRandomSegment(value: string): boolean {
  if (/^(?:[0-9a-f]{24}|[0-9A-HJKMNP-TV-Z]{26})$/.test(value) || isUuid(value)) return false;
  return !/^[a-z]{2,8}_/.test(value) && hasRandomRun(value, 12);
}

/** No letter or digit in front, except one that belongs to an escape: `\nghp_…`, `%20ghp_…`. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(text[at - 1] as string)) return true;
  return /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}|\[\d{1,3}m)$/.test(
    text.slice(Math.max(0, at - 6), at),
  );
}

/** No printer breaks a key into shorter lines. */
const SHORTEST_LINE = 8;

/** Reads members of an alphabet from here, over line breaks where the value goes on. */
function run(
  text: string,
  from: number,
  member: RegExp,
  full: number,
  before: number,
): { end: number; value: string } {
  member.lastIndex = from;
  let value = member.exec(text)?.[0] ?? "";
  let end = from + value.length;
  // A word at the end of a line that happens to be a prefix does not go on in the next one.
  const lines = before + value.length < SHORTEST_LINE ? 0 : 64;
  for (let line = 0; line < lines; line++) {
    const next = afterGap(text, end, member, full - value.length);
    if (next === undefined) break;
    value += text.slice(next.start, next.end);
    end = next.end;
  }
  const trailing = /[.-]+$/.exec(value.slice(-16))?.[0].length ?? 0;
  return { end: end - trailing, value: value.slice(0, value.length - trailing) };
}

function isKey(value: string, format: ProviderFormat): boolean {
  if (value.length < format.min || /^(.)\1+$/.test(value)) return false;
  switch (format.alphabet) {
    case "upper":
      return /\d/.test(value) || value.length >= 16;
    case "hex":
    case "uuid":
      return /\d/.test(value);
    case "alnum":
      return looksRandom(value);
    case "bech32":
      return true;
    default:
      if (!looksRandom(value)) return false;
      // Words may be joined by these signs: sk-learn-model-v2 is no key.
      return format.bounded && format.prefix.length < 4
        ? hasRandomRun(value, 8)
        : !WORDS.test(value);
  }
}

const WORDS = /^[a-z]{1,20}(?:[-_.][a-z]{0,20}\d{0,4}){0,12}$/;

/** A JWT: a header that begins with a registered member, or two parts. */
const JWT =
  /eyJ(?:(?:hbGci|0eXAi|raWQi|lbmMi|jdHki|hcHUi|4NX|jcml0|lcGsi|6aXAi|pdiI|2ZXIi)[\w=-]{12}|[\w-]{6,300}={0,2}\.[\w-]{10})/y;

function jwtEnd(text: string, at: number): number {
  JWT.lastIndex = at;
  return JWT.test(text) ? run(text, at, MEMBER.jwt, 0, 0).end : -1;
}
