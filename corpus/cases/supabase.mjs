// Supabase (errors are RETURNED), pointed at loopback servers that answer with the vendor's own error envelope.

import { returned, versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];

{
  const client = "@supabase/supabase-js",
    pkg = client;
  const base = { client, version: versionOf(pkg), load: () => import(pkg), call: "read" };
  const mk = async (m, url) =>
    m.createClient(url, "anon", {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: globalThis.WebSocket ? undefined : { transport: class {} },
    });
  const pg = (code, message, details = null, hint = null) => ({ code, message, details, hint });
  const S = {
    "PGRST116-single-0-rows": [
      {
        status: 406,
        body: pg(
          "PGRST116",
          "Cannot coerce the result to a single JSON object",
          "The result contains 0 rows",
        ),
      },
      L("empty_result", "empty-result", false, ".single() on 0 rows", {
        accept: [["not_found", "not-found", false]],
      }),
    ],
    "42501-rls": [
      {
        status: 403,
        body: pg("42501", 'new row violates row-level security policy for table "t"'),
      },
      A.auth("row level security"),
    ],
    "PGRST301-jwt-expired": [
      { status: 401, body: pg("PGRST301", "JWT expired") },
      A.auth("JWT expired"),
    ],
    23505: [
      {
        status: 409,
        body: pg(
          "23505",
          'duplicate key value violates unique constraint "t_pkey"',
          "Key (id)=(1) already exists.",
        ),
      },
      A.conflict("unique violation"),
    ],
    "42P01": [
      { status: 404, body: pg("42P01", 'relation "public.nope" does not exist') },
      A.notFound("undefined table", [["invalid_args", "malformed-args", false]]),
    ],
    "PGRST204-column": [
      {
        status: 400,
        body: pg("PGRST204", "Could not find the 'colr' column of 't' in the schema cache"),
      },
      A.invalid("unknown column", [["not_found", "not-found", false]]),
    ],
    57014: [
      { status: 500, body: pg("57014", "canceling statement due to statement timeout") },
      L("timeout", "transient", IDEM, "statement timeout", {
        accept: [
          ["timeout", "transient", true],
          ["upstream", "transient", IDEM],
        ],
      }),
    ],
    503: [
      {
        status: 503,
        body: pg("PGRST002", "Could not query the database for the schema cache. Retrying."),
      },
      HTTP[503],
    ],
  };
  for (const [k, [spec, label]] of Object.entries(S)) {
    cases.push({
      ...base,
      id: `${client}/${k}`,
      how: `from('t').select() against ${spec.status}: {error} is returned, not thrown`,
      label,
      run: async (env, m) => {
        const { error } =
          (await (await mk(m, await env.http(spec))).from("t").select("*").retry?.(false)) ??
          (await (await mk(m, await env.http(spec))).from("t").select("*"));
        if (error) returned(error);
      },
      expect: (e) => e.code === spec.body.code,
    });
  }
  cases.push({
    ...base,
    id: `${client}/refused`,
    how: 'closed port; the fetch failure is folded into {error:{message,details,code:""}}',
    label: NET.refused,
    run: async (env, m) => {
      const q = (await mk(m, await closedUrl(env))).from("t").select("*");
      const { error } = await (q.retry ? q.retry(false) : q);
      if (error) returned(error);
    },
  });
  cases.push(
    {
      ...base,
      id: `${client}/throwOnError`,
      how: "throwOnError()",
      label: A.auth("row level security"),
      run: async (env, m) =>
        (await mk(m, await env.http(S["42501-rls"][0]))).from("t").insert({ a: 1 }).throwOnError(),
      call: "write",
    },
    {
      ...base,
      id: `${client}/auth-invalid-login`,
      how: "signInWithPassword 400",
      label: L("auth", "forbidden", false, "invalid_credentials as 400", {
        accept: [["invalid_args", "malformed-args", false]],
      }),
      run: async (env, m) => {
        const { error } = await (
          await mk(
            m,
            await env.http({
              status: 400,
              body: {
                code: "invalid_credentials",
                error_code: "invalid_credentials",
                msg: "Invalid login credentials",
              },
            }),
          )
        ).auth.signInWithPassword({ email: "a@b.c", password: "x" });
        if (error) returned(error);
      },
    },
    {
      ...base,
      id: `${client}/storage-404`,
      how: "storage download: status 400 whose body says 404",
      label: L("not_found", "not-found", false, "Object not found", {
        accept: [["invalid_args", "malformed-args", false]],
      }),
      run: async (env, m) => {
        const { error } = await (
          await mk(
            m,
            await env.http({
              status: 400,
              body: { statusCode: "404", error: "not_found", message: "Object not found" },
            }),
          )
        ).storage
          .from("b")
          .download("x.png");
        if (error) returned(error);
      },
    },
  );
}
