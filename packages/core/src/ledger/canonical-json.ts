/** Deeper than any real argument; keeps a hostile value from exhausting the stack. */
const MAX_DEPTH = 500;

/**
 * Canonical JSON after RFC 8785: keys sorted by UTF-16 units at every depth, numbers and strings
 * as ECMAScript writes them, no white space. Never throws: what JSON cannot hold gets a form of its
 * own (BigInt its digits, Date its ISO text, Map and Set their entries, a cycle or an unreadable
 * value a mark), `undefined` in an object is left out and in an array is `null`.
 */
export function canonicalJson(value: unknown): string {
  try {
    return write(value, []) ?? "null";
  } catch {
    return '"[unreadable]"';
  }
}

function write(value: unknown, parents: unknown[]): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? String(value === 0 ? 0 : value) : "null";
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return String(value);
    case "object":
      return value === null ? "null" : writeObject(value, parents);
    default:
      return undefined;
  }
}

function writeObject(value: object, parents: unknown[]): string | undefined {
  if (parents.length >= MAX_DEPTH) return '"[too deep]"';
  if (parents.includes(value)) return '"[cycle]"';
  parents.push(value);
  try {
    return writeContents(value, parents);
  } catch {
    // A throwing getter, proxy or toJSON spoils only its own part.
    return '"[unreadable]"';
  } finally {
    parents.pop();
  }
}

function writeContents(value: object, parents: unknown[]): string | undefined {
  if (Array.isArray(value)) {
    let out = "[";
    for (let i = 0; i < value.length; i++) {
      if (i > 0) out += ",";
      out += write(value[i], parents) ?? "null";
    }
    return `${out}]`;
  }
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") {
    const plain: unknown = toJSON.call(value, "");
    return plain === value ? writeKeys(value, parents) : write(plain, parents);
  }
  if (value instanceof Map) return writeEntries("Map", value.entries(), parents);
  if (value instanceof Set) return writeEntries("Set", value.values(), parents);
  if (value instanceof Error) return write(`${value.name}: ${value.message}`, parents);
  return writeKeys(value, parents);
}

function writeEntries(name: string, entries: Iterable<unknown>, parents: unknown[]): string {
  const parts = [...entries].map((entry) => write(entry, parents) ?? "null").sort();
  return `{"[${name}]":[${parts.join(",")}]}`;
}

function writeKeys(value: object, parents: unknown[]): string {
  const keys = Object.keys(value);
  if (keys.length > 1) keys.sort();
  let out = "{";
  for (const key of keys) {
    const text = write((value as Record<string, unknown>)[key], parents);
    if (text === undefined) continue;
    if (out.length > 1) out += ",";
    out += `${JSON.stringify(key)}:${text}`;
  }
  return `${out}}`;
}
