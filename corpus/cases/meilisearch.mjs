// Meilisearch: the code of the answer is on the cause, the status on the wrapper

import { versionOf } from "../lib/case.mjs";
import { A, HTTP } from "../lib/labels.mjs";
import { connectionCases } from "../lib/network.mjs";
export const cases = [];
const client = "meilisearch",
  base = { client, version: versionOf(client), load: () => import("meilisearch"), call: "read" };
const call = (m, host, o = {}) =>
  new (m.Meilisearch ?? m.MeiliSearch)({ host, apiKey: "k", ...o }).index("i").search("x");
const S = {
  missing: [404, "index_not_found", "Index `i` not found.", HTTP[404]],
  filter: [400, "invalid_search_filter", "Attribute `genre` is not filterable.", HTTP[400]],
  key: [403, "invalid_api_key", "The provided API key is invalid.", HTTP[403]],
  "no-header": [
    401,
    "missing_authorization_header",
    "The Authorization header is missing. It must use the bearer authorization method.",
    HTTP[401],
  ],
  busy: [
    503,
    "too_many_search_requests",
    "Too many search requests running at the same time: 1000. Retry after 10s.",
    A.busy("503 with Retry-After", 10000, [["rate_limited", "transient", true]]),
    { "retry-after": "10" },
  ],
};
for (const [k, [status, code, message, label, headers]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${k}`,
    how: `search against ${status} ${code}`,
    label,
    expect: (e) => e.cause?.code === code,
    run: async (env, m) => call(m, await env.http({ status, headers, body: { code, message } })),
  });
cases.push(...connectionCases(base, call));
