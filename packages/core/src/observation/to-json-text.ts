/** Deeper structures are cut off with a mark. */
const MAX_DEPTH = 60;

/**
 * JSON text of any value, for a model or a record to read. Never throws; the same bytes for the
 * same value. What JSON cannot hold is written as what it means: a BigInt as its digits, a Date in
 * ISO 8601, a Map as an object (pairs when its keys are no strings), a Set as an array, an error
 * as name and message, binary data as its size, a cycle or an unreadable property as a mark.
 */
export function toJsonText(value: unknown): string {
  try {
    if (isPlain(value, 0)) return JSON.stringify(value) ?? "null";
    return JSON.stringify(value, replacer) ?? "null";
  } catch {
    // A cycle, a throwing getter or `toJSON`: rebuilt piece by piece.
    return JSON.stringify(plainJson(value, [])) ?? "null";
  }
}

/** Whether JSON writes the value as it is; most results are, and need no replacing. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "bigint") return false;
  if (typeof value !== "object" || value === null) return true;
  if (depth > 8) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype || "toJSON" in value) return false;
  for (const key in value) {
    if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

function replacer(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  // `toJSON` has already been called; a Buffer's writes out every byte.
  const before = (this as Record<string, unknown>)[key];
  return special(before) ?? special(value) ?? value;
}

/** Objects that JSON writes as `{}` or at great length. `undefined` for any other. */
function special(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof Map) return mapAsJson(value);
  if (value instanceof Set) return [...value];
  if (value instanceof Error) {
    return value.message === "" ? value.name : `${value.name}: ${value.message}`;
  }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return `[${value.byteLength} bytes]`;
  return undefined;
}

function mapAsJson(map: ReadonlyMap<unknown, unknown>): unknown {
  const pairs = [...map];
  return pairs.every(([key]) => typeof key === "string") ? Object.fromEntries(pairs) : pairs;
}

/** The same, guarding every step. */
function plainJson(value: unknown, above: readonly object[]): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value)) return "[circular]";
  if (above.length >= MAX_DEPTH) return "[too deep]";
  const inside = [...above, value];
  try {
    const json = toJson(value);
    if (json !== value) return plainJson(json, inside);
    const replaced = special(value);
    if (replaced !== undefined) return plainJson(replaced, inside);
    if (Array.isArray(value)) return value.map((_, index) => guarded(value, index, inside) ?? null);
    return Object.fromEntries(Object.keys(value).map((key) => [key, guarded(value, key, inside)]));
  } catch {
    return "[unreadable]";
  }
}

function guarded(holder: object, key: string | number, above: readonly object[]): unknown {
  let value: unknown;
  try {
    value = Reflect.get(holder, key);
  } catch {
    return "[unreadable]";
  }
  return plainJson(value, above);
}

function toJson(value: object): unknown {
  try {
    const method: unknown = Reflect.get(value, "toJSON");
    return typeof method === "function" ? (Reflect.apply(method, value, [""]) as unknown) : value;
  } catch {
    return value;
  }
}
