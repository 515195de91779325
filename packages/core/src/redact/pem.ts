import type { Spans } from "./spans.ts";

const BEGIN = /-{4,5} ?BEGIN ([A-Z0-9 ]{0,40}?)PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
/** Base64, and all that stands between its lines: breaks, escapes, quotes, indentation, `Proc-Type:`. */
const BODY =
  /(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{0,120}={0,2}(?=\s{0,64}(?:-{4}|\\|["'`]|$))|[A-Za-z0-9+/]{1,120}={1,2}|(?:Proc-Type|DEK-Info|Comment|Subject|Version|X-[A-Za-z-]{1,40}): ?[^\r\n\\]{0,120}|[\s"'`,+]|\\+(?:[rn]|u000[ad]|(?=\s)))/iy;
const BASE64_BEGIN = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{16}[A-Za-z0-9+/=]*/g;
const PUTTY =
  /(Private-Lines: ?\d{1,4}(?:\r?\n|\\r?\\?n))((?:[A-Za-z0-9+/=]{1,76}(?:\r?\n|\\n)){1,200})/g;

/** Marks private keys in PEM armour: whole, cut at either end, escaped, indented, or in base64. */
export function markPem(text: string, spans: Spans): void {
  let from = 0;
  BEGIN.lastIndex = 0;
  for (let hit = BEGIN.exec(text); hit !== null; hit = BEGIN.exec(text)) {
    let at = hit.index + hit[0].length;
    let last = at;
    for (;;) {
      BODY.lastIndex = at;
      const piece = BODY.exec(text);
      if (piece === null || piece[0] === "") break;
      at += piece[0].length;
      if (/[A-Za-z0-9+/=]/.test(piece[0]) && !/^\\/.test(piece[0])) last = at;
    }
    END.lastIndex = at;
    const end = text.startsWith("----", at) ? END.exec(text) : null;
    last = end !== null && end.index === at ? at + end[0].length : last;
    spans.add(hit.index, last);
    from = last;
    BEGIN.lastIndex = last;
  }
  markHeadless(text, from, spans);
  markEncoded(text, spans);
  PUTTY.lastIndex = 0;
  for (let hit = PUTTY.exec(text); hit !== null; hit = PUTTY.exec(text)) {
    const start = hit.index + (hit[1] as string).length;
    spans.add(start, start + (hit[2] as string).trimEnd().length);
  }
}

/** A block whose beginning was cut off: base64 up to the closing armour. */
function markHeadless(text: string, from: number, spans: Spans): void {
  let floor = from;
  END.lastIndex = from;
  for (let hit = END.exec(text); hit !== null; hit = END.exec(text)) {
    let start = hit.index;
    while (start > floor && /[A-Za-z0-9+/=\s\\]/.test(text[start - 1] as string)) start--;
    // Words of a sentence are base64 too: begin at the first line that is nothing else.
    const head = /^[^\r\n]*?(?=[A-Za-z0-9+/=]{24})/.exec(text.slice(start, hit.index));
    spans.add(head === null ? hit.index : start + head[0].length, hit.index + hit[0].length);
    floor = hit.index + hit[0].length;
  }
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
