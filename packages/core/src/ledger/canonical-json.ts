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
    // Most values are plain: with their keys in order the platform's own text is canonical.
    const flat = flatText(value);
    if (flat !== undefined) return flat;
    if (isCanonical(value, 0)) return JSON.stringify(value);
    return write(value, []) ?? "null";
  } catch {
    return '"[unreadable]"';
  }
}

/** Plain JSON whose keys are sorted at every depth. */
function isCanonical(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      break;
    default:
      return false;
  }
  if (value === null) return true;
  if (depth > 50) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto === Array.prototype) {
    for (const item of value as unknown[]) if (!isCanonical(item, depth + 1)) return false;
    return (value as { toJSON?: unknown }).toJSON === undefined;
  }
  if (proto !== Object.prototype && proto !== null) return false;
  let last = "";
  for (const key of Object.keys(value)) {
    // `toJSON` speaks for its object; a `__proto__` key is read by nobody's name for it.
    if (key < last || key === "toJSON") return false;
    last = key;
    if (!isCanonical((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

/** The text of an object without objects in it, as most arguments are; `undefined` for any other. */
function flatText(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const keys = sorted(Object.keys(value));
  let out = "{";
  for (const key of keys) {
    // `toJSON` speaks for its object.
    if (key === "toJSON") return undefined;
    const item = (value as Record<string, unknown>)[key];
    if (typeof item === "object" ? item !== null : !isCanonical(item, 0)) return undefined;
    if (out.length > 1) out += ",";
    out += `${quoted(key)}:${typeof item === "string" ? quoted(item) : String(item)}`;
  }
  return `${out}}`;
}

/** Texts up to this length are looked through for what must be escaped. */
const SHORT = 40;

/** A text as JSON: most short ones need only their quotation marks. */
function quoted(text: string): string {
  if (text.length > SHORT) return JSON.stringify(text);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code === 34 || code === 92 || code > 0xd7ff) return JSON.stringify(text);
  }
  return `"${text}"`;
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
  const keys = sorted(Object.keys(value));
  let out = "{";
  for (const key of keys) {
    const text = write((value as Record<string, unknown>)[key], parents);
    if (text === undefined) continue;
    if (out.length > 1) out += ",";
    out += `${JSON.stringify(key)}:${text}`;
  }
  return `${out}}`;
}

/** By UTF-16 units. In place: sorting a handful by insertion makes no garbage. */
function sorted(keys: string[]): string[] {
  if (keys.length > 16) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string;
    let j = i - 1;
    for (; j >= 0 && (keys[j] as string) > key; j--) keys[j + 1] = keys[j] as string;
    keys[j + 1] = key;
  }
  return keys;
}
