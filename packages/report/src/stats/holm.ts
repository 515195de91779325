/**
 * p values of a family of tests, corrected by Holm's method: among twenty metrics one would differ by
 * chance alone. What was not tested stays as it is, and does not count.
 */
export function holm(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  const tested = values
    .map((p, index) => ({ p, index }))
    .filter((entry): entry is { p: number; index: number } => entry.p !== undefined)
    .sort((a, b) => a.p - b.p);
  const corrected: (number | undefined)[] = values.map(() => undefined);
  let floor = 0;
  tested.forEach(({ p, index }, rank) => {
    floor = Math.max(floor, Math.min(1, p * (tested.length - rank)));
    corrected[index] = floor;
  });
  return corrected;
}
