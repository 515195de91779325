/** The word that was probably meant, when one is near. */
export function nearestWord(sent: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, distance: word.startsWith(sent) ? 0 : distance(sent, word) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, best.word.length / 3)
    ? best.word
    : undefined;
}

/** Insertions, deletions and replacements that turn one word into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
