// Stripe, against a loopback server

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM } from "../lib/labels.mjs";
import { connectionCases } from "../lib/network.mjs";
export const cases = [];
// Stripe
{
  const client = "stripe",
    base = { client, version: versionOf(client), load: () => import("stripe"), call: "write" };
  const mk = (m, url, o = {}) => {
    const u = new URL(url);
    return new m.default("sk_" + "test_x", {
      host: u.hostname,
      port: u.port,
      protocol: "http",
      maxNetworkRetries: 0,
      telemetry: false,
      ...o,
    });
  };
  const call = (c) => c.customers.create({ email: "a@b.test" });
  const b = (type, code, message, extra = {}) => ({ error: { type, code, message, ...extra } });
  const S = {
    resource_missing: [
      {
        status: 404,
        body: b("invalid_request_error", "resource_missing", "No such customer: 'cus_1'", {
          param: "id",
        }),
      },
      HTTP[404],
    ],
    "resource_missing-400": [
      {
        status: 400,
        body: b("invalid_request_error", "resource_missing", "No such price: 'price_1'", {
          param: "price",
        }),
      },
      A.notFound("resource_missing as 400", [["invalid_args", "malformed-args", false]]),
    ],
    parameter_missing: [
      {
        status: 400,
        body: b("invalid_request_error", "parameter_missing", "Missing required param: amount."),
      },
      HTTP[400],
    ],
    401: [
      { status: 401, body: b("invalid_request_error", undefined, "Invalid API Key provided") },
      HTTP[401],
    ],
    403: [
      {
        status: 403,
        body: b(
          "invalid_request_error",
          undefined,
          "The provided key does not have access to account",
        ),
      },
      HTTP[403],
    ],
    card_declined: [
      {
        status: 402,
        body: b("card_error", "card_declined", "Your card was declined.", {
          decline_code: "generic_decline",
        }),
      },
      HTTP[402],
    ],
    rate_limit: [
      { status: 429, body: b("invalid_request_error", "rate_limit", "Too many requests") },
      A.rate("429 rate_limit"),
    ],
    lock_timeout: [
      {
        status: 429,
        body: b(
          "invalid_request_error",
          "lock_timeout",
          "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.",
        ),
      },
      A.locked("429 that is a lock", { accept: [["rate_limited", "transient", true]] }),
    ],
    "idempotency-409": [
      {
        status: 409,
        body: b(
          "idempotency_error",
          "idempotency_key_in_use",
          "There is currently another in-progress request using this Stripe-Idempotent Key",
        ),
      },
      A.locked("key in use: nothing done", { accept: [["conflict", "transient", IDEM]] }),
    ],
    500: [{ status: 500, body: b("api_error", undefined, "Sorry! There was an error") }, HTTP[500]],
    "503-no-retry": [
      {
        status: 503,
        headers: { "stripe-should-retry": "false" },
        body: b("api_error", undefined, "no"),
      },
      A.futile("the service says not to retry", [["upstream", "transient", IDEM]]),
    ],
  };
  for (const [k, [spec, label]] of Object.entries(S))
    cases.push({
      ...base,
      id: `${client}/${k}`,
      how: `customers.create against ${spec.status}`,
      label,
      expect: (e) => e.statusCode === spec.status,
      run: async (env, m) => call(mk(m, await env.http(spec))),
    });
  cases.push(...connectionCases(base, (m, url, options) => call(mk(m, url, options))));
}
