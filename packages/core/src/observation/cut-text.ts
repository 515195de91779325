/**
 * A text of at most `max` UTF-16 units, an ellipsis included, never cut inside a character.
 * Lone surrogates are replaced, so the result is always well formed.
 */
export function cutText(text: string, max: number): string {
  const whole = wellFormed(text);
  if (whole.length <= max) return whole;
  if (max < 1) return "";
  let end = max - 1;
  const last = whole.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return `${whole.slice(0, end).trimEnd()}…`;
}

/** The text with every lone surrogate replaced by U+FFFD. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
