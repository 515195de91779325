// Slack (errors are 200 + ok:false), pointed at loopback servers that answer with the vendor's own error envelope.

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM } from "../lib/labels.mjs";
import { connectionCases } from "../lib/network.mjs";
export const cases = [];

{
  const client = "@slack/web-api",
    base = {
      client,
      version: versionOf(client),
      load: () => import("@slack/web-api"),
      call: "write",
    };
  const mk = (m, url, o = {}) =>
    new m.WebClient("xoxb-test", {
      slackApiUrl: `${url}/api/`,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logLevel: m.LogLevel.ERROR,
      logger: {
        debug() {},
        info() {},
        warn() {},
        error() {},
        setLevel() {},
        getLevel() {
          return "error";
        },
        setName() {},
      },
      ...o,
    });
  const call = (c) => c.chat.postMessage({ channel: "C1", text: "x" });
  const ok = (error, extra = {}) => ({ status: 200, body: { ok: false, error, ...extra } });
  const S = {
    channel_not_found: [
      ok("channel_not_found"),
      A.notFound("platform error channel_not_found arrives as HTTP 200"),
    ],
    user_not_found: [ok("user_not_found"), A.notFound("user_not_found")],
    not_in_channel: [
      ok("not_in_channel"),
      A.auth("bot is not a member", [
        ["not_found", "not-found", false],
        ["invalid_args", "malformed-args", false],
      ]),
    ],
    invalid_auth: [ok("invalid_auth"), A.auth("invalid_auth")],
    token_revoked: [ok("token_revoked"), A.auth("token_revoked")],
    missing_scope: [
      ok("missing_scope", { needed: "chat:write", provided: "channels:read" }),
      A.auth("missing_scope"),
    ],
    invalid_arguments: [
      ok("invalid_arguments", {
        response_metadata: { messages: ["[ERROR] missing required field: channel"] },
      }),
      A.invalid("invalid_arguments"),
    ],
    msg_too_long: [ok("msg_too_long"), A.invalid("msg_too_long", [])],
    ratelimited: [
      { status: 429, headers: { "retry-after": "30" }, body: { ok: false, error: "ratelimited" } },
      A.rate("429: error.retryAfter is in SECONDS", 30000, { header: "retryafter" }),
    ],
    internal_error: [ok("internal_error"), A.unknownOutcome("internal_error as HTTP 200")],
    service_unavailable: [
      ok("service_unavailable"),
      A.notSent("service_unavailable as HTTP 200", [["upstream", "transient", IDEM]]),
    ],
    "http-500": [{ status: 500, body: "oops" }, HTTP[500]],
    "http-404": [{ status: 404, body: "nope" }, HTTP[404]],
  };
  for (const [k, [spec, label]] of Object.entries(S))
    cases.push({
      ...base,
      id: `${client}/${k}`,
      how: `chat.postMessage: ${JSON.stringify(spec.body).slice(0, 60)}`,
      label,
      run: async (env, m) => call(mk(m, await env.http(spec))),
      expect: (e) => typeof e.code === "string" && e.code.startsWith("slack_webapi"),
    });
  cases.push(...connectionCases(base, (m, url, options) => call(mk(m, url, options))));
}
