// The pg client against the throw-away PostgreSQL.
import { setTimeout as sleep } from "node:timers/promises";
import { versionOf } from "./case.mjs";
import { startPg } from "./pg.mjs";

/** what all cases of this client have in common */
export const base = {
  client: "pg",
  version: versionOf("pg"),
  load: () => import("pg"),
  call: "write",
  limit: 25000,
};

export const connect = async (m, port, o = {}) => {
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

/** connects to a server that is still starting */
export const connectWhenUp = async (m, port) => {
  let c;
  for (let i = 0; i < 40 && !c; i++) c = await connect(m, port).catch(() => sleep(100));
  return c;
};

/** the server with tables and roles to fail on */
export const serverWithTables = (env, m) =>
  env.memo("pg-schema", async () => {
    const s = await startPg(env);
    const c = await connectWhenUp(m, s.port);
    await c.query(`create table t(id int primary key, n int not null, v text check (length(v) < 5)); insert into t values (1,1,'a'),(2,2,'b');
    create table child(id int primary key, t_id int references t(id)); create role pleb login; create role secret login password 'x';`);
    await c.end();
    return s;
  });

/** lets a function use a connection of its own; its error is the case's */
export async function withClient(env, m, fn, o) {
  const s = await serverWithTables(env, m);
  const c = await connect(m, s.port, o);
  try {
    return await fn(c, s);
  } finally {
    c.end().catch(() => {});
  }
}
