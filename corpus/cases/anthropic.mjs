// Anthropic, pointed at loopback servers that answer with its error envelope (docs.anthropic.com/en/api/errors).

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
import { abortAfter, connectionCases } from "../lib/network.mjs";
export const cases = [];
const body = (type, message) => ({ type: "error", error: { type, message }, request_id: "req_1" });
const S = {
  400: [
    { status: 400, body: body("invalid_request_error", "max_tokens: must be greater than 0") },
    HTTP[400],
  ],
  "credit-low": [
    {
      status: 400,
      body: body(
        "invalid_request_error",
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
      ),
    },
    A.quota("400 that is spent credit", [["invalid_args", "malformed-args", false]]),
  ],
  401: [{ status: 401, body: body("authentication_error", "invalid x-api-key") }, HTTP[401]],
  402: [
    { status: 402, body: body("billing_error", "There is an issue with your billing") },
    HTTP[402],
  ],
  403: [
    {
      status: 403,
      body: body(
        "permission_error",
        "Your API key does not have permission to use the specified resource.",
      ),
    },
    HTTP[403],
  ],
  404: [{ status: 404, body: body("not_found_error", "model: claude-nope") }, HTTP[404]],
  413: [
    {
      status: 413,
      body: body("request_too_large", "Request exceeds the maximum allowed number of bytes."),
    },
    HTTP[413],
  ],
  429: [
    {
      status: 429,
      headers: { "retry-after": "12" },
      body: body(
        "rate_limit_error",
        "Number of request tokens has exceeded your per-minute rate limit",
      ),
    },
    A.rate("429 with Retry-After", 12000),
  ],
  "429-reset": [
    {
      status: 429,
      headers: {
        "anthropic-ratelimit-requests-remaining": "0",
        "anthropic-ratelimit-requests-reset": "@iso+30",
      },
      body: body("rate_limit_error", "slow down"),
    },
    A.rate("429 with a reset as an ISO date", 30000, { always: true, retryAfterTol: 3000 }),
  ],
  500: [{ status: 500, body: body("api_error", "Internal server error") }, HTTP[500]],
  504: [
    { status: 504, body: body("timeout_error", "Request timed out") },
    L("timeout", "transient", IDEM, "504 timeout_error", {
      accept: [["upstream", "transient", IDEM]],
    }),
  ],
  529: [{ status: 529, body: body("overloaded_error", "Overloaded") }, HTTP[529]],
};
const client = "@anthropic-ai/sdk",
  base = {
    client,
    version: versionOf(client),
    load: () => import("@anthropic-ai/sdk"),
    call: "write",
  };
const call = (m, baseURL, o = {}, r) =>
  new m.default({ apiKey: "k", baseURL, maxRetries: 0, ...o }).messages.create(
    { model: "m", max_tokens: 5, messages: [{ role: "user", content: "x" }] },
    r,
  );
for (const [k, [spec, label]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${k}`,
    how: `messages.create against ${spec.status}`,
    label,
    expect: (e) => e.status === spec.status,
    run: async (env, m) => call(m, await env.http(spec)),
  });
cases.push(
  ...connectionCases(base, call),
  {
    ...base,
    id: `${client}/abort`,
    how: "caller aborts",
    label: NET.abort,
    run: async (env, m) =>
      call(m, await env.http({ fault: "slow" }), {}, { signal: abortAfter(50) }),
  },
  {
    ...base,
    id: `${client}/stream-overloaded`,
    how: "SSE stream carries overloaded_error after 200",
    label: A.notSent("overloaded inside a stream", [["upstream", "transient", IDEM]]),
    run: async (env, m) => {
      const s = await new m.default({
        apiKey: "k",
        baseURL: await env.http({
          status: 200,
          headers: { "content-type": "text/event-stream" },
          body: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
        }),
        maxRetries: 0,
      }).messages.create({
        model: "m",
        max_tokens: 5,
        stream: true,
        messages: [{ role: "user", content: "x" }],
      });
      for await (const _ of s);
    },
  },
);
