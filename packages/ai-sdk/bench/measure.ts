/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Between which values the true median lies with 95 % confidence, by the sign test. */
export function interval(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const at = (place: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(place)))] ?? Number.NaN;
  return [at(sorted.length / 2 - reach), at(sorted.length / 2 + reach)];
}

/** The same things in random order. */
export function shuffled<Thing>(things: readonly Thing[]): Thing[] {
  return things
    .map((thing) => ({ thing, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}

/** Processor time of some runs one after another, which does not depend on what else the machine does. Microseconds. */
export async function processorTime(runs: number, once: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) await once();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}
