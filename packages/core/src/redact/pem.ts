import { looksRandom } from "./random.ts";
import type { Spans } from "./spans.ts";

const ARMOUR = /-{4,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const CLOSING = /-{4,5} ?END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
/** Base64, and all that stands between its lines: breaks, escapes, quotes, indentation, `Proc-Type:`. */
const BODY =
  /(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{1,120}={0,2}(?=\s{0,64}(?:-{4}|\\|["'`]|$)|\r?\n[ \t]{0,16}[<[(.…])|[A-Za-z0-9+/]{1,120}={1,2}|(?:Proc-Type|DEK-Info|Comment|Subject|Version|X-[A-Za-z-]{1,40}): ?[^\r\n\\]{0,120}|[\s"'`,+]|\\+(?:[rn]|u000[ad]|(?=\s)))/iy;
const BASE64_BEGIN = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{16}[A-Za-z0-9+/=]*/g;
const PUTTY =
  /(Private-Lines: ?\d{1,4}(?:\r?\n|\\r?\\?n))((?:[A-Za-z0-9+/=]{1,76}(?:\r?\n|\\n)){1,200})/g;

/** Marks private keys in PEM armour: whole, cut at either end, escaped, indented, or in base64. */
export function markPem(text: string, spans: Spans): void {
  let floor = 0;
  ARMOUR.lastIndex = 0;
  for (let hit = ARMOUR.exec(text); hit !== null; hit = ARMOUR.exec(text)) {
    const behind = hit.index + hit[0].length;
    if (hit[1] === "END") {
      // A block whose beginning was cut off.
      const start = headlessStart(text, floor, hit.index);
      if (start < hit.index) spans.add(start, behind);
      floor = behind;
    } else {
      const end = bodyEnd(text, behind, linePrefix(text, hit.index));
      // The armour alone is what a message about a key quotes.
      if (/[A-Za-z0-9+/]{16}/.test(text.slice(behind, end))) {
        CLOSING.lastIndex = end;
        const closing = text.startsWith("----", end) ? CLOSING.exec(text) : null;
        floor = closing === null ? end : end + closing[0].length;
        spans.add(hit.index, closing === null ? lastBase64(text, end) : floor);
      } else floor = behind;
    }
    ARMOUR.lastIndex = Math.max(floor, behind);
  }
  markEncoded(text, spans);
  PUTTY.lastIndex = 0;
  for (let hit = PUTTY.exec(text); hit !== null; hit = PUTTY.exec(text)) {
    const start = hit.index + (hit[1] as string).length;
    spans.add(start, start + (hit[2] as string).trimEnd().length);
  }
}

/** The end of what may stand inside the armour. */
function bodyEnd(text: string, start: number, prefix: string): number {
  let at = start;
  for (;;) {
    if (prefix !== "" && text[at - 1] === "\n") {
      const line = text.slice(at, at + prefix.length);
      if (withoutDigits(line) === prefix) at += prefix.length;
    }
    BODY.lastIndex = at;
    const piece = BODY.exec(text);
    if (piece === null || piece[0] === "") return at;
    at += piece[0].length;
  }
}

/**
 * What stands in front of the armour in its line, and then in front of every line of the key: the
 * mark of a quotation, the name of a container, a time.
 */
function linePrefix(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at) + 1;
  return at - start > 120 ? "" : withoutDigits(text.slice(start, at));
}

function withoutDigits(text: string): string {
  return text.replace(/\d/g, "0");
}

/** Without the blanks, quotes and escapes behind the last line. */
function lastBase64(text: string, end: number): number {
  let at = end;
  while (isSeparator(text, at)) at--;
  return at;
}

/** The start of the base64 lines in front of this offset. */
function headlessStart(text: string, floor: number, end: number): number {
  let start = end;
  for (let at = end; at > floor; ) {
    while (at > floor && isSeparator(text, at)) at--;
    const lineEnd = at;
    while (at > floor && !isSeparator(text, at) && /[A-Za-z0-9+/=]/.test(text[at - 1] as string)) {
      at--;
    }
    const line = text.slice(at, lineEnd);
    if (line.length < 24) {
      // What is left of the first line.
      return looksRandom(line) && start < end ? at : start;
    }
    start = at;
  }
  return start;
}

/** The character in front of this offset stands between lines: space, quote, or part of `\\n`. */
function isSeparator(text: string, at: number): boolean {
  const char = text[at - 1] as string;
  return /[\s\\"',]/.test(char) || (/[nr]/.test(char) && text[at - 2] === "\\");
}

/** Base64 of a PEM block, unless it is a certificate, which is public. */
function markEncoded(text: string, spans: Spans): void {
  BASE64_BEGIN.lastIndex = 0;
  for (let hit = BASE64_BEGIN.exec(text); hit !== null; hit = BASE64_BEGIN.exec(text)) {
    let decoded = "";
    try {
      decoded = atob(hit[0].slice(0, 56));
    } catch {
      decoded = "PRIVATE KEY";
    }
    if (decoded.includes("PRIVATE")) spans.add(hit.index, hit.index + hit[0].length);
  }
}
