/** The second that was written last, and its text up to the milliseconds. */
let second = Number.NaN;
let prefix = "";

/**
 * A time as ISO text, as `Date.toISOString` writes it. Every record has one, most of them of the
 * same second, so only the milliseconds are written anew.
 *
 * @throws RangeError where the time is none
 */
export function isoText(ms: number): string {
  const time = Math.trunc(ms);
  const whole = Math.floor(time / 1_000);
  if (whole !== second) {
    prefix = new Date(whole * 1_000).toISOString().slice(0, -4);
    second = whole;
  }
  return `${prefix}${String(time - whole * 1_000).padStart(3, "0")}Z`;
}
