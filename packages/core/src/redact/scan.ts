import { looksRandom } from "./random.ts";

/** How a quote is written: plain, behind backslashes, or as an entity or escape. */
export interface Quote {
  readonly token: string;
  /** Backslashes in front: 0 in JSON, 1 in JSON inside JSON. */
  readonly level: number;
  /** The offset behind the quote. */
  readonly end: number;
}

const QUOTE = /(\\{0,15})("""|'''|["'`])|&quot;|&#3[49];|%2[27]|\\u002[27]/y;

const QUOTE_STARTS = "\"'`\\&%";

/** The quote that starts at this offset. */
export function quoteAt(text: string, at: number): Quote | undefined {
  const first = text[at];
  if (first === undefined || !QUOTE_STARTS.includes(first)) return undefined;
  QUOTE.lastIndex = at;
  const match = QUOTE.exec(text);
  if (match === null) return undefined;
  const end = at + match[0].length;
  return match[2] === undefined
    ? { token: match[0], level: 0, end }
    : { token: match[2], level: (match[1] as string).length, end };
}

/** Where the text in this quote ends: at the quote that closes it, or at the end of a cut text. */
export function quotedEnd(text: string, quote: Quote): number {
  let at = text.indexOf(quote.token, quote.end);
  if (quote.token.length > 1) return at === -1 ? text.length : at;
  const period = 2 * (quote.level + 1);
  for (; at !== -1; at = text.indexOf(quote.token, at + 1)) {
    let slashes = 0;
    while (at - slashes > quote.end && text[at - slashes - 1] === "\\") slashes++;
    if (slashes % period === quote.level % period || slashes < quote.level) return at - slashes;
  }
  return text.length;
}

/** `, name=` or `; name:`: what follows a value in a list of named values. */
const NEXT_PAIR = /[,;&]\s{0,4}(?:amp;)?["']?[A-Za-z_$][\w .$-]{0,40}["']?\s{0,2}[=:]/y;
const ENCODED_STOP = /%(?:25)?(?:2[0267C]|3[BE]|0[AD]|7D|5D)/iy;

/** How an unquoted value is bounded. */
export interface Bounds {
  /** In a query string: a fragment ends it. */
  readonly query: boolean;
  /** The separator was percent-encoded: so is what ends the value. */
  readonly encoded: boolean;
}

/** Where an unquoted value ends, or `limit` characters behind its start. */
export function unquotedEnd(
  text: string,
  start: number,
  bounds: Bounds,
  limit: number = Number.POSITIVE_INFINITY,
): number {
  const stop = Math.min(text.length, start + limit);
  let at = start;
  loop: for (; at < stop; at++) {
    const char = text[at] as string;
    switch (char) {
      case " ":
      case "\t":
      case "\n":
      case "\r":
      case '"':
      case "`":
      case "<":
        break loop;
      case "'":
      case ">":
        if (isBreak(text[at + 1])) break loop;
        break;
      case "\\":
        if (/["'nrtu]/.test(text[at + 1] ?? "n")) break loop;
        break;
      case "#":
        if (bounds.query && at > start) break loop;
        break;
      case "%":
        ENCODED_STOP.lastIndex = at;
        if (bounds.encoded && ENCODED_STOP.test(text)) break loop;
        break;
      case ",":
      case ";":
      case "&":
        if (isBreak(text[at + 1])) break loop;
        NEXT_PAIR.lastIndex = at;
        if (NEXT_PAIR.test(text)) break loop;
        break;
      case ")":
      case "]":
      case "}":
        if (isBreak(text[at + 1])) break loop;
        break;
      default:
        if (char < " " || (char > "\u007f" && /\s/.test(char))) break loop;
    }
  }
  if (at === start + limit) return at;
  while (at > start && ".,:;".includes(text[at - 1] as string)) at--;
  return at;
}

function isBreak(char: string | undefined): boolean {
  return char === undefined || /[\s,;:.!?)\]}"'`<>\\|]/.test(char);
}

const GAP =
  /(?:["'`][ \t]{0,4}\+?[ \t]{0,4}\r?\n[ \t]{0,64}\+?[ \t]{0,4}["'`]|\\?\r?\n[ \t]{0,64}|(?:\\r)?\\n[ \t]{0,64})/y;

/**
 * Where a value goes on after a line break that a printer put into it, or undefined when what
 * follows is the next line of the text. `needed` characters are missing from a known length.
 */
export function afterGap(
  text: string,
  at: number,
  member: RegExp,
  needed: number,
): { start: number; end: number } | undefined {
  GAP.lastIndex = at;
  const gap = GAP.exec(text);
  if (gap === null) return undefined;
  const start = at + gap[0].length;
  member.lastIndex = start;
  const piece = member.exec(text)?.[0] ?? "";
  if (piece === "") return undefined;
  const end = start + piece.length;
  const random = looksRandom(piece) || /^\d{6,}$/.test(piece);
  const alone = /^(?:\s*$|\s*[\r\n"'`)\]}<]|\\)/.test(text.slice(end, end + 8));
  if (piece.length <= needed && (random || (alone && piece.length === needed)))
    return { start, end };
  return random && (alone || piece.length >= 12) ? { start, end } : undefined;
}
