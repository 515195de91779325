import { type Alphabet, PROVIDER_FORMATS, type ProviderFormat } from "./provider-formats.ts";
import { hasRandomRun, looksRandom } from "./random.ts";
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
  PREFIX.lastIndex = 0;
  for (let hit = PREFIX.exec(text); hit !== null; hit = PREFIX.exec(text)) {
    const prefix = hit[0];
    const body = hit.index + prefix.length;
    let end = -1;
    for (const format of BY_PREFIX.get(prefix) ?? []) {
      if (format.bounded && !isBoundary(text, hit.index)) continue;
      end = Math.max(end, keyEnd(text, body, format));
    }
    if (prefix.startsWith("eyJ")) end = Math.max(end, jwtEnd(text, hit.index));
    if (end === -1) {
      PREFIX.lastIndex = hit.index + 1;
      continue;
    }
    spans.add(hit.index, end);
    PREFIX.lastIndex = end;
  }
  for (const { pattern, trigger } of SHAPE_FORMATS) {
    if (!text.includes(trigger)) continue;
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const secret = hit.indices?.groups?.["secret"];
      if (secret === undefined) spans.add(hit.index, hit.index + hit[0].length);
      else spans.add(secret[0], secret[1]);
    }
  }
}

/** No letter or digit in front, except one that belongs to an escape: `\nghp_…`, `%20ghp_…`. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(text[at - 1] as string)) return true;
  return /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}|\[\d{1,3}m)$/.test(
    text.slice(Math.max(0, at - 6), at),
  );
}

/** Reads members of an alphabet from here, over line breaks where the value goes on. */
function run(
  text: string,
  from: number,
  member: RegExp,
  full: number,
): { end: number; value: string } {
  member.lastIndex = from;
  let value = member.exec(text)?.[0] ?? "";
  let end = from + value.length;
  for (let lines = 0; lines < 64; lines++) {
    const next = afterGap(text, end, member, full - value.length);
    if (next === undefined) break;
    value += text.slice(next.start, next.end);
    end = next.end;
  }
  const trailing = /[.-]+$/.exec(value.slice(-16))?.[0].length ?? 0;
  return { end: end - trailing, value: value.slice(0, value.length - trailing) };
}

function keyEnd(text: string, from: number, format: ProviderFormat): number {
  const { end, value } = run(text, from, MEMBER[format.alphabet], format.full);
  if (value.length < format.min || value.length > 8192 || /EXAMPLE$/.test(value)) return -1;
  if (/^(.)\1+$/.test(value)) return -1;
  if (format.alphabet === "upper") return /\d/.test(value) || value.length >= 16 ? end : -1;
  if (format.alphabet === "hex" || format.alphabet === "uuid") return /\d/.test(value) ? end : -1;
  if (format.alphabet === "alnum") return looksRandom(value) ? end : -1;
  if (!looksRandom(value)) return -1;
  // Words may be joined by these signs: sk-learn-model-v2 is no key.
  const random =
    format.bounded && format.prefix.length < 4 ? hasRandomRun(value, 8) : !WORDS.test(value);
  return random ? end : -1;
}

const WORDS = /^[a-z]{1,20}(?:[-_.][a-z]{0,20}\d{0,4}){0,12}$/;

/** A header of a JWT whose first member is one of the registered ones. */
const JOSE = /^eyJ(?:hbGci|0eXAi|raWQi|lbmMi|jdHki|hcHUi|4NX|4NWMi|jcml0|lcGsi|6aXAi|pdiI|2ZXIi)/;

function jwtEnd(text: string, at: number): number {
  const { end, value } = run(text, at, MEMBER.jwt, 0);
  if (JOSE.test(value) && value.length >= 20) return end;
  return /^eyJ[\w-]{6,}=*\.[\w-]{10,}/.test(value) ? end : -1;
}
