/**
 * How differently two groups are made up: the total variation distance of their shares, from 0 (the
 * same) to 1 (nothing in common).
 */
export function mixDistance(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): number {
  const total = (mix: ReadonlyMap<string, number>): number =>
    [...mix.values()].reduce((sum, count) => sum + count, 0);
  const ofA = total(a);
  const ofB = total(b);
  if (ofA === 0 || ofB === 0) return 0;
  let distance = 0;
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    distance += Math.abs((a.get(key) ?? 0) / ofA - (b.get(key) ?? 0) / ofB);
  }
  return distance / 2;
}
