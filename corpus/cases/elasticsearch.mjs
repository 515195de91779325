// Elasticsearch, against a loopback server

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];
// Elasticsearch
{
  const client = "@elastic/elasticsearch",
    base = {
      client,
      version: versionOf(client),
      load: () => import("@elastic/elasticsearch"),
      call: "read",
    };
  const H = {
    "x-elastic-product": "Elasticsearch",
    "content-type": "application/vnd.elasticsearch+json;compatible-with=9",
  };
  const mk = (m, node, o = {}) => new m.Client({ node, maxRetries: 0, sniffOnStart: false, ...o });
  const e = (status, type, reason, extra = {}) => ({
    status,
    headers: H,
    body: JSON.stringify({
      error: { type, reason, root_cause: [{ type, reason }], ...extra },
      status,
    }),
  });
  const S = {
    index_not_found: [e(404, "index_not_found_exception", "no such index [t]"), HTTP[404]],
    version_conflict: [
      e(409, "version_conflict_engine_exception", "[1]: version conflict"),
      HTTP[409],
    ],
    parsing: [e(400, "parsing_exception", "unknown query [foo]"), HTTP[400]],
    security: [e(401, "security_exception", "missing authentication credentials"), HTTP[401]],
    forbidden: [e(403, "security_exception", "action is unauthorized for user"), HTTP[403]],
    rejected: [
      e(429, "es_rejected_execution_exception", "rejected execution"),
      A.rate("thread pool full"),
    ],
    circuit: [
      e(429, "circuit_breaking_exception", "[parent] Data too large"),
      A.rate("circuit breaker", undefined, {
        accept: [
          ["upstream", "transient", true],
          ["invalid_args", "malformed-args", false],
        ],
      }),
    ],
    block: [
      e(
        403,
        "cluster_block_exception",
        "index [t] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)]",
      ),
      A.futile("read-only index", [["auth", "forbidden", false]]),
    ],
    unavailable: [
      e(503, "no_shard_available_action_exception", "no shard available"),
      A.notSent("no shard", [["upstream", "transient", IDEM]]),
    ],
    already: [
      e(400, "resource_already_exists_exception", "index [t/x] already exists"),
      A.conflict("400 that is a conflict"),
    ],
    corrupt: [
      e(500, "corrupt_index_exception", "checksum failed (hardware problem?)"),
      A.corrupt("stored data is damaged"),
    ],
  };
  for (const [k, [spec, label]] of Object.entries(S))
    cases.push({
      ...base,
      id: `elasticsearch/${k}`,
      how: `search against ${spec.status} ${k}`,
      label,
      expect: (x) => x.statusCode === spec.status || x.meta?.statusCode === spec.status,
      run: async (env, m) => mk(m, await env.http(spec)).search({ index: "t" }),
    });
  cases.push(
    {
      ...base,
      id: "elasticsearch/refused",
      how: "closed port",
      label: NET.refused,
      run: async (env, m) => mk(m, await closedUrl(env)).search({ index: "t" }),
    },
    {
      ...base,
      id: "elasticsearch/timeout",
      how: "requestTimeout 250",
      label: NET.timeout,
      run: async (env, m) =>
        mk(m, await env.http({ fault: "slow" }), { requestTimeout: 250 }).search({ index: "t" }),
    },
    {
      ...base,
      id: "elasticsearch/not-elasticsearch",
      how: "200 without the product header",
      label: A.futile("not Elasticsearch"),
      run: async (env, m) =>
        mk(m, await env.http({ status: 200, body: {} })).search({ index: "t" }),
    },
  );
}
