import { asWait, durationAt, isDecimal, protoDuration, whenToWait } from "./duration.ts";
import { type HeaderReader, headerReader } from "./headers.ts";
import type { Link } from "./link.ts";
import { isArray, isObject, read, readNumber } from "./read.ts";
import { retryInfoWait } from "./retry-info.ts";

/** Headers that give a wait outright, the finest first. */
const WAIT_HEADERS: readonly (readonly [name: string, unit: "ms" | "s"])[] = [
  ["retry-after-ms", "ms"], // OpenAI, Azure OpenAI
  ["x-ms-retry-after-ms", "ms"], // Cosmos DB
  ["retry-after", "s"], // RFC 9110 §10.2.3
  ["x-retry-after", "s"],
  ["x-rate-limit-retry-after-seconds", "s"], // Bucket4j
  ["x-ratelimit-retry-after", "s"],
  ["grpc-retry-pushback-ms", "ms"], // gRPC A6
];

/** Headers that say when the window starts afresh, with the one that says how much is left. */
const RESET_HEADERS: readonly (readonly [reset: string, remaining: string])[] = [
  ["x-ratelimit-reset-after", "x-ratelimit-remaining"], // Discord, seconds
  ["x-ratelimit-reset", "x-ratelimit-remaining"],
  ["x-rate-limit-reset", "x-rate-limit-remaining"], // X, Okta
  ["ratelimit-reset", "ratelimit-remaining"], // draft-ietf-httpapi-ratelimit-headers-06
  ["x-ratelimit-reset-requests", "x-ratelimit-remaining-requests"], // OpenAI
  ["x-ratelimit-reset-tokens", "x-ratelimit-remaining-tokens"],
  ["anthropic-ratelimit-requests-reset", "anthropic-ratelimit-requests-remaining"],
  ["anthropic-ratelimit-tokens-reset", "anthropic-ratelimit-tokens-remaining"],
  ["anthropic-ratelimit-input-tokens-reset", "anthropic-ratelimit-input-tokens-remaining"],
  ["anthropic-ratelimit-output-tokens-reset", "anthropic-ratelimit-output-tokens-remaining"],
  ["x-ratelimit-requests-reset", "x-ratelimit-requests-remaining"],
];

/** Properties in or under which a wait may stand. */
const CONTAINERS: ReadonlySet<string> = new Set(
  `response httpResponse context res headers responseHeaders meta $response metadata statusDetails data body error errors json raw responseBody
   retryAfter retry_after retryAfterMs retry_after_ms retryAfterInMs msBeforeNext retryAfterMilliseconds retryAfterSeconds
   retry_after_seconds retryDelay retry_delay nextRetryDelay parameters details`.split(/\s+/),
);

/** The places where a client keeps the headers of the answer. */
export function readersOf(link: Link): readonly HeaderReader[] {
  const { value, response } = link;
  const readers: HeaderReader[] = [];
  for (const container of [
    read(response, "headers"),
    read(value, "headers"),
    read(value, "responseHeaders"),
    read(read(value, "meta"), "headers"),
    read(read(value, "$response"), "headers"),
    read(value, "metadata"),
  ]) {
    const reader = headerReader(container);
    if (reader !== undefined) readers.push(reader);
  }
  return readers;
}

/** Whether the headers say that a limit was hit: Retry-After, or nothing remaining. */
export function limitEvidence(link: Link): "retry-after" | "exhausted" | undefined {
  for (const header of readersOf(link)) {
    if (header("retry-after") !== undefined || header("retry-after-ms") !== undefined)
      return "retry-after";
    for (const name of ["x-ratelimit-remaining", "x-rate-limit-remaining", "ratelimit-remaining"]) {
      const left = header(name)?.trim();
      if (left === "0" || left === "0.0") return "exhausted";
    }
    const field = rateLimitField(header, 0);
    if (field?.exhausted) return "exhausted";
  }
  return undefined;
}

