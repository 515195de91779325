import type { ClassifyContext, Diagnosis } from "./diagnosis.ts";
import { asStatus } from "./link.ts";
import { isArray, isErrorLike, isObject, keysOf, lengthOf, read, readString } from "./read.ts";
import { contentText, emptyVerdict, hasEmptyList } from "./returned-empty.ts";
import { FUTILE, type Verdict, verdictOf } from "./verdict.ts";

/** What is known of a returned value: a verdict by its own shape, or that of an error inside. */
export type Returned = Diagnosis | { readonly verdict: Verdict; readonly name: string };

type Inner = (value: unknown) => Diagnosis;

const named = (name: string, verdict: Parameters<typeof verdictOf>[0]): Returned => ({
  name: `returned/${name}`,
  verdict: verdictOf(verdict),
});

/**
 * Tells a returned failure or an empty result from a success (`undefined`). Only shapes that say
 * so count: a text that begins with "Error" is a text.
 */
export function returnedVerdict(
  value: unknown,
  context: ClassifyContext,
  classifyInner: Inner,
): Returned | undefined {
  const inner: Inner = (part) => classifyInner(part);
  // What a write did does not show in what it gives back: none of it is "nothing found".
  const finds = context.effect !== "write";
  if (value === null) return context.effect === "read" ? named("null", "empty_result") : undefined;
  if (typeof value === "string") {
    return textVerdict(value, finds && context.effect !== "idempotent");
  }
  if (!isObject(value)) return undefined;
  if (isArray(value)) {
    if (lengthOf(value) === 0) return finds ? named("empty-list", "empty_result") : undefined;
    return isAjvError(read(value, 0)) ? named("validation-issues", "invalid_args") : undefined;
  }
  if (isErrorLike(value) && typeof read(value, "stack") === "string") return asThrown(inner, value);
  if (
    typeof read(value, "ok") === "boolean" &&
    typeof read(read(value, "headers"), "get") === "function"
  ) {
    return responseVerdict(value, inner);
  }
  return (
    (read(value, "isError") === true ? mcpVerdict(value, inner) : undefined) ??
    failureVerdict(value, inner) ??
    emptyOrCut(value, finds)
  );
}

function emptyOrCut(value: object, finds: boolean): Returned | undefined {
  const found = emptyVerdict(value);
  if (found === undefined || (found.verdict === "empty_result" && !finds)) return undefined;
  return named(found.name, found.verdict);
}

/** The same value, judged as if it had been thrown. */
function asThrown(inner: Inner, value: unknown): Diagnosis {
  return inner(value);
}

function textVerdict(text: string, finds: boolean): Returned | undefined {
  if (finds && text.length < 4096 && text.trim() === "") return named("blank", "empty_result");
  return isSignInPage(text) ? named("sign-in-page", FUTILE) : undefined;
}

/** An HTML page that asks for a password came from a proxy or an expired session, not from the service. */
export function isSignInPage(text: string): boolean {
  const start = text.slice(0, 200).trimStart().toLowerCase();
  if (!start.startsWith("<!doctype html") && !start.startsWith("<html")) return false;
  const page = text.slice(0, 20_000).toLowerCase();
  return (
    page.includes('type="password"') ||
    page.includes("type='password'") ||
    page.includes("sign in") ||
    page.includes("log in") ||
    page.includes("signin") ||
    page.includes("login")
  );
}

function responseVerdict(response: object, inner: Inner): Returned | undefined {
  if (read(response, "ok") === false) {
    // `Response.error()` and opaque answers have status 0.
    return read(response, "status") === 0 ? named("response-error", "upstream") : inner(response);
  }
  const url = readString(response, "url")?.slice(0, 2000).toLowerCase() ?? "";
  const html = readString({ type: headerOf(response, "content-type") }, "type")?.startsWith(
    "text/html",
  );
  const signIn = /\/(?:login|signin|sign-in|sso|saml|oauth2?\/authorize)\b/.test(url);
  return read(response, "redirected") === true && html && signIn
    ? named("sign-in-page", FUTILE)
    : undefined;
}

