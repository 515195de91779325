// PostgreSQL: connections, pools and time-outs of the client

import { A, IDEM, L, NET } from "../lib/labels.mjs";
import { base, connect, serverWithTables, withClient } from "../lib/pg-client.mjs";

export const cases = [
  {
    ...base,
    id: "pg/refused",
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => connect(m, await env.closedPort()),
  },
  {
    ...base,
    id: "pg/refused-localhost",
    how: 'closed port through "localhost" (AggregateError where both families resolve)',
    label: NET.refused,
    run: async (env, m) => connect(m, await env.closedPort(), { host: "localhost" }),
  },
  {
    ...base,
    id: "pg/dns",
    how: ".invalid host",
    label: NET.dns,
    run: async (_env, m) => connect(m, 5432, { host: "db.corpus.invalid" }),
  },
  {
    ...base,
    id: "pg/connect-timeout",
    how: "connectionTimeoutMillis against a server that never speaks",
    label: L("timeout", "transient", true, "timeout while connecting: no query was sent", {
      accept: [
        ["timeout", "transient", IDEM],
        ["upstream", "transient", true],
      ],
    }),
    run: async (env, m) => connect(m, await env.tcp(() => {}), { connectionTimeoutMillis: 200 }),
  },
  {
    ...base,
    id: "pg/query-timeout",
    how: 'client side query_timeout (bare Error "Query read timeout")',
    label: A.timeout("client gave up; the server still runs it"),
    run: (env, m) =>
      withClient(env, m, (c) => c.query("select pg_sleep(2)"), { query_timeout: 120 }),
  },
  {
    ...base,
    id: "pg/pool-timeout",
    how: "pool exhausted",
    label: L("timeout", "transient", true, "no pool slot in time; nothing was sent", {
      accept: [
        ["timeout", "transient", IDEM],
        ["upstream", "transient", true],
      ],
    }),
    run: async (env, m) => {
      const s = await serverWithTables(env, m);
      const p = new m.default.Pool({
        host: "127.0.0.1",
        port: s.port,
        user: "boss",
        database: "postgres",
        max: 1,
        connectionTimeoutMillis: 120,
      });
      p.on("error", () => {});
      const c = await p.connect();
      try {
        await p.query("select 1");
      } finally {
        c.release();
        p.end().catch(() => {});
      }
    },
  },
  {
    ...base,
    id: "pg/hangup",
    how: "server drops the socket during startup",
    label: L("upstream", "transient", true, "connection lost before any query", {
      accept: [["upstream", "transient", IDEM]],
    }),
    run: async (env, m) => connect(m, await env.tcp((s) => s.once("data", () => s.destroy()))),
  },
  {
    ...base,
    id: "pg/ssl-unsupported",
    how: "ssl required, server has none",
    label: A.futile("server does not support SSL"),
    run: async (env, m) => {
      const s = await serverWithTables(env, m);
      return connect(m, s.port, { ssl: true });
    },
  },
];