/** Milliseconds to wait before the same call makes sense, from wherever the provider put it. */
export function waitOf(link: Link, now: number, limited: boolean): number | undefined {
  if (!link.canHave(CONTAINERS)) return limited ? fromText(link.message) : undefined;
  for (const header of readersOf(link)) {
    const wait = fromHeaders(header, now, limited);
    if (wait !== undefined) return wait;
  }
  return (
    fromFields(link.value, now) ??
    fromFields(link.get("parameters"), now) ??
    fromFields(read(link.response, "parameters"), now) ??
    retryInfoWait(link) ??
    fromBody(link, now, limited)
  );
}

function fromHeaders(header: HeaderReader, local: number, limited: boolean): number | undefined {
  // A point in time is read against the server's own clock, which the `Date` header gives.
  const date = header("date");
  const server = date === undefined ? Number.NaN : Date.parse(date);
  const now = Number.isNaN(server) ? local : server;
  for (const [name, unit] of WAIT_HEADERS) {
    const text = header(name);
    if (text === undefined) continue;
    const wait =
      unit === "ms" && isDecimal(text.trim()) ? asWait(Number(text)) : whenToWait(text, now);
    if (wait !== undefined) return wait;
  }
  if (!limited) return undefined;
  let longest: number | undefined;
  let longestSpent: number | undefined;
  for (const [name, remaining] of RESET_HEADERS) {
    const text = header(name);
    if (text === undefined) continue;
    const wait = whenToWait(text, now);
    if (wait === undefined) continue;
    longest = Math.max(longest ?? 0, wait);
    if (header(remaining)?.trim() === "0") longestSpent = Math.max(longestSpent ?? 0, wait);
    if (name === "x-ratelimit-reset-after") break;
  }
  return longestSpent ?? longest ?? rateLimitField(header, now)?.wait;
}

/**
 * The RateLimit header field: `limit=100, remaining=0, reset=50` (drafts 7) and
 * `"default";r=0;t=50` (drafts 8 on). Of several policies the exhausted one counts.
 */
function rateLimitField(
  header: HeaderReader,
  now: number,
): { readonly exhausted: boolean; readonly wait: number | undefined } | undefined {
  const text = header("ratelimit")?.slice(0, 500);
  if (text === undefined) return undefined;
  let exhausted = false;
  let wait: number | undefined;
  const policies = text.includes(";") ? text.split(",") : [text.replaceAll(",", ";")];
  for (const policy of policies) {
    let left: string | undefined;
    let reset: string | undefined;
    for (const item of policy.split(";")) {
      const [key, value] = item.split("=", 2) as [string, string | undefined];
      const name = key.trim().toLowerCase();
      if (name === "r" || name === "remaining") left = value?.trim();
      if (name === "t" || name === "reset") reset = value?.trim();
    }
    if (left === "0") exhausted = true;
    if (reset !== undefined && (left === "0" || wait === undefined))
      wait = whenToWait(reset, now) ?? wait;
  }
  return { exhausted, wait };
}

/** Properties in which clients and bodies give a wait, with their units. */
const FIELDS: readonly (readonly [key: string, unit: "ms" | "s" | "text"])[] = [
  ["retryAfterMs", "ms"],
  ["retry_after_ms", "ms"],
  ["retryAfterInMs", "ms"], // Azure
  ["msBeforeNext", "ms"], // rate-limiter-flexible
  ["retryAfterMilliseconds", "ms"],
  ["retryAfterSeconds", "s"],
  ["retry_after_seconds", "s"],
  ["retry_in_seconds", "s"], // monday.com
  ["retryAfter", "s"], // Slack and, by convention, everybody
  ["retry_after", "s"], // Discord, Telegram
  ["retryDelay", "text"], // google.rpc.RetryInfo as JSON
  ["retry_delay", "text"],
  ["nextRetryDelay", "text"], // Temporal
];

