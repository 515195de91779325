import { codesOf } from "../body.ts";
import { readersOf } from "../hint.ts";
import type { Link } from "../link.ts";
import { isObject, read, readNumber, readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import { MAYBE_SENT, type VerdictInput } from "../verdict.ts";
import { errnoInText } from "./text.ts";

/** The words of a body's message, in lower case. */
function saying(link: Link): string {
  const { body } = link;
  const said = readString(read(body, "error"), "message") ?? readString(body, "message");
  return said === undefined ? link.lower : `${link.lower} ${said.slice(0, 1000).toLowerCase()}`;
}

function limitedStatus(status: number | undefined): boolean {
  return status === 429 || status === 403 || status === 402 || status === 400 || status === 503;
}

const SPENT = [
  "exceeded your current quota",
  "credit balance is too low",
  "insufficient credit",
  "insufficient balance",
  "insufficient_quota",
  "billing hard limit",
  "billing details",
  "out of credits",
  "quota has been exhausted",
  "monthly limit",
  "monthly quota",
  "daily quota",
  "daily limit",
  "per day limit",
  "spending limit",
  "spend limit",
  "usage limit for this billing",
  "exceeded the quota for",
  "upgrade your plan",
];

/** Model providers and other services behind a plain status. */
export const providerRules: readonly Rule[] = [
  {
    name: "google/error-info",
    source:
      "https://cloud.google.com/apis/design/errors#error_info, https://googleapis.dev/java ErrorReason",
    example: {
      status: 400,
      message:
        '{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}',
    },
    stage: "body",
    match(link) {
      if (link.status === undefined && typeof link.code !== "number") return undefined;
      const { body } = link;
      if (!isObject(body)) return undefined;
      // "Per day" in a violated quota means that waiting seconds does not help.
      const error = read(body, "error");
      if (
        readString(error, "status") === "RESOURCE_EXHAUSTED" &&
        isDailyQuota(read(error, "details"))
      ) {
        return "quota_exhausted";
      }
      for (const code of codesOf(body)) {
        switch (code) {
          case "API_KEY_INVALID":
          case "API_KEY_EXPIRED":
          case "API_KEY_SERVICE_BLOCKED":
          case "SERVICE_DISABLED":
          case "ACCESS_TOKEN_EXPIRED":
          case "ACCESS_TOKEN_SCOPE_INSUFFICIENT":
          case "CONSUMER_INVALID":
          case "accessNotConfigured":
          case "insufficientPermissions":
          case "authError":
            return "auth";
          case "RATE_LIMIT_EXCEEDED":
          case "rateLimitExceeded":
          case "userRateLimitExceeded":
          case "concurrentLimitExceeded":
          case "sharingRateLimitExceeded":
            return "rate_limited";
          case "BILLING_DISABLED":
          case "dailyLimitExceeded":
          case "quotaExceeded":
          case "storageQuotaExceeded":
            return "quota_exhausted";
          case "backendError":
            return MAYBE_SENT;
          default:
        }
      }
      return undefined;
    },
  },
  {
    name: "provider/spent",
    source:
      "https://platform.openai.com/docs/guides/error-codes, https://docs.anthropic.com/en/api/errors",
    example: {
      status: 400,
      error: {
        type: "invalid_request_error",
        message: "Your credit balance is too low to access the Anthropic API.",
      },
    },
    stage: "body",
    match(link) {
      if (!limitedStatus(link.status)) return undefined;
      const said = saying(link);
      if (said.length === 0) return undefined;
      for (const phrase of SPENT) {
        if (!said.includes(phrase)) continue;
        // Google words its per-minute limits so too, with the wait beside it.
        if (
          said.includes("retry in ") ||
          said.includes("retrydelay") ||
          said.includes("per minute")
        )
          return undefined;
        return "quota_exhausted";
      }
      return undefined;
    },
  },
  {
    name: "provider/too-large",
    source:
      "https://console.groq.com/docs/errors; OpenAI's 429 for more tokens than a minute allows",
    example: { status: 413, message: "Request too large for model: Limit 6000, Requested 8123" },
    stage: "body",
    // The same request never fits, whatever the code beside it calls the limit.
    match: (link) =>
      (link.status === 413 || link.status === 429) && saying(link).includes("request too large")
        ? "invalid_args"
        : undefined,
  },
  {
    name: "provider/secondary-limit",
    source:
      "https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits",
    example: { status: 403, message: "You have exceeded a secondary rate limit." },
    stage: "body",
    match(link) {
      if (link.status !== 403 && link.status !== 429) return undefined;
      const said = saying(link);
      return said.includes("rate limit") ||
        said.includes("abuse detection") ||
        said.includes("too many requests") ||
        said.includes("throttl")
        ? "rate_limited"
        : undefined;
    },
  },
  {
    name: "provider/bad-key",
    source: "https://ai.google.dev/gemini-api/docs/troubleshooting",
    example: { status: 400, message: "API key not valid. Please pass a valid API key." },
    stage: "body",
    match(link) {
      if (link.status !== 400) return undefined;
      const said = saying(link);
      return said.includes("api key not valid") ||
        said.includes("invalid api key") ||
        said.includes("api key expired") ||
        said.includes("invalid login credentials")
        ? "auth"
        : undefined;
    },
  },
  {
    name: "github/empty-reply",
    source:
      "@octokit/request dist-bundle: a failed fetch is a RequestError with status 500 and no response",
    example: {
      $error: {
        name: "HttpError",
        status: 500,
        request: { method: "GET" },
        message: "other side closed",
      },
    },
    stage: "limit",
    match: (link) =>
      link.name === "HttpError" &&
      link.status === 500 &&
      link.response === undefined &&
      isObject(link.get("request"))
        ? (errnoInText(link.message) ?? MAYBE_SENT)
        : undefined,
  },
  {
    name: "telegram",
    source: "https://core.telegram.org/bots/api#responseparameters",
    example: {
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 5",
      parameters: { retry_after: 5 },
    },
    has: ["error_code"],
    match(link) {
      if (link.get("ok") !== false) return undefined;
      const code = readNumber(link.value, "error_code");
      if (code === 429) return "rate_limited";
      if (code === 401 || code === 403) return "auth";
      if (code === 404) return "not_found";
      if (code === 409) return "conflict";
      return code === 400
        ? link.get("description") === undefined
          ? undefined
          : telegram400(link)
        : undefined;
    },
  },
  {
    name: "discord",
    source: "https://discord.com/developers/docs/topics/opcodes-and-status-codes#json",
    example: { message: "You are being rate limited.", retry_after: 1.5, global: false },
    has: ["retry_after"],
    match: (link) =>
      typeof link.get("retry_after") === "number" && typeof link.get("global") === "boolean"
        ? "rate_limited"
        : undefined,
  },
  {
    name: "rate-limiter-flexible",
    source: "https://github.com/animir/node-rate-limiter-flexible#ratelimiterres-object",
    example: { msBeforeNext: 250, remainingPoints: 0, consumedPoints: 5 },
    has: ["msBeforeNext"],
    match: (link) =>
      typeof link.get("msBeforeNext") === "number" && link.get("remainingPoints") !== undefined
        ? "rate_limited"
        : undefined,
  },
  {
    name: "retry-after-field",
    source: "by convention of many clients",
    example: { $error: { message: "Slow down", retryAfterMs: 1500 } },
    stage: "word",
    has: ["retryAfterMs", "headers", "response", "responseHeaders"],
    match: (link) =>
      typeof link.get("retryAfterMs") === "number" ||
      readersOf(link).some((header) => header("retry-after") !== undefined)
        ? link.status === undefined
          ? "rate_limited"
          : undefined
        : undefined,
  },
  {
    name: "problem-details",
    source: "https://www.rfc-editor.org/rfc/rfc9457",
    example: {
      $error: { message: "x", body: { type: "about:blank", title: "Conflict", status: 409 } },
    },
    stage: "status",
    match(link, { inner }) {
      // A problem inside an error that carries no status itself.
      const { body } = link;
      if (link.status !== undefined || !isObject(body) || body === link.value) return undefined;
      const status =
        readNumber(body, "status") ??
        readNumber(read(body, "error"), "status") ??
        readNumber(body, "statusCode") ??
        readNumber(read(body, "error"), "code") ??
        readNumber(body, "code");
      return status !== undefined && status >= 400 && status <= 599 ? inner({ status }) : undefined;
    },
  },
];

function telegram400(link: Link): VerdictInput {
  const said = (readString(link.value, "description") ?? "").toLowerCase();
  return said.includes("not found") ? "not_found" : "invalid_args";
}

/** Whether a violated quota of google.rpc.QuotaFailure is one that starts afresh daily. */
function isDailyQuota(details: unknown): boolean {
  for (let at = 0; at < 6; at += 1) {
    const violations = read(read(details, at), "violations");
    for (let row = 0; row < 4; row += 1) {
      const id = readString(read(violations, row), "quotaId") ?? "";
      if (id.includes("PerDay")) return true;
    }
  }
  return false;
}
