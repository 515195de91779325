/** Microseconds of one asynchronous operation: the median over rounds, after warming up. */
export async function microseconds(
  operation: () => Promise<unknown>,
  { rounds = 15, calls = 4_000 }: { readonly rounds?: number; readonly calls?: number } = {},
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 5; round++) {
    const started = performance.now();
    for (let call = 0; call < calls; call++) await operation();
    if (round >= 5) times.push(((performance.now() - started) * 1_000) / calls);
  }
  return median(times);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
