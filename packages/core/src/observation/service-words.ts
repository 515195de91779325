import { isHtmlInsteadOfJson } from "../classify/rules/language.ts";
import { cleanText } from "./clean-text.ts";
import { fieldReport, isVague, pydanticReport } from "./field-reports.ts";
import { isGeneric } from "./generic-words.ts";
import { isAbsolute } from "./host-paths.ts";
import { toJsonText } from "./to-json-text.ts";

/** More of a text is not looked at: what is said in an error is said at its start. */
const MAX_READ = 16_384;
/** Of a text that was cut before redaction, the end is not used: a secret may be cut in two there. */
const UNSAFE_END = 6_144;
const MAX_DEPTH = 5;

/**
 * What clients put before the service's words: a status that we tell ourselves, the address that
 * was asked. A client that wraps a client says its prefix twice.
 */
const CLIENT_PREFIX =
  /^(?:MCP error -?\d+: |HTTP \d{3}: |request to \S{1,300} failed, reason: |\[[A-Z]{3,7}\] ["']?\S{1,300}?["']?: <no response> |fetch failed: )+/;

/** Where a service's own words stand in a body, the most telling first. */
const WORDS = [
  "detail",
  "message",
  "error_description",
  "error_message",
  "errorMessage",
  "msg",
  "Message",
  "reason",
  "description",
  "faultstring",
  "error",
  "errors",
  "title",
  "details",
  "fault",
  "cause",
  "exception",
  "failure",
  "response",
  "text",
] as const;
/** Where clients keep the body of a response. */
const BODIES = ["stderr", "body", "data", "responseBody", "error", "errors", "details"] as const;

/** What the service, or whoever failed, said. */
export interface ServiceWords {
  /** On one line, clean, redacted; not cut. Absent when nothing was said. */
  readonly text?: string;
  /** The answer was a web page. */
  readonly html?: true;
  /** The name of the error's kind, where it tells something (`TypeError`, `HttpError` do not all). */
  readonly name?: string;
}

/** What redaction and cleaning need. */
export interface WordsOptions {
  readonly redact: (text: string) => string;
  /** Values that the model sent and may see again. */
  readonly keep?: readonly string[];
  /** Paths of the host that the error names as such. */
  readonly paths?: readonly string[];
}

/** The words in any error: thrown or returned, of any client. Never throws. */
export function serviceWords(error: unknown, options: WordsOptions): ServiceWords {
  try {
    const name = nameOf(error);
    const raw = find(error, 0) ?? "";
    const html = isHtml(raw) || isHtmlInsteadOfJson(raw);
    const text = html ? pageTitle(raw) : tidy(raw, { ...options, paths: hostPathsOf(error) });
    return {
      ...(text === "" || isGeneric(text) ? {} : { text: html ? tidy(text, options) : text }),
      ...(html ? { html } : {}),
      ...(name === undefined ? {} : { name }),
    };
  } catch {
    return {};
  }
}

/** Redacted first, then cleaned; what cleaning joins is redacted again. */
export function tidy(raw: string, { redact, keep = [], paths = [] }: WordsOptions): string {
  const long = raw.length > MAX_READ;
  const safe = redact(long ? raw.slice(0, MAX_READ) : raw);
  const used = long ? safe.slice(0, Math.max(0, safe.length - UNSAFE_END)) : safe;
  const clean = cleanText(used, keep, paths);
  const unchanged = safe === raw && clean === raw;
  return (unchanged ? clean : redact(clean)).replace(CLIENT_PREFIX, "").trim();
}

/** The paths in the fields of system errors, along the causes. Longer ones first. */
export function hostPathsOf(error: unknown): string[] {
  const paths = new Set<string>();
  let here = error;
  for (let depth = 0; depth < MAX_DEPTH && typeof here === "object" && here !== null; depth++) {
    const isSystem =
      typeof read(here, "syscall") === "string" || typeof read(here, "errno") === "number";
    for (const key of isSystem ? ["path", "dest", "address", "cwd"] : []) {
      const path = read(here, key);
      if (typeof path === "string" && path.length < 4096 && isAbsolute(path)) paths.add(path);
    }
    here = read(here, "cause");
  }
  return [...paths].sort((a, b) => b.length - a.length);
}

function nameOf(error: unknown): string | undefined {
  const name: unknown =
    typeof error === "object" && error !== null ? read(error, "name") : undefined;
  return typeof name === "string" && /^[\w.]{1,60}$/.test(name) ? name : undefined;
}

function find(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === "string") return fromText(value, depth);
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  if (typeof value !== "object" || value === null) return undefined;
  const own = fromBody(value, depth);
  if (own !== undefined && !isGeneric(own.trim())) return own;
  const message: unknown = read(value, "message");
  const said =
    typeof message === "string"
      ? (databaseSays(value, message) ?? fromText(message, depth))
      : undefined;
  const cause = find(read(value, "cause"), depth + 1);
  if (said !== undefined && !isGeneric(said.trim())) return withCause(said, cause);
  if (cause !== undefined && !isGeneric(cause.trim())) return cause;
  if (own !== undefined || said !== undefined) return own ?? said;
  return value instanceof Error ? undefined : fromRecord(value, depth);
}

/** PostgreSQL's detail names the key that is there already, or is not; its hint says what was meant. */
function databaseSays(error: object, message: string): string | undefined {
  if (typeof read(error, "severity") !== "string") return undefined;
  const [detail, hint] = [read(error, "detail"), read(error, "hint")];
  if (typeof detail === "string" && detail.startsWith("Key (")) return detail;
  return typeof hint === "string" && hint !== "" ? `${message}. ${hint}` : undefined;
}

/** A short message is often only where it failed; the cause says why. */
function withCause(said: string, cause: string | undefined): string {
  if (cause === undefined || said.length > 80 || isGeneric(cause) || isHtml(cause)) return said;
  return said.includes(cause.trim()) ? said : `${said.trim().replace(/[.:]$/, "")}: ${cause}`;
}

/** The body of a response that an error carries. */
function fromBody(error: object, depth: number): string | undefined {
  const response = read(error, "response");
  const holders = typeof response === "object" && response !== null ? [response, error] : [error];
  for (const holder of holders) {
    for (const key of BODIES) {
      const body = read(holder, key);
      // An error of an `errors` list is met again below, as a list; a string body may be a page.
      if (typeof body === "string" ? body.trim() === "" : typeof body !== "object" || body === null)
        continue;
      const words =
        typeof body === "string"
          ? fromText(body, depth + 1)
          : fromRecord(body as object, depth + 1);
      if (words !== undefined) return words;
    }
  }
  return undefined;
}

/**
 * What stands before the words that say what is wrong: the command or query, which the model has
 * sent itself (Node, Prisma); the advice to read a manual (MySQL); the collection (MongoDB).
 */
const PREAMBLE =
  /^Command failed: [^\n]*\n(?=\s*\S)|^\s*Invalid `[\w.$]{1,80}\(\)` invocation\b[\s\S]{0,8000}\n\n(?=\S)|(?<=in your SQL syntax; )check the manual that corresponds to your \w{1,20} server version for the right syntax to use |^E11000 (?=duplicate key error)[\s\S]{0,300}? dup key: (?=\{)/;

/** A text may hold the body: as a whole, or after the client's own words. */
function fromText(given: string, depth: number): string | undefined {
  const text = given.replace(PREAMBLE, (cut) => (cut.startsWith("E11000") ? "duplicate key " : ""));
  const head = text.length > MAX_READ ? text.slice(0, MAX_READ) : text;
  if (head.trim() === "") return undefined;
  if (isHtml(head)) return head;
  const command = /^spawn (\S{1,200}) ENOENT$/.exec(head)?.[1];
  if (command !== undefined) return `the command "${command}" was not found`;
  const report = pydanticReport(head);
  if (report !== undefined) return report;
  const inside = embeddedJson(head);
  if (inside === undefined || Object.keys(inside).length === 0) return text;
  const words = fromRecord(inside, depth + 1);
  if (words !== undefined) return words;
  // A dump of the request, say: the client's own words stand before it.
  const before = head.slice(0, head.indexOf("{")).replace(/[\s:("'`]+$/, "");
  return before.trim().length > 3 ? before : undefined;
}

/** The first JSON object in a text, by balanced braces. */
function embeddedJson(text: string): object | undefined {
  const start = text.indexOf("{");
  if (start < 0) return undefined;
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (quoted) {
      if (char === "\\") index += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{") depth += 1;
    else if (char === "}" && --depth === 0) {
      try {
        return JSON.parse(text.slice(start, index + 1)) as object;
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

function fromRecord(value: object, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const parts = value
      .slice(0, 3)
      .map((item) => withPlace(item, depth))
      .filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : [...new Set(parts)].join("; ");
  }
  const content = read(value, "content");
  if (Array.isArray(content)) return fromContent(content, depth);
  let vague: string | undefined;
  for (const key of WORDS) {
    const inner = read(value, key);
    if (typeof inner === "string" && inner.trim() !== "") {
      const words = withCode(value, withHint(value, fromText(inner, depth + 1) ?? inner), key);
      if (!isVague(inner) && !isGeneric(inner)) return words;
      vague ??= words;
    }
    if (typeof inner === "object" && inner !== null) {
      const words = fromRecord(inner, depth + 1);
      if (words !== undefined) return withCode(value, words, key);
    }
  }
  const code = read(value, "code") ?? read(value, "status") ?? read(value, "statusText");
  return fieldReport(value) ?? vague ?? (typeof code === "string" ? code : undefined);
}

/** PostgREST names beside the message what was meant. */
function withHint(value: object, words: string): string {
  const hint = read(value, "hint");
  if (typeof hint !== "string" || hint === "" || words.includes(hint)) return words;
  return `${words.replace(/\.$/, "")}. ${hint}`;
}

/** A service's code names the failure more exactly than its sentence. */
function withCode(value: object, words: string, from: string): string {
  const code = read(value, "code") ?? (from === "error" ? undefined : read(value, "error"));
  const isName = typeof code === "string" && /^[A-Za-z][\w.-]{2,40}$/.test(code);
  if (!isName || code === "custom" || words.includes(code)) return words;
  return `${words.replace(/\.$/, "")} (${code})`;
}

/** Entries of an `errors` list: FastAPI's `loc` and `msg`, JSON:API's `source.pointer`, GraphQL's. */
function withPlace(item: unknown, depth: number): string | undefined {
  if (typeof item === "string") return item;
  if (typeof item !== "object" || item === null) return undefined;
  const words = fromRecord(item, depth + 1);
  const loc = read(item, "loc") ?? read(item, "field") ?? read(item, "param");
  const place = Array.isArray(loc) ? loc.filter((part) => part !== "body").join(".") : loc;
  return typeof place === "string" && place !== "" && words !== undefined && !words.includes(place)
    ? `${place}: ${words}`
    : words;
}

/** MCP content and the content of model messages. */
function fromContent(content: readonly unknown[], depth: number): string | undefined {
  const texts = content
    .map((part) => (typeof part === "object" && part !== null ? read(part, "text") : part))
    .filter((text) => typeof text === "string" && text.trim() !== "");
  return texts.length === 0 ? undefined : fromText(texts.join("\n"), depth + 1);
}

/** A dump of an object that has no words in any known place; for the operator's detail. */
export function dumpOf(value: unknown): string {
  return typeof value === "object" && value !== null ? toJsonText(value) : String(value);
}

function isHtml(text: string): boolean {
  return /^[^{]{0,200}<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 600));
}

function pageTitle(page: string): string {
  const title = /<title[^>]{0,100}>([^<]{1,200})</i.exec(page.slice(0, MAX_READ))?.[1];
  return title ?? /<h1[^>]{0,100}>([^<]{1,200})</i.exec(page.slice(0, MAX_READ))?.[1] ?? "";
}

function read(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key) as unknown;
  } catch {
    return undefined;
  }
}
