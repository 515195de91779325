import { isCode, isPlaceholder, isProse, isStatusWord } from "./placeholders.ts";
import { hasRandomRun, isWordlike, looksSecret } from "./random.ts";
import { afterGap, quoteAt, quotedEnd, unquotedEnd } from "./scan.ts";
import type { Spans } from "./spans.ts";

const SCHEME = /[ \t]{0,8}([A-Za-z][\w-]{1,30})(?:[ \t]{1,8}|%20|\+)(?=[^\s,;])/y;
const TOKEN_SCHEME =
  /^(?:bearer|basic|token|key|api-?key|ssws|bot|negotiate|ntlm|jwt|splunk|geniekey|oauth|zoho-oauthtoken|dpop|privatetoken|private-token|access|apitoken|client|secret)$/i;
const PARAM_SCHEME =
  /^(?:digest|aws4-[\w-]{1,40}|oauth|hawk|signature|mac|hmac[\w-]{0,20}|googlelogin|acs[\w-]{0,20}|tc3[\w-]{0,20}|sharedaccesssignature|sharedkey(?:lite)?|edgegrid|eg1-[\w-]{0,30})$/i;
const SECRET_PARAM =
  /(?:response|signature|sig|oauth_token|oauth_signature|oauth_consumer_key|mac|token|auth|nonce|cnonce|password|client_token)(?:=|%3D)\s{0,2}/giy;
const PARAM = /[,;&\s]\s{0,4}/g;
const WRAPPED = /[\w.~+/=-]+/y;
/** No header is longer than this; servers refuse one that is. */
const MAX_LINE = 4096;
/** Enough of a bare token to tell. */
const MAX_PROBE = 512;
const ENCODED = { query: false, encoded: true };
const FLAT = { query: false, encoded: false };

/** Marks the credentials of an Authorization header; its scheme stays. `end` bounds a quoted one. */
export function markAuthorization(
  text: string,
  start: number,
  end: number | undefined,
  spans: Spans,
): number {
  const stop = end ?? lineEnd(text, start);
  SCHEME.lastIndex = start;
  const match = SCHEME.exec(text);
  const scheme =
    match !== null && start + match[0].length < stop ? (match[1] as string) : undefined;
  const from = scheme === undefined ? start : start + (match?.[0].length ?? 0);
  const quote = end === undefined && scheme !== undefined ? quoteAt(text, from) : undefined;
  const valueStart = quote?.end ?? from;
  const valueEnd = Math.min(
    stop,
    quote === undefined ? unquotedEnd(text, from, FLAT, MAX_LINE) : quotedEnd(text, quote),
  );
  const value = text.slice(valueStart, valueEnd);
  if (scheme !== undefined && PARAM_SCHEME.test(scheme) && /[=:]/.test(value)) {
    markParams(text, from, stop, spans);
    return stop;
  }
  if (isPlaceholder(value) || isStatusWord(value)) return from;
  if (end === undefined && isCode(value, true)) return from;
  if (scheme === undefined) {
    const whole = text.slice(start, stop);
    if (end === undefined ? !looksSecret(value, 8) : isProse(whole) || /\s/.test(whole.trim())) {
      if (!looksSecret(value, 16)) return from;
    }
  } else if (TOKEN_SCHEME.test(scheme)) {
    if (/^[A-Za-z]{1,15}$/.test(value) && isWordlike(value)) return from;
    if (isProse(text.slice(from, stop)) && isWordlike(value)) return from;
  } else if (!looksSecret(value, 8)) return from;
  const whole = end === undefined ? wrappedEnd(text, valueEnd) : stop;
  spans.add(valueStart, whole);
  return whole;
}

function lineEnd(text: string, start: number): number {
  const at = text.slice(start, start + MAX_LINE).search(/[\r\n]/);
  return at === -1 ? Math.min(text.length, start + MAX_LINE) : start + at;
}

/** A long token goes on in the next line when a printer wrapped it. */
function wrappedEnd(text: string, at: number): number {
  let end = at;
  for (let lines = 0; lines < 64; lines++) {
    const next = afterGap(text, end, WRAPPED, 0);
    if (next === undefined) break;
    end = next.end;
  }
  return end;
}