function headerOf(response: object, name: string): unknown {
  try {
    return (read(response, "headers") as Headers).get(name);
  } catch {
    return undefined;
  }
}

/** Whether a value is an MCP result that says that it is a failure, however it came here. */
export function isMcpFailure(value: unknown): boolean {
  if (!isObject(value) || read(value, "isError") !== true) return false;
  const content = read(value, "content");
  return isArray(content) || typeof content === "string";
}

/** An MCP result with `isError`: what it says as data first, then its text. */
function mcpVerdict(value: object, inner: Inner): Returned {
  const structured = read(value, "structuredContent");
  const text = contentText(value);
  if (text !== "") {
    // What the server's handler threw says more than that it threw.
    const message = text.replace(/^MCP error -32603: (?=.*\b[45]\d\d\b)/, "");
    const diagnosis = inner({ name: "Error", message });
    if (diagnosis.rule !== "unrecognised") {
      const { code } = diagnosis;
      const status = diagnosis.rule === "text/status" ? asStatus(code) : undefined;
      const rule = `mcp/is-error: ${diagnosis.rule}`;
      return { ...diagnosis, ...(status === undefined ? {} : { status }), rule };
    }
  }
  if (isObject(structured)) {
    const diagnosis = inner(structured);
    if (diagnosis.rule !== "unrecognised")
      return { ...diagnosis, rule: `mcp/is-error: ${diagnosis.rule}` };
  }
  return named("mcp-is-error", "internal");
}

function failureVerdict(value: object, inner: Inner): Returned | undefined {
  const error = read(value, "error");
  const refused =
    read(value, "ok") === false ||
    read(value, "success") === false ||
    (hasOwn(value, "data") && isBlank(read(value, "data")) && !isNothing(error) && error !== false);
  const graphql = read(value, "errors");
  const failed =
    isArray(graphql) &&
    lengthOf(graphql) > 0 &&
    isObject(read(graphql, 0)) &&
    isNothing(read(value, "data"));
  const problem =
    typeof read(value, "title") === "string" &&
    typeof read(value, "type") === "string" &&
    Number(read(value, "status")) >= 400;
  // Google's maps. Beside anything else it may be of what was asked for, such as a job that failed.
  const complaint = hasEmptyList(value) ? readString(value, "error_message") : undefined;
  if (!refused && !failed && !problem && !complaint) return undefined;
  if (isObject(error)) {
    const diagnosis = inner(error);
    // The headers stand beside the error (Resend).
    const { retryAfterMs } = diagnosis.errorType === "rate_limited" ? inner(value) : diagnosis;
    if (diagnosis.rule !== "unrecognised")
      return retryAfterMs === undefined ? diagnosis : { ...diagnosis, retryAfterMs };
  }
  const diagnosis = inner(value);
  if (diagnosis.rule !== "unrecognised") return diagnosis;
  const said = typeof error === "string" ? error : (complaint ?? readString(value, "message"));
  if (said !== undefined) {
    const bySaying = inner({ name: "Error", message: said });
    if (bySaying.rule !== "unrecognised") return bySaying;
  }
  return named("failure", "internal");
}

/** Nothing, or an object of nothings: Supabase's `{ user: null, session: null }`. */
function isBlank(data: unknown): boolean {
  return (
    isNothing(data) || (isObject(data) && keysOf(data).every((key) => read(data, key) === null))
  );
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function hasOwn(value: object, key: string): boolean {
  try {
    return Object.hasOwn(value, key);
  } catch {
    return false;
  }
}

/** One error object of Ajv. */
export function isAjvError(value: unknown): boolean {
  return (
    typeof read(value, "keyword") === "string" &&
    (typeof read(value, "instancePath") === "string" ||
      typeof read(value, "schemaPath") === "string")
  );
}
