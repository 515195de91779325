import type { Spans } from "./spans.ts";

/**
 * Base64 in one line, or in the lines of 60 to 76 characters that encoders break it into. Text has no
 * first byte above 127, so each group of four begins with one of `C` to `f`: most ids fail at that.
 */
const BASE64 =
  /(?<![A-Za-z0-9+/_-])(?=(?:[C-Za-f][A-Za-z0-9+/_-]{3}){6})(?:(?:[A-Za-z0-9+/_-]{60,76}\r?\n[ \t]{0,16}){1,2000}[A-Za-z0-9+/]{2,76}={0,2}(?![\w+/-])|[A-Za-z0-9+/_-]{32,}={0,2})/g;
/** Characters that tell whether a run is text at all: of random bytes, no 18 are all printable. */
const PROBE = 24;

/**
 * Marks base64 of a text in which there is a secret: a header, a URL with a password, a JSON body.
 *
 * @param holdsSecret whether the decoded text does
 */
export function markEncoded(
  text: string,
  spans: Spans,
  holdsSecret: (decoded: string) => boolean,
): void {
  BASE64.lastIndex = 0;
  for (let hit = BASE64.exec(text); hit !== null; hit = BASE64.exec(text)) {
    if (decode(hit[0].slice(0, PROBE)) === undefined) continue;
    // The last line may be a word of the text behind the block.
    const last = hit[0].lastIndexOf("\n");
    const ends = last === -1 ? [hit[0].length] : [hit[0].length, last];
    for (const end of ends) {
      const decoded = decode(hit[0].slice(0, end).replace(/\s+/g, ""));
      if (decoded === undefined) continue;
      if (holdsSecret(decoded)) spans.add(hit.index, hit.index + end);
      break;
    }
  }
}

/** The text behind base64 in either alphabet; undefined when it is no text. */
function decode(base64: string): string | undefined {
  try {
    const decoded = atob(base64.replace(/-/g, "+").replace(/_/g, "/"));
    return /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
