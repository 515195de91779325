import { bodyOf } from "./body.ts";
import { isArray, isErrorLike, isObject, lengthOf, ownNames, read, readString } from "./read.ts";

/** How much of a message is ever looked at. */
const MESSAGE_CHARS = 2000;
/** How many links of a chain are looked at. */
const MAX_LINKS = 10;

/** Properties under which wrappers keep what they wrap, besides `cause`. */
const INNER = [
  "originalError",
  "original",
  "error",
  "lastError",
  "innerError",
  "networkError",
  "driverError",
  "reason",
  "detail",
  "err",
  "context",
  "sourceError",
  "raw",
] as const;
const INNER_KEYS: ReadonlySet<string> = new Set(INNER);

/** Where clients keep a status. */
const STATUS_KEYS: ReadonlySet<string> = new Set([
  "status",
  "statusCode",
  "response",
  "httpResponse",
  "context",
  "res",
  "data",
  "$metadata",
  "meta",
  "httpStatus",
  "httpStatusCode",
  "httpCode",
  "status_code",
]);

/** Where clients keep the answer: Hugging Face's `httpResponse`, Supabase's `context`, urllib's `res`. */
const RESPONSES = ["response", "httpResponse", "context", "res"] as const;

/**
 * One link of a cause chain, read once and defensively. What costs more than a property read is
 * worked out on first use.
 */
export class Link {
  readonly value: unknown;
  /** The wrapper this link was found in. */
  readonly parent: Link | undefined;
  /** `name`, or `""`. Often just "Error". */
  readonly name: string;
  /** The name of the class, a hint only: minifiers change it. */
  readonly className: string;
  /** The start of the message, or of a thrown string. */
  readonly message: string;
  /** `code` where it is a number or a non-empty string. */
  readonly code: string | number | undefined;
  /** Which gated rules of `reachOf` this link can concern; kept by the rulebook. */
  reach: readonly number[] = [];
  /** The rulebook that `reach` was worked out for. */
  reachOf: unknown;
  #names: readonly string[] | undefined | null = null;
  #status: number | undefined | null = null;
  #body: unknown = UNREAD;
  #lower: string | undefined;

  constructor(value: unknown, parent?: Link) {
    this.value = value;
    this.parent = parent;
    if (!isObject(value)) {
      this.name = "";
      this.className = "";
      this.message = typeof value === "string" ? value.slice(0, MESSAGE_CHARS) : "";
      this.code = undefined;
      return;
    }
    const name = read(value, "name");
    const message = read(value, "message");
    const code = read(value, "code");
    this.name = typeof name === "string" ? name : "";
    this.message = typeof message === "string" && message !== "" ? cut(message) : listed(value);
    this.code =
      typeof code === "number" || (typeof code === "string" && code !== "") ? code : undefined;
    this.className = readString(read(value, "constructor"), "name") ?? "";
  }

  /** Reads a property of the value. */
  get(key: PropertyKey): unknown {
    return read(this.value, key);
  }