function markParams(text: string, start: number, stop: number, spans: Spans): void {
  for (let at = start; at < stop; ) {
    SECRET_PARAM.lastIndex = at;
    const match = SECRET_PARAM.exec(text);
    if (match !== null) {
      const from = at + match[0].length;
      const quote = quoteAt(text, from);
      const end = quote === undefined ? unquotedEnd(text, from, FLAT) : quotedEnd(text, quote);
      const begin = quote?.end ?? from;
      if (!isPlaceholder(text.slice(begin, end))) spans.add(begin, Math.min(end, stop));
      at = Math.max(end, from);
    }
    PARAM.lastIndex = at;
    const next = PARAM.exec(text);
    if (next === null || next.index >= stop) {
      // SharedKey account:signature
      const colon = text.slice(start, stop).match(/^[\w.-]{1,80}:([\w+/=-]{16,})/);
      if (colon?.[1] !== undefined) {
        const from = start + colon[0].length - colon[1].length;
        spans.add(from, from + colon[1].length);
      }
      return;
    }
    at = next.index + next[0].length;
  }
}

/** Marks the token behind a bare `Bearer` or `Basic`, which prose uses as words too. */
export function markScheme(text: string, scheme: string, start: number, spans: Spans): number {
  const end = unquotedEnd(text, start, ENCODED, MAX_PROBE);
  const value = text.slice(start, end);
  // `Bearer realm="…"` and what else follows a scheme without being a token.
  if (isPlaceholder(value) || /=[^=]|^https?:/.test(value)) return start;
  const secret = /^basic$/i.test(scheme)
    ? holdsUserAndPassword(value) || (value.length >= 20 && hasRandomRun(value, 16))
    : looksSecret(value, 16);
  if (!secret) return start;
  const whole = wrappedEnd(text, unquotedEnd(text, start, ENCODED));
  spans.add(start, whole);
  return whole;
}

/** Base64 of `user:password`. */
export function holdsUserAndPassword(value: string): boolean {
  if (value.length < 8 || value.length > 4096 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value))
    return false;
  try {
    const decoded = atob(value.replace(/-/g, "+").replace(/_/g, "/"));
    return /^[\x20-\x7e\x80-\xff]+$/.test(decoded) && decoded.includes(":");
  } catch {
    return false;
  }
}

const COOKIE =
  /[ \t]{0,4}([^\s=;,"'`<>{}[\]()]{1,128})=("[^"\r\n]{0,8192}"|[^;\s"'`,\\<>]{0,8192})/y;
const COOKIE_NEXT = /[ \t]{0,4};[ \t]{0,4}|["']?[ \t]{0,4},\s{0,40}["']?(?=[^\s=;,"']{1,128}=)/y;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|version|priority|comment)$/i;
const FLAG = /(?:secure|httponly|partitioned)/iy;

/** Marks the values of cookies; names, attributes and plain words such as `theme=dark` stay. */
export function markCookies(text: string, start: number, spans: Spans): number {
  let at = start;
  for (let pairs = 0; pairs < 10_000; pairs++) {
    COOKIE.lastIndex = at;
    const pair = COOKIE.exec(text);
    if (pair === null) {
      FLAG.lastIndex = at;
      const flag = FLAG.exec(text);
      if (flag === null) return at;
      at += flag[0].length;
    } else {
      const name = pair[1] as string;
      const value = pair[2] as string;
      const end = at + pair[0].length;
      const attribute = ATTRIBUTE.test(name);
      if (!attribute && !isPlaceholder(value) && !/^[A-Za-z]{1,8}$/.test(value)) {
        spans.add(end - value.length, end);
      }
      at = end;
      // An expiry date has a comma and spaces in it.
      if (/^expires$/i.test(name))
        at += /^[^;"'\r\n]{0,40}/.exec(text.slice(at, at + 40))?.[0].length ?? 0;
    }
    COOKIE_NEXT.lastIndex = at;
    const next = COOKIE_NEXT.exec(text);
    if (next === null) return at;
    at += next[0].length;
  }
  return at;
}
