/**
 * A text as a reader sees it, with the way back to where each character stands in the original.
 * Terminal colours and zero-width characters may stand in the middle of a secret or of its name.
 */
export interface View {
  readonly text: string;
  /** The original offset of a range of the view. */
  toOriginal(start: number, end: number): [start: number, end: number];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are what this removes
const INVISIBLE = /\u001b\[[0-9;?]{0,32}[A-Za-z]|[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e]/g;

/** Line breaks that printers put inside a long value, with the indentation or the `" +` around. */
const LINE_BREAKS =
  /["'`][ \t]{0,4}\+?[ \t]{0,4}\r?\n[ \t]{0,64}\+?[ \t]{0,4}["'`]|\\?\r?\n[ \t]{0,64}|(?:\\r)?\\n[ \t]{0,64}/g;

/** The text without invisible characters; the text itself when it has none. */
export function visible(text: string): View {
  return without(text, INVISIBLE);
}

/** The text with its lines joined, for values that were wrapped. */
export function unwrapped(text: string): View {
  return without(text, LINE_BREAKS);
}

function without(text: string, pattern: RegExp): View {
  /** Start of each kept piece, in the view and in the original. */
  const inView: number[] = [0];
  const inText: number[] = [0];
  let out = "";
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    out += text.slice(from, match.index);
    from = match.index + match[0].length;
    inView.push(out.length);
    inText.push(from);
  }
  if (from === 0 && inView.length === 1) {
    return { text, toOriginal: (start, end) => [start, end] };
  }
  out += text.slice(from);
  const place = (offset: number): number => {
    let low = 0;
    let high = inView.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((inView[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return (inText[low] as number) + offset - (inView[low] as number);
  };
  return { text: out, toOriginal: (start, end) => [place(start), place(end - 1) + 1] };
}
