/** How alike two names are, from 0 to 1: edit distance over length, or shared words. */
export function similarity(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  if (left === right) return 1;
  const longest = Math.max(left.length, right.length);
  if (longest === 0) return 1;
  return Math.max(1 - distance(left, right) / longest, sharedWords(left, right));
}

/** The candidate most like `wanted`, if any reaches `atLeast`. The first of equals wins. */
export function nearest(
  wanted: string,
  candidates: readonly string[],
  atLeast = 0,
): string | undefined {
  let best: string | undefined;
  let bestScore = -1;
  for (const candidate of candidates) {
    const score = similarity(wanted, candidate);
    if (score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return bestScore >= atLeast ? best : undefined;
}

function sharedWords(a: string, b: string): number {
  const left = new Set(a.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  const right = new Set(b.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  const shared = [...left].filter((word) => right.has(word)).length;
  return (2 * shared) / (left.size + right.size || 1);
}

function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
