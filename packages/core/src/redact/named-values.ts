import { type Form, isSecretValue } from "./decide.ts";
import { markAuthorization, markCookies, markScheme } from "./headers.ts";
import { classifyName, type NameClass } from "./names.ts";
import { isCode } from "./placeholders.ts";
import { REDACTED } from "./redactor.ts";
import { quoteAt, quotedEnd, unquotedEnd } from "./scan.ts";
import type { Spans } from "./spans.ts";

/** The words that names of secrets are made of. */
export const NAME_WORDS: readonly string[] = [
  "pass",
  "pw",
  "psk",
  "kennwort",
  "contrase",
  "senha",
  "secret",
  "token",
  "key",
  "auth",
  "cookie",
  "cred",
  "sess",
  "sid",
  "sig",
  "bearer",
  "basic",
  "jwt",
  "otp",
  "cvv",
  "cvc",
  "mfa",
  "code=",
  "code%3",
  "device_?code",
  "(?:rity|card)_?code",
  "mnemonic",
  "phrase",
  "hmac",
  "crumb",
  "[^a-z]sign[^a-z]",
  "verifier",
  "saml",
  "assertion",
  "appid=",
];

const HIT = new RegExp(NAME_WORDS.join("|"), "gi");

/** Letters, digits, `_`, `-`, `.`, `$`, and letters of other scripts. */
function isNameChar(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46 ||
    code === 36 ||
    code > 160
  );
}

const MAX_SIDE = 64;

