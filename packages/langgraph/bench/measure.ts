/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Between which values the true median lies with 95 % confidence, by the sign test. */
export function interval(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const at = (place: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(place)))] ?? Number.NaN;
  return [at(sorted.length / 2 - reach), at(sorted.length / 2 + reach)];
}

/** The same things in random order. */
export function shuffled<T>(things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}
