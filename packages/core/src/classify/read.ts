/**
 * Reading properties of values that nobody vouches for: getters and proxies may throw, a revoked
 * proxy throws on everything but `typeof`. Nothing here writes.
 */

type Bag = Readonly<Record<PropertyKey, unknown>>;

/** An object or function, the things that have properties. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The value whose properties threw last, and how often: after a few throws it is left alone. */
let hostile: unknown;
let strikes = 0;

/** Forgets the value that threw, before and after each diagnosis. */
export function forgetHostile(): void {
  hostile = undefined;
  strikes = 0;
}

/** Reads one property; `undefined` when that throws or the value has no properties. */
export function read(value: unknown, key: PropertyKey): unknown {
  if (value === undefined || value === null) return undefined;
  if (strikes > 3 && value === hostile) return undefined;
  try {
    return (value as Bag)[key];
  } catch {
    if (value === hostile) strikes += 1;
    else {
      hostile = value;
      strikes = 1;
    }
    return undefined;
  }
}

/** Own property names, enumerable or not; `undefined` where they cannot or should not be listed. */
export function ownNames(value: object): readonly string[] | undefined {
  if (isArray(value) || typeof value === "function") return undefined;
  if (strikes > 0 && value === hostile) return undefined;
  try {
    return Object.getOwnPropertyNames(value);
  } catch {
    return undefined;
  }
}

/** Reads a property that must be a string to count. */
export function readString(value: unknown, key: PropertyKey): string | undefined {
  const found = read(value, key);
  return typeof found === "string" ? found : undefined;
}

/** Reads a property that must be a finite number to count. */
export function readNumber(value: unknown, key: PropertyKey): number | undefined {
  const found = read(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** Reads a property that must be an object (not a function) to count. */
export function readObject(value: unknown, key: PropertyKey): object | undefined {
  const found = read(value, key);
  return typeof found === "object" && found !== null ? found : undefined;
}

/** `Array.isArray`, which throws on a revoked proxy, made safe. */
export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** The length of an array, or 0 when it cannot be read. */
export function lengthOf(value: readonly unknown[]): number {
  const length = read(value, "length");
  return typeof length === "number" && length >= 0 ? length : 0;
}

/** Own enumerable string keys, at most `limit`; none when that throws. */
export function keysOf(value: unknown, limit = 64): readonly string[] {
  if (!isObject(value)) return [];
  try {
    const keys = Object.keys(value);
    return keys.length > limit ? keys.slice(0, limit) : keys;
  } catch {
    return [];
  }
}

/** Whether a value is an error by shape, of whatever realm or copy. */
export function isErrorLike(value: unknown): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof read(value, "message") === "string" &&
    (typeof read(value, "stack") === "string" || typeof read(value, "name") === "string")
  );
}
