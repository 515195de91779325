/** The own entries of a plain object; nothing for any other value, nor where reading throws. */
export function entriesOf(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== "object" || value === null) return [];
  try {
    if (Array.isArray(value)) return [];
    const entries: [string, unknown][] = [];
    for (const name of Object.keys(value)) addEntry(entries, value, name);
    return entries;
  } catch {
    return [];
  }
}

function addEntry(entries: [string, unknown][], value: object, name: string): void {
  try {
    entries.push([name, Reflect.get(value, name)]);
  } catch {
    // What cannot be read is left out.
  }
}
