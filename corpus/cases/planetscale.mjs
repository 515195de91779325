// PlanetScale: errors of the database in answers of status 200, by the codes of gRPC

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];
const client = "@planetscale/database",
  base = {
    client,
    version: versionOf(client),
    load: () => import("@planetscale/database"),
    call: "write",
  };
const call = (m, url) =>
  m
    .connect({
      host: "db.example.com",
      username: "u",
      password: "p",
      fetch: (_, { method, headers, body }) => fetch(url, { method, headers, body }),
    })
    .execute("insert into t values (1)");
const rpc = (code, desc) =>
  `target: db.-.primary: vttablet: rpc error: code = ${code} desc = ${desc}`;
const S = {
  duplicate: [
    "ALREADY_EXISTS",
    rpc("AlreadyExists", "Duplicate entry '1' for key 't.PRIMARY' (errno 1062) (sqlstate 23000)"),
    A.conflict("duplicate"),
  ],
  "no-table": [
    "NOT_FOUND",
    rpc("NotFound", "Table 'db.t' doesn't exist (errno 1146) (sqlstate 42S02)"),
    A.notFound("no such table"),
  ],
  syntax: ["INVALID_ARGUMENT", "syntax error at position 4 near 'foo'", A.invalid("syntax")],
  deadline: [
    "DEADLINE_EXCEEDED",
    rpc("DeadlineExceeded", "context deadline exceeded"),
    A.timeout("may still be at it"),
  ],
  exhausted: [
    "RESOURCE_EXHAUSTED",
    rpc("ResourceExhausted", "pool is full"),
    A.rate("no slot", undefined, { accept: [["upstream", "transient", true]] }),
  ],
};
for (const [k, [code, message, label]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${k}`,
    how: `execute, ${code}`,
    label,
    expect: (e) => e.body?.code === code,
    run: async (env, m) =>
      call(m, await env.http({ body: { session: null, error: { code, message } } })),
  });
cases.push(
  {
    ...base,
    id: `${client}/401`,
    how: "execute, 401",
    label: HTTP[401],
    run: async (env, m) =>
      call(
        m,
        await env.http({
          status: 401,
          body: {
            error: { code: "unauthenticated", message: "invalid authorization credentials" },
          },
        }),
      ),
  },
  {
    ...base,
    id: `${client}/refused`,
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => call(m, await closedUrl(env)),
  },
);
