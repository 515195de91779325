import { isArray, isObject, read } from "./read.ts";

/** More headers than this are not looked at. */
const MAX_HEADERS = 200;

/** A reader of one header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

/**
 * Reads headers kept as a `Headers` or `Map`, a gRPC `Metadata`, a plain object in any case, or
 * a list of pairs.
 */
export function headerReader(container: unknown): HeaderReader | undefined {
  if (!isObject(container)) return undefined;
  if (isArray(container)) return (name) => fromPairs(container, name);
  if (typeof read(container, "get") === "function") {
    return (name) => {
      try {
        return asText((container as { get(name: string): unknown }).get(name));
      } catch {
        return undefined;
      }
    };
  }
  let lower: ReadonlyMap<string, string> | undefined;
  return (name) => {
    const direct = asText(read(container, name));
    if (direct !== undefined) return direct;
    lower ??= lowerCased(container);
    return lower.get(name);
  };
}

/** The headers of an object that are not in lower case, listed once. */
function lowerCased(container: object): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  let count = 0;
  try {
    for (const key in container) {
      count += 1;
      if (count > MAX_HEADERS) break;
      const name = key.toLowerCase();
      if (name === key) continue;
      const text = asText(read(container, key));
      if (text !== undefined) map.set(name, text);
    }
  } catch {
    return map;
  }
  return map;
}

/** `[["retry-after", "5"]]`, or the flat `rawHeaders` of node. */
function fromPairs(list: readonly unknown[], name: string): string | undefined {
  for (let at = 0; at < MAX_HEADERS; at += 1) {
    const item = read(list, at);
    if (item === undefined) return undefined;
    if (isArray(item)) {
      const key = read(item, 0);
      if (typeof key === "string" && key.toLowerCase() === name) return asText(read(item, 1));
    } else if (typeof item === "string" && at % 2 === 0 && item.toLowerCase() === name) {
      return asText(read(list, at + 1));
    }
  }
  return undefined;
}

function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  if (typeof value === "number") return String(value);
  return isArray(value) ? asText(read(value, 0)) : undefined;
}
