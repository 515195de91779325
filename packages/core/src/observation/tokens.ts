/** Longer texts are estimated from their start. */
const SAMPLE = 4096;

const DIGIT = 1;
const LETTER = 2;
const SPACE = 3;
const MARK = 4;
const WIDE = 5;
const FOREIGN = 6;

/**
 * Tokens of a text, estimated without a vocabulary: a word counts one, more when longer than seven
 * letters; digits one per 2.7; marks one per two; CJK and halves of emoji one each, other scripts
 * one per three; a single space belongs to the word after it. Over the product's own messages the
 * mean is 3 % above o200k_base's (single texts between 0.9 and 1.15 times), over source text and
 * JSON within 15 %. Pass a `tokenizer` where the exact number matters.
 */
export function estimateTokens(text: string): number {
  if (text.length <= SAMPLE) return Math.ceil(count(text));
  return Math.ceil((count(text.slice(0, SAMPLE)) / SAMPLE) * text.length);
}

function count(text: string): number {
  let tokens = 0;
  let run = 0;
  let kind = 0;
  for (let index = 0; index <= text.length; index++) {
    const next = index === text.length ? 0 : kindOf(text.charCodeAt(index));
    if (next === kind) {
      run += 1;
      continue;
    }
    tokens += cost(kind, run);
    kind = next;
    run = 1;
  }
  return tokens;
}

function kindOf(code: number): number {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER;
  if (code === 32 || (code >= 9 && code <= 13)) return SPACE;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code < 128) return MARK;
  if (code >= 0x2e80 && code <= 0xd7ff) return WIDE;
  return code >= 0xd800 && code <= 0xdfff ? WIDE : FOREIGN;
}

function cost(kind: number, run: number): number {
  switch (kind) {
    case LETTER:
      // No word is that long: a key, a hash, a name in camel case.
      return run > 16 ? run / 3.5 : Math.max(1, run / 7);
    case DIGIT:
      return run / 2.7;
    case FOREIGN:
      return run / 3;
    case MARK:
      return Math.max(1, run / 2);
    case WIDE:
      return run;
    case SPACE:
      return run > 1 ? run / 8 : 0;
    default:
      return 0;
  }
}
