// OpenAI, pointed at loopback servers that answer with the vendor's own error envelope.

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, NET } from "../lib/labels.mjs";
import { abortAfter, connectionCases } from "../lib/network.mjs";
export const cases = [];

const oaBody = (message, type, code = null, param = null) => ({
  error: { message, type, param, code },
});
const OA = {
  400: [
    {
      status: 400,
      body: oaBody(
        "Invalid value: 'foo'. Supported values are: 'system', 'user'.",
        "invalid_request_error",
        "invalid_value",
        "messages[0].role",
      ),
    },
    HTTP[400],
  ],
  "context-length": [
    {
      status: 400,
      body: oaBody(
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        "invalid_request_error",
        "context_length_exceeded",
        "messages",
      ),
    },
    HTTP[400],
  ],
  401: [
    {
      status: 401,
      body: oaBody(
        "Incorrect API key provided: sk-test.",
        "invalid_request_error",
        "invalid_api_key",
      ),
    },
    HTTP[401],
  ],
  403: [
    {
      status: 403,
      body: oaBody(
        "Country, region, or territory not supported",
        "request_forbidden",
        "unsupported_country_region_territory",
      ),
    },
    HTTP[403],
  ],
  404: [
    {
      status: 404,
      body: oaBody(
        "The model `gpt-nope` does not exist",
        "invalid_request_error",
        "model_not_found",
      ),
    },
    HTTP[404],
  ],
  409: [{ status: 409, body: oaBody("conflict", "conflict") }, HTTP[409]],
  422: [{ status: 422, body: oaBody("Unprocessable", "invalid_request_error") }, HTTP[422]],
  429: [
    {
      status: 429,
      headers: { "retry-after": "20", "retry-after-ms": "19500" },
      body: oaBody(
        "Rate limit reached for gpt-4o in organization org-x on tokens per min",
        "tokens",
        "rate_limit_exceeded",
      ),
    },
    A.rate("429 rate limit; retry-after-ms is the finer header", 19500, { retryAfterTol: 600 }),
  ],
  quota: [
    {
      status: 429,
      body: oaBody(
        "You exceeded your current quota, please check your plan and billing details.",
        "insufficient_quota",
        "insufficient_quota",
      ),
    },
    A.quota("429 insufficient_quota is billing, no retry will help"),
  ],
  500: [
    {
      status: 500,
      body: oaBody("The server had an error while processing your request.", "server_error"),
    },
    HTTP[500],
  ],
  503: [
    {
      status: 503,
      headers: { "retry-after": "5" },
      body: oaBody("The engine is currently overloaded", "server_error"),
    },
    A.busy("503 with Retry-After", 5000),
  ],
};
{
  const client = "openai",
    pkg = "openai",
    keys = Object.keys(OA);
  const mk = (mod, baseURL, o = {}) =>
    new (mod.default ?? mod.OpenAI)({ apiKey: "sk-test", baseURL, maxRetries: 0, ...o });
  const call = (c, o) =>
    c.chat.completions.create({ model: "m", messages: [{ role: "user", content: "x" }] }, o);
  const base = { client, version: versionOf(pkg), load: () => import(pkg), call: "write" };
  for (const k of keys)
    cases.push({
      ...base,
      id: `${client}/${k}`,
      how: `chat.completions.create against ${OA[k][0].status}`,
      label: OA[k][1],
      expect: (e) => e.status === OA[k][0].status,
      run: async (env, m) => call(mk(m, `${await env.http(OA[k][0])}/v1`)),
    });
  cases.push(...connectionCases(base, (m, url, options) => call(mk(m, url, options))), {
    ...base,
    id: `${client}/abort`,
    how: "caller aborts",
    label: NET.abort,
    run: async (env, m) =>
      call(mk(m, await env.http({ fault: "slow" })), { signal: abortAfter(50) }),
  });
  cases.push(
    {
      ...base,
      id: `${client}/nonjson`,
      how: "200 with HTML",
      label: NET.nonjson,
      run: async (env, m) => {
        const r = await call(
          mk(
            m,
            await env.http({
              status: 200,
              headers: { "content-type": "application/json" },
              body: "<html>oops",
            }),
          ),
        );
        return r;
      },
    },
    {
      ...base,
      id: `${client}/stream-error-event`,
      how: "SSE stream carries an error event after 200",
      label: A.unknownOutcome("in-stream server_error", [["upstream", "transient", true]]),
      run: async (env, m) => {
        const s = await call2(
          mk(
            m,
            await env.http({
              status: 200,
              headers: { "content-type": "text/event-stream" },
              body: 'data: {"error":{"message":"The server had an error","type":"server_error","code":null,"param":null}}\n\n',
            }),
          ),
        );
        for await (const _ of s);
      },
    },
    {
      ...base,
      id: `${client}/no-key`,
      how: "constructed without an API key",
      label: A.auth("credentials are missing", [
        ["internal", "malformed-args", false],
        ["upstream", "forbidden", false],
      ]),
      run: async (env, m) => {
        const k = process.env.OPENAI_API_KEY;
        delete process.env.OPENAI_API_KEY;
        try {
          const c = new m.default({ baseURL: await env.http({ status: 200, body: {} }) });
          return await call(c);
        } finally {
          if (k) process.env.OPENAI_API_KEY = k;
        }
      },
    },
  );
}
const call2 = (c) =>
  c.chat.completions.create({
    model: "m",
    stream: true,
    messages: [{ role: "user", content: "x" }],
  });
