import { versionOf } from "../lib/case.mjs";
import { A, IDEM, L, NET } from "../lib/labels.mjs";
import { startPg } from "../lib/pg.mjs";

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const base = {
  client: "pg",
  version: versionOf("pg"),
  load: () => import("pg"),
  call: "write",
  limit: 25000,
};
const conn = async (m, port, o = {}) => {
  const c = new m.default.Client({
    host: "127.0.0.1",
    port,
    user: "boss",
    database: "postgres",
    ...o,
  });
  c.on("error", () => {});
  await c.connect();
  return c;
};
const ready = (env, m) =>
  env.memo("pg-schema", async () => {
    const s = await startPg(env);
    let c;
    for (let i = 0; i < 40 && !c; i++) c = await conn(m, s.port).catch(() => sleep(100));
    await c.query(`create table t(id int primary key, n int not null, v text check (length(v) < 5)); insert into t values (1,1,'a'),(2,2,'b');
    create table child(id int primary key, t_id int references t(id)); create role pleb login; create role secret login password 'x';`);
    await c.end();
    return s;
  });
async function q(env, m, fn, o) {
  const s = await ready(env, m);
  const c = await conn(m, s.port, o);
  try {
    return await fn(c, s);
  } finally {
    c.end().catch(() => {});
  }
}
export const cases = [
  {
    ...base,
    id: "pg/refused",
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => conn(m, await env.closedPort()),
  },
  {
    ...base,
    id: "pg/refused-localhost",
    how: 'closed port through "localhost" (AggregateError where both families resolve)',
    label: NET.refused,
    run: async (env, m) => conn(m, await env.closedPort(), { host: "localhost" }),
  },
  {
    ...base,
    id: "pg/dns",
    how: ".invalid host",
    label: NET.dns,
    run: async (_env, m) => conn(m, 5432, { host: "db.corpus.invalid" }),
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
    run: async (env, m) => conn(m, await env.tcp(() => {}), { connectionTimeoutMillis: 200 }),
  },
  {
    ...base,
    id: "pg/query-timeout",
    how: 'client side query_timeout (bare Error "Query read timeout")',
    label: A.timeout("client gave up; the server still runs it"),
    run: (env, m) => q(env, m, (c) => c.query("select pg_sleep(2)"), { query_timeout: 120 }),
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
      const s = await ready(env, m);
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
    run: async (env, m) => conn(m, await env.tcp((s) => s.once("data", () => s.destroy()))),
  },
  {
    ...base,
    id: "pg/ssl-unsupported",
    how: "ssl required, server has none",
    label: A.futile("server does not support SSL"),
    run: async (env, m) => {
      const s = await ready(env, m);
      return conn(m, s.port, { ssl: true });
    },
  },
];