interface Name {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Marks what stands behind a name that says it is a secret, in any notation. */
export function markNamedValues(text: string, spans: Spans): void {
  HIT.lastIndex = 0;
  for (let hit = HIT.exec(text); hit !== null; hit = HIT.exec(text)) {
    const name = nameAt(text, hit.index);
    let next = Math.max(name.end, hit.index + 1);
    if (isUserOfUrl(text, name)) {
      HIT.lastIndex = next;
      continue;
    }
    const scheme = /^(?:bearer|basic)$/i.test(name.text);
    const gap = scheme && SCHEME_GAP.exec(text.slice(name.start, name.end + 8));
    if (gap) {
      next = Math.max(next, markScheme(text, name.text, name.start + gap[0].length, spans));
    } else {
      const nameClass = classOf(text, name);
      if (nameClass !== undefined) next = Math.max(next, markValue(text, name, nameClass, spans));
    }
    HIT.lastIndex = next;
  }
}

function nameAt(text: string, at: number): Name {
  let start = at;
  while (start > 0 && at - start < MAX_SIDE && isNameChar(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end < text.length && end - at < MAX_SIDE && isNameChar(text.charCodeAt(end))) end++;
  // Letters that belong to an escape in front: %26token, \nTOKEN, \u0026token.
  const before = text[start - 1];
  if (before === "%" || before === "\\") {
    const prefix = /^(?:%(?:25)?[0-9A-Fa-f]{2}|\\u[0-9a-fA-F]{4}|\\[nrtbf])/.exec(
      text.slice(start - 1, start + 6),
    );
    if (prefix !== null) start = Math.min(end, start - 1 + prefix[0].length);
  }
  while (end > start && /[.$-]/.test(text[end - 1] as string)) end--;
  return { start, end, text: text.slice(start, end).replace(/^[-.$]+/, "") };
}

/** A list of protocols has a comma behind the scheme. */
const SCHEME_GAP = /^(?:bearer,?|basic)(?:[ \t]{1,8}|%20|\+)/i;
const PASSWORD_OF_URL = /:[^\s@"'<>]{1,512}@/y;

/** `https://x-access-token:…@host`: what belongs to the URL is not read as a named value. */
function isUserOfUrl(text: string, name: Name): boolean {
  if (!text.startsWith("://", name.start - 3)) return false;
  PASSWORD_OF_URL.lastIndex = name.end;
  return PASSWORD_OF_URL.test(text);
}

/** Two words may be one name: `api key`, `next token`. */
function classOf(text: string, name: Name): NameClass | undefined {
  const own = classifyName(name.text);
  if (!/^(?:key|token|secret|keys|tokens)$/i.test(name.text)) return own;
  if (text[name.start - 1] !== " ") return own;
  let start = name.start - 1;
  while (start > 0 && name.start - start < 22 && /[A-Za-z]/.test(text[start - 1] as string))
    start--;
  const before = text.slice(start, name.start - 1);
  return before.length < 2 ? own : classifyName(`${before} ${name.text}`);
}

const BRACKET = /\]?\)?/y;
const SEPARATOR =
  /[ \t]{0,8}(=>|:=|={1,2}(?![=~>])|:(?!:)|%(?:25){0,2}3[DA]|&#61;|,)[ \t]{0,8}(?:\r?\n[ \t]{0,40}(?=["'`]))?/iy;
const NAMED_VALUE =
  /(?:\\{0,4}["'])?(?:[ \t]{0,4},)?(?:[ \t]|\r?\n|\\n){1,40}\\{0,4}["']?value\\{0,4}["']?[ \t]{0,4}[:=][ \t]{0,4}|(?:\\{0,4}["'])?,\\{0,4}["']value\\{0,4}["']:|<\/(?:key|name)>\s{0,40}<(?:string|value)>(?:<string>)?/iy;
const WRAPPER =
  /(?:\[\]string\{|\[\s{0,8}|\(\s{0,2}|Some\(|Secret\w{0,12}\(|string\(\d{1,6}\) |[bruBRU@](?=["'])){1,3}/y;
const FILLER =
  /[ \t]{1,3}(?:(?:is|was|are|provided|given|used|sent|supplied|received|value|found|got)(?:[ \t]{0,2}[:=])?[ \t]{1,3}|[:=][ \t]{0,3})?/y;
const CONTINUATION = /\r?\n(?=[\w+/=-])/y;
/** A block in YAML: the value stands in the next line. */
const BLOCK = /[|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,64}/y;
/** What validation errors put between the name of a field and the value that they quote. */
const QUOTED_INPUT =
  /(?:[\w ,.()<>-]{0,80} )?(?:received|got|sent|input|value|was)(?: ?[:=])?[ \t]{1,2}(?=\\{0,4}["'`])/iy;
const BLANK_LINES =
  /(?:[^\r\n\\]|\\(?![rn])){0,120}(?:(?:\r?\n|(?:\\r)?\\n){2}|(?:\r?\n|(?:\\r)?\\n)[^\r\n\\]{0,120}(?:\r?\n|(?:\\r)?\\n){2})/y;

/** Marks the value of one name. Gives the offset behind which the next name is looked for. */
function markValue(text: string, name: Name, nameClass: NameClass, spans: Spans): number {
  const before = text.slice(Math.max(0, name.start - 24), name.start);
  const nameQuote = quoteAt(text, name.end);
  let at = nameQuote?.end ?? name.end;
  const quoted = nameQuote !== undefined;

  if (quoted && /name=\\{0,4}["']$/.test(before)) {
    BLANK_LINES.lastIndex = at;
    const blank = BLANK_LINES.exec(text);
    if (blank !== null) return markLine(text, at + blank[0].length, spans);
  }
  if (!quoted && /<(?:[A-Za-z_][\w.-]{0,20}:)?$/.test(before)) {
    const end = markElement(text, name.end, name.text, nameClass, spans);
    if (end !== undefined) return end;
  }
  // arn:aws:secretsmanager:eu-west-1:1:secret:name is one name.
  if (before.endsWith(":") && text[name.end] === ":" && /[\w/]/.test(text[name.end + 1] ?? "")) {
    return name.end;
  }
  NAMED_VALUE.lastIndex = name.end;
  const named = NAMED_VALUE.exec(text);
  BRACKET.lastIndex = at;
  const bracket = BRACKET.exec(text)?.[0].length ?? 0;
  SEPARATOR.lastIndex = at + bracket;
  const separator = SEPARATOR.exec(text);
  let form: Form;
  let encoded = false;
  if (named !== null) {
    form = "assign";
    at = name.end + named[0].length;
  } else if (separator !== null && !(separator[1] === "," && !quoted)) {
    const sign = separator[1] as string;
    at = separator.index + separator[0].length;
    encoded = sign.startsWith("%");
    if (sign === ",") form = "pair";
    else if (sign === ":" || /3A$/i.test(sign))
      form = quoted || !/[ \t]$/.test(separator[0]) ? "tight" : "colon";
    else form = "assign";
    if (form === "assign" && /(?:[?&#]|%(?:25){0,2}(?:26|3F|23)|&amp;|\\u0026)$/i.test(before))
      form = "query";
  } else if (/^--?[A-Za-z]/.test(text.slice(name.start)) && !quoted) {
    form = "flag";
    at += /^[ \t]{1,8}/.exec(text.slice(at, at + 8))?.[0].length ?? 0;
    if (at === name.end) return name.end;
  } else {
    FILLER.lastIndex = at;
    const filler = quoted ? null : FILLER.exec(text);
    // The last part of a path names no value.
    const path = /[/\\]$/.test(before);
    if (filler === null || path || nameClass === "authorization") return name.end;
    form = "prose";
    at += filler[0].length;
  }
  return markAt(text, at, { name: name.text, nameClass, form, encoded }, spans);
}

/**
 * Characters of an unquoted value that decide about it. A value that stays is read again by the next
 * name inside it, so without a limit a long one would cost the square of its length.
 */
const PROBE = 512;

interface Found {
  readonly name: string;
  readonly nameClass: NameClass;
  readonly form: Form;
  readonly encoded: boolean;
}

function markAt(text: string, from: number, found: Found, spans: Spans): number {
  let at = from;
  WRAPPER.lastIndex = at;
  const wrapper = found.form === "prose" ? null : WRAPPER.exec(text);
  if (wrapper !== null && !text.startsWith(REDACTED, at)) {
    const behind = at + wrapper[0].length;
    if (quoteAt(text, behind) !== undefined || (found.form === "tight" && wrapper[0] === "[")) {
      at = behind;
    }
  }
  const { nameClass, form, name } = found;
  BLOCK.lastIndex = at;
  if (form === "colon") at += BLOCK.exec(text)?.[0].length ?? 0;
  const quote = quoteAt(text, at);
  if (form === "pair" && (quote === undefined || quote.token === "`")) return from;
  if (nameClass === "cookie") return markCookies(text, quote?.end ?? at, spans);
  const bounds = { query: form === "query", encoded: found.encoded };
  const start = quote?.end ?? at;
  let end = quote === undefined ? unquotedEnd(text, at, bounds, PROBE) : quotedEnd(text, quote);
  if (nameClass === "authorization") {
    // Lists of names have words side by side as well.
    if (form === "pair" && !/[\s\d]/.test(text.slice(start, end))) return from;
    return markAuthorization(text, start, quote === undefined ? undefined : end, spans);
  }
  const value = text.slice(start, end);
  const quoted = quote !== undefined;
  // What stands in these is mostly code.
  const code = quote?.token === "`" && isCode(value, true);
  if (code || !isSecretValue(value, { name, nameClass, form, quoted })) {
    QUOTED_INPUT.lastIndex = at;
    const words = form === "prose" || quote !== undefined ? null : QUOTED_INPUT.exec(text);
    // Inside a text that stays there may be more names.
    return words === null
      ? from
      : markAt(text, at + words[0].length, { ...found, form: "colon" }, spans);
  }
  if (quote === undefined && end === at + PROBE) end = unquotedEnd(text, at, bounds);
  // A shell goes on behind a backslash at the end of the line.
  for (
    let next = continued(text, end);
    quote === undefined && next !== 0;
    next = continued(text, end)
  )
    end = unquotedEnd(text, next, bounds);
  spans.add(start, end);
  return end;
}

/** The start of the line that continues a value, or 0. */
function continued(text: string, at: number): number {
  CONTINUATION.lastIndex = at;
  const gap = text[at - 1] === "\\" ? CONTINUATION.exec(text) : null;
  return gap === null ? 0 : at + gap[0].length;
}

const MAX_CDATA = 4096;

/** The text of `<Password>…</Password>`. */
function markElement(
  text: string,
  from: number,
  name: string,
  nameClass: NameClass,
  spans: Spans,
): number | undefined {
  const open = /^(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[)?/.exec(text.slice(from, from + 211));
  if (open === null || open[0].endsWith("/>")) return undefined;
  const start = from + open[0].length;
  const cdata = open[0].endsWith("[") ? text.slice(start, start + MAX_CDATA).indexOf("]]>") : -1;
  const close = cdata === -1 ? text.indexOf("<", start) : start + cdata;
  const end = close === -1 ? text.length : close;
  const value = text.slice(start, end);
  // `<token> of …` is a placeholder in a sentence, not an element.
  if (close === -1 ? /^[@:/"'`,)\]]|\s/.test(value) : !/[/\]]/.test(text[close + 1] as string))
    return undefined;
  if (!isSecretValue(value, { name, nameClass, form: "assign", quoted: true })) return start;
  spans.add(start, end);
  return end;
}

/** The line that is the value of a part of a form. */
function markLine(text: string, start: number, spans: Spans): number {
  const stop = /\r?\n|(?:\\r)?\\n/g;
  stop.lastIndex = start;
  const end = stop.exec(text)?.index ?? text.length;
  if (text.slice(start, end) !== REDACTED) spans.add(start, end);
  return end;
}
