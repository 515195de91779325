/** The own entries of a plain object; nothing for any other value, nor where reading throws. */
export function entriesOf(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== "object" || value === null) return [];
  try {
    if (Array.isArray(value)) return [];
    return Object.keys(value).flatMap((name): [string, unknown][] => {
      try {
        return [[name, Reflect.get(value, name)]];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
