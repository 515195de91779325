/** Operations of a batch: short, so that some batches run without anybody else having the core. */
const BATCH = 200;
const ROUNDS = 1_500;

/**
 * Microseconds of each operation: the tenth percentile of many short batches, taken in turns, so
 * that a busy machine slows all of them alike. Warm-up rounds are left out.
 */
export async function bestOf(operations: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[][] = operations.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, operation] of operations.entries()) {
      const micros = await timeOf(operation, BATCH);
      if (round >= ROUNDS / 10) times[index]?.push(micros);
    }
  }
  return times.map((each) => percentile(each, 0.1));
}

/** Microseconds per operation of one batch. */
export async function timeOf(operation: () => Promise<unknown>, count: number): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < count; i++) await operation();
  return ((performance.now() - started) * 1_000) / count;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
