import { limitEvidence, readersOf } from "../hint.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE,
  FUTILE_LATE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

const RFC = "https://www.rfc-editor.org/rfc/rfc9110#section-15";

/** What each HTTP status says where nothing better is known. */
const STATUSES: Readonly<Record<number, VerdictInput>> = {
  304: FUTILE,
  401: "auth",
  402: "quota_exhausted",
  403: "auth",
  404: "not_found", // may hide a missing permission; nobody outside can know
  407: "auth",
  408: TIMEOUT_EARLY, // the server gave up waiting for the request
  409: "conflict",
  410: "not_found",
  412: "conflict",
  419: "auth", // Laravel: session expired
  420: "rate_limited", // "enhance your calm"
  421: NOT_SENT, // misdirected: another connection may serve it (RFC 9110 §15.5.20)
  423: ROLLED_BACK, // locked (RFC 4918)
  424: "conflict", // failed dependency (RFC 4918)
  425: NOT_SENT, // too early (RFC 8470)
  426: FUTILE, // upgrade required
  428: "conflict", // precondition required (RFC 6585)
  429: "rate_limited",
  440: "auth", // IIS: login time-out
  444: MAYBE_SENT, // nginx: closed without an answer
  449: "conflict", // IIS: retry with
  450: "auth", // Windows parental controls
  451: "auth", // legal reasons (RFC 7725)
  456: "quota_exhausted", // DeepL
  460: "cancelled", // AWS ELB: the client closed
  494: "invalid_args", // nginx: header too large
  495: FUTILE, // nginx: client certificate
  496: FUTILE,
  497: FUTILE, // plain HTTP to the TLS port
  498: "auth", // ArcGIS: invalid token
  499: "cancelled", // nginx: the client closed
  500: MAYBE_SENT,
  501: FUTILE,
  502: MAYBE_SENT,
  503: MAYBE_SENT, // with Retry-After: see http/retry-after
  504: MAYBE_SENT,
  505: FUTILE,
  506: FUTILE,
  507: FUTILE, // insufficient storage (RFC 4918)
  508: FUTILE, // loop detected (RFC 5842)
  509: "quota_exhausted", // Apache, cPanel: bandwidth limit
  510: FUTILE,
  511: "auth", // network authentication required (RFC 6585)
  520: MAYBE_SENT, // Cloudflare: unknown
  521: NOT_SENT, // Cloudflare: origin down
  522: NOT_SENT, // Cloudflare: no connection to the origin
  523: NOT_SENT, // Cloudflare: origin unreachable
  524: TIMEOUT_LATE, // Cloudflare: origin took too long
  525: FUTILE, // Cloudflare: TLS handshake with the origin
  526: FUTILE, // Cloudflare: certificate of the origin
  527: MAYBE_SENT,
  529: NOT_SENT, // overloaded (Anthropic, Qualys)
  530: MAYBE_SENT,
  561: "auth", // AWS ELB
  598: TIMEOUT_LATE, // proxies: read time-out
  599: TIMEOUT_LATE, // proxies: connect time-out
};

/** The verdict of an HTTP status of 300 or more. */
export function statusVerdict(status: number): VerdictInput {
  const known = STATUSES[status];
  if (known !== undefined) return known;
  if (status < 400) return FUTILE_LATE; // a redirect that nobody followed
  return status < 500 ? "invalid_args" : MAYBE_SENT;
}

/** HTTP: statuses, and the headers that know better. */
export const httpRules: readonly Rule[] = [
  {
    name: "http/rate-limit-headers",
    source: "https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api",
    example: { status: 403, response: { headers: { "x-ratelimit-remaining": "0" } } },
    stage: "limit",
    match(link) {
      const { status } = link;
      if (status !== 403 && status !== 429) return undefined;
      if (status === 429) return "rate_limited";
      return limitEvidence(link) === undefined ? undefined : "rate_limited";
    },
  },
  {
    name: "http/retry-after",
    source: "https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3",
    example: { status: 503, headers: { "retry-after": "3" } },
    stage: "limit",
    match(link) {
      const { status } = link;
      // The service refuses for now: 413 (RFC 9110 §15.5.14), 503, 529. On 500, 502 and 504 the
      // header says when, not that nothing happened.
      if (status !== 503 && status !== 413 && status !== 529) return undefined;
      return limitEvidence(link) === "retry-after" ? NOT_SENT : undefined;
    },
  },
  {
    name: "http/should-not-retry",
    source: "https://docs.stripe.com/error-low-level#error-handling",
    example: { status: 500, headers: { "x-should-retry": "false" } },
    stage: "limit",
    match(link) {
      const { status } = link;
      if (status === undefined || status < 500) return undefined;
      for (const name of ["x-should-retry", "stripe-should-retry"]) {
        if (headerText(link, name) === "false") return FUTILE_LATE;
      }
      return undefined;
    },
  },
  {
    name: "http/client-closed",
    source: "https://nginx.org/en/docs/dev/development_guide.html#http_request_finalization",
    example: { status: 499 },
    stage: "status",
    match(link, { context }) {
      if (link.status !== 499 && link.status !== 460) return undefined;
      // A proxy says that its client closed. If it was not our caller, nobody knows what became of it.
      return context.callerAborted === false ? MAYBE_SENT : "cancelled";
    },
  },
  {
    name: "http/status",
    source: RFC,
    example: { status: 404, message: "Not Found" },
    stage: "status",
    match(link) {
      const { status } = link;
      return status === undefined ? undefined : statusVerdict(status);
    },
  },
  {
    name: "http/thrown-status",
    source: RFC,
    example: 404,
    stage: "status",
    match(link) {
      const { value } = link;
      if (typeof value !== "number" || !Number.isInteger(value)) return undefined;
      return value >= 400 && value <= 599 ? statusVerdict(value) : undefined;
    },
  },
];

function headerText(
  link: Parameters<NonNullable<Rule["match"]>>[0],
  name: string,
): string | undefined {
  for (const reader of readersOf(link)) {
    const text = reader(name);
    if (text !== undefined) return text;
  }
  return undefined;
}
