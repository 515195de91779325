import { checkValue } from "../options/check-fields.ts";
import { callable } from "../options/kind.ts";
import { classifyName, type NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholders.ts";
import { redact } from "./redact.ts";
import { REDACTED, type Redactor } from "./redactor.ts";

/** Stands where a getter or a proxy threw. */
const UNREADABLE = "[unreadable]";
/** Stands for what lies deeper than this many levels. */
const TOO_DEEP = "[too deep]";
const MAX_DEPTH = 200;

/**
 * Redacts a JSON-like value of any shape: each text in it goes through the redactor, and what stands
 * under a name that says it is a secret (`password`, `apiKey`, `authorization`) is masked whole.
 * Numbers, booleans, dates and everything else stay.
 *
 * @param redactor what each text goes through. Default: the built-in rules.
 * @returns a copy that shares no container with its input and keeps its cycles. Whatever the value,
 * never throws and never changes its input.
 * @throws RecourseError `invalid_option`, where the redactor is no function
 */
export function redactValue(value: unknown, redactor: Redactor = redact): unknown {
  checkValue("redactor", redactor, callable, { of: "redactValue()" });
  return new Copier(redactor).copy(value, 0);
}

class Copier {
  readonly #redactor: Redactor;
  readonly #copies = new Map<object, unknown>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.#redactor(value);
    if (typeof value !== "object" || value === null) return value;
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    try {
      return this.#copyObject(value, depth + 1);
    } catch {
      return UNREADABLE;
    }
  }

  #copyObject(value: object, depth: number): unknown {
    if (Array.isArray(value)) return this.#copyArray(value, depth);
    if (value instanceof Date || value instanceof RegExp || ArrayBuffer.isView(value)) return value;
    if (value instanceof Map) {
      const out = new Map<unknown, unknown>();
      this.#copies.set(value, out);
      for (const [key, item] of value) {
        out.set(
          this.copy(key, depth),
          typeof key === "string" ? this.named(key, item, depth) : this.copy(item, depth),
        );
      }
      return out;
    }
    if (value instanceof Set) {
      const out = new Set<unknown>();
      this.#copies.set(value, out);
      for (const item of value) out.add(this.copy(item, depth));
      return out;
    }
    if (isEntryList(value)) {
      const out: Record<string, unknown> = {};
      this.#copies.set(value, out);
      for (const [key, item] of value)
        define(out, this.#redactor(key), this.named(key, item, depth));
      return out;
    }
    const json = ownJson(value);
    if (json !== undefined) return this.copy(json.value, depth);
    return this.#copyFields(value, depth);
  }

  #copyArray(value: readonly unknown[], depth: number): unknown[] {
    const out: unknown[] = [];
    this.#copies.set(value, out);
    for (let index = 0; index < value.length; index++) {
      const item = read(value, index);
      const before = index > 0 ? read(value, index - 1) : undefined;
      // Lists of headers and of arguments: ["x-api-key", "…"], ["--token", "…"].
      const isPair =
        typeof item === "string" &&
        typeof before === "string" &&
        (index % 2 === 1 || before.startsWith("-")) &&
        (/^-|[a-z]-[a-z]/i.test(before) || value.length === 2);
      out.push(isPair ? this.named(before, item, depth) : this.copy(item, depth));
    }
    return out;
  }

  #copyFields(value: object, depth: number): unknown {
    const out: Record<string, unknown> = Object.create(plainPrototype(value)) as Record<
      string,
      unknown
    >;
    this.#copies.set(value, out);
    const keys = new Set(Object.keys(value));
    // An error keeps its text in fields that are not enumerable.
    if (value instanceof Error)
      for (const key of ["name", "message", "stack", "cause"]) if (key in value) keys.add(key);
    for (const key of keys) {
      const item = read(value, key);
      // { name: "x-api-key", value: "…" }, as network logs have it.
      const label = key === "value" ? (read(value, "name") ?? read(value, "key")) : undefined;
      const name = typeof label === "string" && isSecretName(label) ? label : key;
      define(out, this.#redactor(key), this.named(name, item, depth));
    }
    return out;
  }

  /** The value under a name. */
  named(name: string, value: unknown, depth: number): unknown {
    const nameClass = classifyName(name);
    if (!masks(nameClass)) return this.copy(value, depth);
    if (typeof value === "string") return this.#maskText(nameClass, value);
    if (typeof value === "number" || typeof value === "bigint") {
      return nameClass === "password" ? REDACTED : value;
    }
    if (Array.isArray(value)) {
      return value.map((item) =>
        typeof item === "string" ? this.#maskText(nameClass, item) : this.copy(item, depth),
      );
    }
    return this.copy(value, depth);
  }

  #maskText(nameClass: NameClass | undefined, value: string): string {
    if (value.trim() === "" || isPlaceholder(value)) return value;
    if (nameClass !== "authorization") return REDACTED;
    const scheme = /^([A-Za-z][\w-]{1,30}) +\S/.exec(value);
    return scheme === null ? REDACTED : `${scheme[1]} ${REDACTED}`;
  }
}

/** Names whose values are masked whatever they look like. */
function masks(nameClass: NameClass | undefined): boolean {
  return (
    nameClass === "password" ||
    nameClass === "secret" ||
    nameClass === "token" ||
    nameClass === "authorization" ||
    nameClass === "cookie"
  );
}

function isSecretName(name: string): boolean {
  return masks(classifyName(name));
}

function read(value: object, key: string | number): unknown {
  try {
    return (value as Record<string | number, unknown>)[key];
  } catch {
    return UNREADABLE;
  }
}

/** `__proto__` is a name like any other. */
function define(out: Record<string, unknown>, key: string, value: unknown): void {
  let free = key;
  for (let count = 2; Object.hasOwn(out, free); count++) free = `${key} (${count})`;
  Object.defineProperty(out, free, { value, enumerable: true, configurable: true, writable: true });
}

/** A plain object without a prototype stays one; every other becomes a plain object. */
function plainPrototype(value: object): object | null {
  return Object.getPrototypeOf(value) === null ? null : Object.prototype;
}

/** Headers, URLSearchParams and FormData: what they hold is only in their iterator. */
function isEntryList(value: object): value is Iterable<[string, unknown]> {
  const tag = Object.prototype.toString.call(value);
  return (
    tag === "[object Headers]" || tag === "[object URLSearchParams]" || tag === "[object FormData]"
  );
}

/** What an object says it is in JSON, when it says so. */
function ownJson(value: object): { value: unknown } | undefined {
  const toJson = (value as { toJSON?: unknown }).toJSON;
  if (typeof toJson !== "function") return undefined;
  const json: unknown = toJson.call(value);
  return json === value ? undefined : { value: json };
}
