// Octokit, pointed at loopback servers that answer with the vendor's own error envelope.

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
import { abortAfter, closedUrl } from "../lib/network.mjs";
export const cases = [];

{
  const gh = (message, extra = {}) => ({
    message,
    documentation_url: "https://docs.github.com/rest",
    ...extra,
  });
  const S = {
    401: [{ status: 401, body: gh("Bad credentials") }, HTTP[401]],
    403: [
      {
        status: 403,
        headers: { "x-ratelimit-remaining": "4900" },
        body: gh("Resource not accessible by integration"),
      },
      HTTP[403],
    ],
    "403-primary-limit": [
      {
        status: 403,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "@epoch+90" },
        body: gh("API rate limit exceeded for user ID 1."),
      },
      A.rate("primary rate limit is a 403", 90000, {
        retryAfterTol: 3000,
        header: "x-ratelimit-reset",
      }),
    ],
    "403-secondary-limit": [
      {
        status: 403,
        headers: { "retry-after": "60", "x-ratelimit-remaining": "4900" },
        body: gh(
          "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        ),
      },
      A.rate("secondary rate limit: 403 + retry-after", 60000),
    ],
    404: [{ status: 404, body: gh("Not Found") }, HTTP[404]],
    409: [
      { status: 409, body: gh("Git Repository is empty.") },
      L("conflict", "malformed-args", false, "GitHub uses 409 for an empty repository", {
        accept: [
          ["empty_result", "empty-result", false],
          ["conflict", "malformed-args", false],
          ["invalid_args", "malformed-args", false],
          ["not_found", "not-found", false],
          ["conflict", "transient", IDEM],
        ],
      }),
    ],
    410: [{ status: 410, body: gh("Issues are disabled for this repo") }, HTTP[410]],
    422: [
      {
        status: 422,
        body: gh("Validation Failed", {
          errors: [{ resource: "Issue", field: "title", code: "missing_field" }],
        }),
      },
      HTTP[422],
    ],
    451: [
      { status: 451, body: gh("Repository access blocked") },
      A.auth("451 blocked for legal reasons", [
        ["not_found", "not-found", false],
        ["upstream", "forbidden", false],
      ]),
    ],
    502: [{ status: 502, body: gh("Server Error") }, HTTP[502]],
    503: [
      { status: 503, body: "No server is currently available to service your request." },
      HTTP[503],
    ],
  };
  {
    const client = "@octokit/request",
      pkg = client,
      call = (m, baseUrl, o) =>
        m.request("GET /repos/{owner}/{repo}/issues", { baseUrl, owner: "o", repo: "r", ...o });
    const base = { client, version: versionOf(pkg), load: () => import(pkg), call: "read" };
    for (const [k, [spec, label]] of Object.entries(S)) {
      cases.push({
        ...base,
        id: `${client}/${k}`,
        how: `REST call against ${spec.status}`,
        label,
        expect: (e) => e.status === spec.status,
        run: async (env, m) => call(m, await env.http(spec)),
      });
    }
    cases.push(
      {
        ...base,
        id: `${client}/refused`,
        how: "closed port",
        label: A.notSent(
          "octokit reports a refused connection as HttpError status 500 with a cause",
          [["upstream", "transient", IDEM]],
        ),
        run: async (env, m) => call(m, await closedUrl(env)),
      },
      {
        ...base,
        id: `${client}/hangup`,
        how: "socket destroyed",
        label: NET.hangup,
        run: async (env, m) => call(m, await env.http({ fault: "hangup" })),
      },
      {
        ...base,
        id: `${client}/abort`,
        how: "caller aborts",
        label: NET.abort,
        run: async (env, m) =>
          call(m, await env.http({ fault: "slow" }), { request: { signal: abortAfter(50) } }),
      },
      {
        ...base,
        id: `${client}/timeout`,
        how: "AbortSignal.timeout(200)",
        label: NET.timeout,
        run: async (env, m) =>
          call(m, await env.http({ fault: "slow" }), {
            request: { signal: AbortSignal.timeout(200) },
          }),
      },
      {
        ...base,
        id: `${client}/tls`,
        how: "self-signed",
        label: NET.tls,
        run: async (env, m) => call(m, await env.https({ status: 200, body: [] })),
      },
    );
  }
}
