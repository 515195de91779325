/** One candidate with how alike it is, 0 to 1. */
export interface Likeness {
  readonly name: string;
  readonly score: number;
}

/** What counts as near: a slip of the keys, another spelling, a shortened name. */
export const NEAR = 0.6;

/** Longer names are compared by their first part only: distance takes quadratic time. */
const MAX_COMPARED = 64;
/** More candidates than this are not ranked: the list is cut anyway. */
const MAX_CANDIDATES = 3000;

/** All candidates by likeness to what was sent, the most alike first, equals in their own order. */
export function rank(sent: string, candidates: readonly string[]): Likeness[] {
  const seen = new Set<string>();
  const ranked: Likeness[] = [];
  for (const name of candidates.slice(0, MAX_CANDIDATES)) {
    if (seen.has(name)) continue;
    seen.add(name);
    ranked.push({ name, score: likeness(sent, name) });
  }
  return ranked.sort((a, b) => b.score - a.score);
}

/** The candidates that are near what was sent, the nearest first. */
export function nearest(sent: string, candidates: readonly string[], limit = 3): string[] {
  return nearestOf(rank(sent, candidates), limit);
}

/** The same of candidates that are ranked already. */
export function nearestOf(ranked: readonly Likeness[], limit = 3): string[] {
  const near = ranked.filter(({ score }) => score >= NEAR);
  // A clear winner stands alone: "did you mean high or higher?" helps nobody.
  const best = near[0]?.score ?? 0;
  return near
    .filter(({ score }) => score >= best - 0.2)
    .slice(0, limit)
    .map(({ name }) => name);
}

/** How alike two names are: 1 for the same but for case and separators, 0 for nothing in common. */
export function likeness(sent: string, name: string): number {
  if (sent === name) return 1;
  const a = plain(sent);
  const b = plain(name);
  if (a === "" || b === "") return 0;
  if (a === b) return 0.98;
  const longest = Math.max(a.length, b.length);
  // Texts of very different length are not near by distance: the difference is part of it.
  const differs = Math.abs(a.length - b.length) / longest > 1 - NEAR;
  const byDistance = differs ? 0 : 1 - distance(a, b) / longest;
  return Math.max(byDistance, byContainment(a, b), byWords(sent, name));
}

function plain(text: string): string {
  const cut = text.slice(0, MAX_COMPARED).toLowerCase();
  const letters = cut.replace(/[\s_\-./#@:]+/g, "");
  return letters === "" ? cut : letters;
}

function byContainment(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 3) return 0;
  if (long.startsWith(short)) return 0.7 + 0.25 * (short.length / long.length);
  if (long.includes(short)) return 0.6 + 0.25 * (short.length / long.length);
  return 0;
}

/** The same words in another order or with one more: `weather_get`, `get_current_weather`. */
function byWords(sent: string, name: string): number {
  const a = words(sent);
  const b = words(name);
  if (a.size < 2 || b.size < 2) return 0;
  const shared = [...a].filter((word) => b.has(word)).length;
  const union = new Set([...a, ...b]).size;
  return shared < 2 ? 0 : 0.95 * (shared / union);
}

function words(text: string): Set<string> {
  const parts = text
    .slice(0, MAX_COMPARED)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(parts.filter((part) => part !== ""));
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function distance(a: string, b: string): number {
  // Three rows of the table, used in turn.
  const rows = [
    new Uint8Array(b.length + 1),
    new Uint8Array(b.length + 1),
    new Uint8Array(b.length + 1),
  ];
  let [beforeLast, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    const char = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const same = char === b.charCodeAt(j - 1) ? 0 : 1;
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same);
      const swapped =
        i > 1 &&
        j > 1 &&
        char === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) best = Math.min(best, at(beforeLast, j - 2) + 1);
      row[j] = best;
    }
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return at(last, b.length);
}

function at(row: Uint8Array, index: number): number {
  return row[index] ?? 0;
}
