import type { Link } from "./link.ts";
import { isArray, isObject, read, readObject } from "./read.ts";

/** Longer texts are not parsed to look for a code in them. */
const JSON_CHARS = 16_384;

/** Where clients keep the body of the answer. */
const BODY_KEYS: ReadonlySet<string> = new Set([
  "response",
  "httpResponse",
  "res",
  "data",
  "body",
  "responseBody",
  "meta",
  "json",
  "raw",
  "error",
  "errors",
  "graphQLErrors",
]);

/**
 * The body of the answer as an object (or text that is no JSON), wherever a client keeps it:
 * `response.data` (axios, octokit, ofetch, gaxios), `response.body` (got, superagent, needle),
 * `data`, `body`, `error` (OpenAI, Anthropic), `meta.body` (Elasticsearch), `responseBody` (AI
 * SDK), `raw` (Stripe), `json` (wretch), `parsedBody` (Azure), or the message itself (Google).
 */
export function bodyOf(link: Link): unknown {
  const { value } = link;
  if (!isObject(value) || !link.canHave(BODY_KEYS)) return fromText(link.message);
  const response = link.response;
  return (
    plain(read(response, "data")) ??
    plain(read(response, "_data")) ??
    plain(read(response, "parsedBody")) ??
    plain(read(response, "body")) ??
    graphql(response) ??
    plain(read(read(value, "data"), "payload")) ??
    plain(read(value, "data")) ??
    plain(read(value, "body")) ??
    plain(read(value, "responseBody")) ??
    plain(read(read(value, "meta"), "body")) ??
    plain(read(value, "json")) ??
    plain(read(value, "raw")) ??
    plain(read(response, "text")) ??
    plain(read(response, "bodyAsText")) ??
    wrapped(value) ??
    fromText(link.message)
  );
}

/** A body is data: plain objects, arrays and texts, no streams, buffers or functions. */
function plain(candidate: unknown): unknown {
  if (typeof candidate === "string")
    return fromText(candidate) ?? (candidate === "" ? undefined : candidate);
  if (typeof candidate !== "object" || candidate === null) return undefined;
  if (isArray(candidate)) return candidate;
  if (typeof read(candidate, "getReader") === "function") return undefined;
  if (typeof read(candidate, "pipe") === "function") return undefined;
  if (typeof read(candidate, "byteLength") === "number") return undefined;
  return candidate;
}

/** graphql-request puts the parsed answer's fields on the response itself. */
function graphql(response: unknown): unknown {
  return isArray(read(response, "errors")) ? response : undefined;
}

/** `{ error: { code, type } }`: the value is the body, or carries it under `error`. */
function wrapped(value: object): unknown {
  const error = read(value, "error");
  if (isArray(read(value, "graphQLErrors"))) return { errors: read(value, "graphQLErrors") };
  // Groq's client keeps the whole body in `error`.
  if (isObject(error)) return isObject(read(error, "error")) ? error : { error };
  // A body that was returned or thrown as it came.
  return typeof error === "string" || isArray(read(value, "errors")) ? value : undefined;
}

/** A JSON object in a text, also behind a short prefix as in `429 {"type":"error"}`. */
export function fromText(text: string): unknown {
  if (text.length < 2 || text.length > JSON_CHARS) return undefined;
  const start = text.indexOf("{");
  if (start < 0 || start > 120 || text.charCodeAt(text.trimEnd().length - 1) !== 125)
    return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(start));
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The codes by which a body names its failure, the most specific first: Google's ErrorInfo
 * reason, then `code`, `type`, `status`, `reason` of the error object, then the same of the body.
 */
export function codesOf(body: unknown): readonly (string | number)[] {
  const codes: (string | number)[] = [];
  if (!isObject(body)) return codes;
  const error = readObject(body, "error");
  if (error !== undefined) {
    reasons(codes, read(error, "details"));
    reasons(codes, read(error, "errors"));
    own(codes, error);
    const inner = readObject(error, "innererror");
    if (inner !== undefined) own(codes, inner);
  }
  const detail = readObject(body, "detail"); // FastAPI
  if (detail !== undefined) own(codes, detail);
  push(codes, read(body, "error_code"));
  push(codes, read(body, "errorCode"));
  own(codes, body);
  push(codes, read(body, "error"));
  reasons(codes, read(body, "errors"));
  reasons(codes, read(body, "details"));
  return codes;
}

const OWN = ["code", "Code", "type", "__type", "status", "reason", "error_type"] as const;

function own(codes: (string | number)[], from: object): void {
  for (const key of OWN) push(codes, read(from, key));
}

function reasons(codes: (string | number)[], list: unknown): void {
  if (!isArray(list)) return;
  for (let at = 0; at < 4; at += 1) {
    const item = read(list, at);
    if (!isObject(item)) return;
    push(codes, read(item, "reason"));
    push(codes, read(read(item, "extensions"), "code"));
    push(codes, read(item, "code"));
    push(codes, read(item, "type"));
  }
}

function push(codes: (string | number)[], code: unknown): void {
  if (codes.length >= 24) return;
  if (typeof code === "string" ? code.length > 0 && code.length <= 120 : typeof code === "number") {
    codes.push(code as string | number);
  }
}
