// Google GenAI, pointed at loopback servers that answer with the vendor's own error envelope.

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, L, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];

{
  const b = (code, status, message, details = []) => ({
    error: { code, message, status, details },
  });
  const S = {
    400: [
      { status: 400, body: b(400, "INVALID_ARGUMENT", "Request contains an invalid argument.") },
      HTTP[400],
    ],
    "api-key-400": [
      {
        status: 400,
        body: b(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "API_KEY_INVALID",
            domain: "googleapis.com",
          },
        ]),
      },
      L("auth", "forbidden", false, "400 that is really a bad key: the body says API_KEY_INVALID", {
        accept: [["invalid_args", "malformed-args", false]],
      }),
    ],
    403: [
      { status: 403, body: b(403, "PERMISSION_DENIED", "The caller does not have permission") },
      HTTP[403],
    ],
    404: [{ status: 404, body: b(404, "NOT_FOUND", "models/nope is not found") }, HTTP[404]],
    429: [
      {
        status: 429,
        body: b(429, "RESOURCE_EXHAUSTED", "Quota exceeded. Please retry in 34.07s.", [
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" },
        ]),
      },
      A.rate('429; RetryInfo.retryDelay "34s" only inside the JSON text of error.message', 34000, {
        always: true,
        retryAfterTol: 200,
      }),
    ],
    503: [
      {
        status: 503,
        body: b(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
      },
      HTTP[503],
    ],
  };
  const client = "@google/genai",
    base = {
      client,
      version: versionOf(client),
      load: () => import("@google/genai"),
      call: "write",
    };
  const mk = (m, baseUrl, o = {}) =>
    new m.GoogleGenAI({
      apiKey: "k",
      httpOptions: { baseUrl, retryOptions: { attempts: 1 }, ...o },
    });
  for (const [k, [spec, label]] of Object.entries(S))
    cases.push({
      ...base,
      id: `${client}/${k}`,
      how: `generateContent against ${spec.status}`,
      label,
      anyAfter: true,
      expect: (e) => e.status === spec.status || String(e.message).includes(spec.body.error.status),
      run: async (env, m) =>
        mk(m, await env.http(spec)).models.generateContent({ model: "gemini-x", contents: "x" }),
    });
  cases.push({
    ...base,
    id: `${client}/refused`,
    how: "closed port",
    label: NET.refused,
    run: async (env, m) =>
      mk(m, await closedUrl(env)).models.generateContent({ model: "gemini-x", contents: "x" }),
  });
  cases.push({
    ...base,
    id: `${client}/timeout`,
    how: "httpOptions.timeout 250",
    label: A.timeout("SDK timeout shows as an AbortError", [["cancelled", "-", false]]),
    run: async (env, m) =>
      mk(m, await env.http({ fault: "slow" }), { timeout: 250 }).models.generateContent({
        model: "gemini-x",
        contents: "x",
      }),
  });
}