function fromFields(value: unknown, now: number): number | undefined {
  if (!isObject(value)) return undefined;
  // Discord's client gives both in milliseconds.
  const fine = read(value, "timeToReset") !== undefined;
  for (const [key, unit] of FIELDS) {
    const found = read(value, key);
    if (found === undefined || found === null) continue;
    const wait = fieldWait(found, fine ? "ms" : unit, now);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

function fieldWait(found: unknown, unit: "ms" | "s" | "text", now: number): number | undefined {
  if (typeof found === "object") return protoDuration(found) ?? dateWait(found, now);
  if (typeof found !== "number" && typeof found !== "string") return undefined;
  if (unit === "ms") {
    const ms = typeof found === "string" ? (isDecimal(found) ? Number(found) : Number.NaN) : found;
    return ms >= 0 ? asWait(ms) : undefined;
  }
  // Temporal gives a bare number in milliseconds, everybody else seconds.
  return whenToWait(found, now);
}

function dateWait(value: unknown, now: number): number | undefined {
  const time = value instanceof Date ? value.getTime() : Number.NaN;
  return Number.isNaN(time) ? undefined : asWait(time - now);
}

function fromBody(link: Link, now: number, limited: boolean): number | undefined {
  const body = link.body;
  const error = read(body, "error");
  let wait: number | undefined;
  if (isObject(body)) {
    wait =
      fromFields(body, now) ??
      fromFields(error, now) ??
      fromFields(read(body, "parameters"), now) ??
      fromDetails(read(error, "details"), now) ??
      fromDetails(read(body, "details"), now) ??
      fromGraphql(read(body, "errors"), now);
  }
  if (!limited) return wait;
  // A fraction of a second is only in Google's text; the field beside it is rounded down.
  const text =
    fromText(read(error, "message")) ??
    fromText(read(body, "message")) ??
    fromText(link.message) ??
    fromText(body);
  if (wait !== undefined && text !== undefined && text > wait && text - wait < 1000) return text;
  return wait ?? text;
}

function fromDetails(details: unknown, now: number): number | undefined {
  if (!isArray(details)) return undefined;
  for (let at = 0; at < 8; at += 1) {
    const detail = read(details, at);
    if (!isObject(detail)) return undefined;
    const wait = fromFields(detail, now);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/** GraphQL: fields in `extensions`, or Shopify's cost: what is missing, at the rate it comes back. */
function fromGraphql(errors: unknown, now: number): number | undefined {
  const extensions = read(isArray(errors) ? read(errors, 0) : undefined, "extensions");
  if (!isObject(extensions)) return undefined;
  const wait = fromFields(extensions, now);
  if (wait !== undefined) return wait;
  const cost = read(extensions, "cost");
  const status = read(cost, "throttleStatus");
  const missing =
    (readNumber(cost, "requestedQueryCost") ?? 0) - (readNumber(status, "currentlyAvailable") ?? 0);
  const rate = readNumber(status, "restoreRate");
  return rate !== undefined && rate > 0 && missing > 0
    ? asWait((missing / rate) * 1000)
    : undefined;
}

const LEADS = [
  "again in ",
  "again after ",
  "retry in ",
  "retry after ",
  "retry-after: ",
  "retry-after ",
  "retry after: ",
  "request in ",
  "wait ",
  "wait for ",
  "available in ",
  "reset in ",
  "resets in ",
  "reset after ",
  "expected available in ",
  "backoff for ",
];

/** "Please try again in 1.898s": only ever asked of a failure already known to be a limit. */
export function fromText(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const sample = text.slice(0, 2000).toLowerCase();
  for (const lead of LEADS) {
    let at = sample.indexOf(lead);
    while (at >= 0) {
      const from = at + lead.length;
      const [ms, end] = durationAt(sample, from);
      // "in 5" without a unit says nothing; "in 6m0s." does.
      if (ms !== undefined && !/[\w]/.test(sample[end] ?? " ")) return asWait(ms);
      at = sample.indexOf(lead, from);
    }
  }
  return undefined;
}