  /** Own property names; `undefined` where they cannot be listed. */
  get ownNames(): readonly string[] | undefined {
    if (this.#names === null) this.#names = isObject(this.value) ? ownNames(this.value) : [];
    return this.#names;
  }

  /**
   * Whether one of these can be read from the value: it has one itself, or its class may keep it
   * in a getter.
   */
  canHave(keys: ReadonlySet<string>): boolean {
    const names = this.ownNames;
    if (names === undefined) return true;
    if (names.length <= 2 && this.className !== "" && !PLAIN.has(this.className)) return true;
    const end = Math.min(names.length, 100);
    for (let at = 0; at < end; at += 1) if (keys.has(names[at] as string)) return true;
    return false;
  }

  /** The message in lower case. */
  get lower(): string {
    this.#lower ??= this.message.toLowerCase();
    return this.#lower;
  }

  /** The object that the client says came back, if any. */
  get response(): unknown {
    for (const key of RESPONSES) {
      const response = read(this.value, key);
      if (isObject(response)) return response;
    }
    const boom = read(read(this.value, "data"), "res"); // @hapi/wreck
    return isObject(boom) ? boom : undefined;
  }

  /** An HTTP status of 300 or more, wherever the client keeps it. */
  get status(): number | undefined {
    if (this.#status === null) this.#status = statusOf(this);
    return this.#status;
  }

  /** The parsed body of the answer, wherever the client keeps it. */
  get body(): unknown {
    if (this.#body === UNREAD) this.#body = bodyOf(this);
    return this.#body;
  }

  /** Whether `name` or the class is called so. */
  isNamed(name: string): boolean {
    return this.name === name || this.className === name;
  }
}

const UNREAD = Symbol("unread");

/** Classes of the language, whose instances carry nothing that their own properties do not show. */
export const PLAIN: ReadonlySet<string> = new Set([
  "Object",
  "Error",
  "TypeError",
  "RangeError",
  "SyntaxError",
  "ReferenceError",
  "URIError",
  "EvalError",
  "AggregateError",
  "DOMException",
]);

/** What the first of `errors` says, of an error that says nothing itself (Clerk); not of a service's answer. */
function listed(value: object): string {
  const errors = typeof read(value, "stack") === "string" ? read(value, "errors") : undefined;
  return isArray(errors) ? cut(readString(read(errors, 0), "message") ?? "") : "";
}

function cut(message: string): string {
  return message.length > MESSAGE_CHARS ? message.slice(0, MESSAGE_CHARS) : message;
}

/** The chain from the outermost wrapper inwards: bounded, and each object once. */
export function chainOf(value: unknown): readonly Link[] {
  const first = new Link(value);
  if (!isObject(value)) return [first];
  const links = [first];
  for (let at = 0; at < links.length && links.length < MAX_LINKS; at += 1) {
    const link = links[at] as Link;
    const cause = read(link.value, "cause");
    if (cause !== undefined && cause !== null) add(links, cause, link);
    if (!link.canHave(INNER_KEYS)) continue;
    for (const key of INNER) {
      const inner = read(link.value, key);
      if (typeof inner === "object" && inner !== null && isErrorLike(inner))
        add(links, inner, link);
    }
  }
  return links;
}

function add(links: Link[], value: unknown, parent: Link): void {
  if (links.length >= MAX_LINKS) return;
  if (!isObject(value) && typeof value !== "string") return;
  for (const link of links) if (link.value === value) return;
  links.push(new Link(value, parent));
}

/** The members of an `AggregateError`, at most eight; none for lists of validation issues. */
export function membersOf(link: Link): readonly unknown[] {
  const errors = link.get("errors");
  if (!isArray(errors)) return [];
  const members: unknown[] = [];
  const aggregate = link.isNamed("AggregateError");
  for (let at = 0; at < lengthOf(errors) && members.length < 8; at += 1) {
    const member = read(errors, at);
    if (aggregate || (isErrorLike(member) && typeof read(member, "stack") === "string"))
      members.push(member);
  }
  return members;
}

function statusOf(link: Link): number | undefined {
  const { value } = link;
  if (!isObject(value)) return undefined;
  if (!link.canHave(STATUS_KEYS)) return codeAsStatus(link);
  // A status given as text was put there on purpose (Supabase storage hides a 404 under a 400 so).
  const statusCode = read(value, "statusCode");
  if (typeof statusCode === "string") {
    const parsed = asStatus(statusCode);
    if (parsed !== undefined) return parsed;
  }
  const response = link.response;
  return (
    asStatus(read(value, "status")) ??
    asStatus(statusCode) ??
    asStatus(read(response, "status")) ??
    asStatus(read(response, "statusCode")) ??
    asStatus(read(read(value, "$metadata"), "httpStatusCode")) ??
    asStatus(read(read(value, "meta"), "statusCode")) ??
    asStatus(read(value, "httpStatus")) ??
    asStatus(read(value, "httpStatusCode")) ??
    asStatus(read(value, "httpCode")) ??
    asStatus(read(value, "status_code")) ??
    codeAsStatus(link)
  );
}

/** `code: 404` is a status unless its neighbours say that it is another kind of number. */
function codeAsStatus(link: Link): number | undefined {
  if (typeof link.code !== "number") return undefined;
  if (link.get("cmd") !== undefined || link.get("errorLabels") !== undefined) return undefined;
  // 3xx are replies of AMQP here, and FTP has its own.
  return link.code < 400 || link.isNamed("FTPError") ? undefined : asStatus(link.code);
}

/** A number, or a text that is nothing but a number, in the range of HTTP statuses from 300. */
export function asStatus(value: unknown): number | undefined {
  const status = typeof value === "string" && value.length === 3 ? Number(value) : value;
  return typeof status === "number" && status >= 300 && status <= 599 && Number.isInteger(status)
    ? status
    : undefined;
}
