// Errors that crossed a boundary, wrappers, and results that are empty without being errors

import { handMade } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
export const cases = [];
const V = process.version;
const bug = (r) => A.internal(r);
// ---------- wrapping and boundaries ----------
const B = (id, how, label, run, o = {}) => ({
  client: "boundary",
  version: V,
  id: `boundary/${id}`,
  how,
  label,
  call: "write",
  run,
  ...o,
});
const grab = async (fn) => {
  try {
    await fn();
  } catch (e) {
    return e;
  }
  throw new Error("did not fail");
};
const refusedFetch = async (env) =>
  grab(async () => fetch(`http://127.0.0.1:${await env.closedPort()}`));
const axios404 = async (env, st = 404, h = {}) => {
  const a = (await import("axios")).default;
  return grab(async () => a.get(await env.http({ status: st, headers: h, body: { m: 1 } })));
};
cases.push(
  B("cause-3-deep", "three wrappers around ECONNREFUSED", NET.refused, async (env) => {
    throw new Error("Agent step failed", {
      cause: new Error("Tool get_order failed", {
        cause: new Error("Repository unavailable", { cause: await refusedFetch(env) }),
      }),
    });
  }),
  B(
    "cause-429-headers",
    "wrapper around axios 429: Retry-After one level down",
    A.rate("429 in cause", 6000),
    async (env) => {
      throw new Error("lookup failed", { cause: await axios404(env, 429, { "retry-after": "6" }) });
    },
  ),
  B(
    "originalError",
    "wrapper uses .originalError",
    HTTP[404],
    async (env) => {
      throw Object.assign(new Error("wrapped"), { originalError: await axios404(env) });
    },
    { synthetic: true },
  ),
  B("AggregateError-same", "Promise.any: all ECONNREFUSED", NET.refused, async (env) =>
    Promise.any(
      [refusedFetch(env), refusedFetch(env)].map((p) =>
        p.then((e) => {
          throw e;
        }),
      ),
    ),
  ),
  B(
    "AggregateError-empty",
    "Promise.any([])",
    A.internal("no candidates at all", [
      ["invalid_args", "malformed-args", false],
      ["upstream", "transient", IDEM],
    ]),
    () => Promise.any([]),
  ),
  B(
    "structuredClone-fetch",
    'structuredClone of "fetch failed": code on the cause is lost',
    L(
      "upstream",
      "transient",
      true,
      'TypeError "fetch failed" with a cause whose message says ECONNREFUSED',
      { accept: [["upstream", "transient", IDEM]] },
    ),
    async (env) => {
      throw structuredClone(await refusedFetch(env));
    },
  ),
  B("json-name-message", "JSON {name,message} of an AxiosError", HTTP[404], async (env) => {
    const e = await axios404(env);
    throw JSON.parse(JSON.stringify({ name: e.name, message: e.message }));
  }),
  B("json-refused", "JSON {name,message} of ECONNREFUSED", NET.refused, async (env) => {
    const e = (await refusedFetch(env)).cause;
    throw JSON.parse(JSON.stringify({ name: e.name, message: e.message }));
  }),
  B(
    "message-fetch-failed",
    'only TypeError("fetch failed") is left',
    A.unknownOutcome("cause lost", [["upstream", "transient", true]]),
    async () => {
      throw new TypeError("fetch failed");
    },
    { synthetic: true },
  ),
  B(
    "json-zod",
    "ZodError through JSON: {name,message} where message is JSON",
    A.invalid("ZodError by name"),
    async () => {
      const { z } = await import("zod");
      const e = await grab(async () => z.object({ a: z.number() }).parse({}));
      throw JSON.parse(JSON.stringify({ name: e.name, message: e.message }));
    },
  ),
  B(
    "errno-only",
    "negative errno, no code",
    A.notFound("errno -2 = ENOENT", [
      ["upstream", "forbidden", false],
      ["internal", "malformed-args", false],
    ]),
    async () => {
      throw Object.assign(new Error("open failed"), { errno: -2, syscall: "open" });
    },
    { synthetic: true },
  ),
  B(
    "cross-realm",
    "error from a vm context: not instanceof Error",
    bug("TypeError from another realm"),
    async () => {
      const vm = await import("node:vm");
      vm.runInNewContext("const o = undefined; o.x");
    },
  ),
  B("DOMException-abort", "signal.reason default", A.cancelled("AbortError"), async () => {
    const c = new AbortController();
    c.abort();
    c.signal.throwIfAborted();
  }),
  B(
    "AbortSignal.any-timeout",
    "AbortSignal.any([user, timeout]) fired by the timeout",
    A.timeout("reason is TimeoutError"),
    async (env) => {
      const c = new AbortController();
      await fetch(await env.http({ fault: "slow" }), {
        signal: AbortSignal.any([c.signal, AbortSignal.timeout(60)]),
      });
    },
  ),
);
// ---------- results that are empty without being errors ----------
const empty = handMade("empty result", "empty");
const Z = (id, how, value, label = A.empty(how), o = {}) => empty(id, how, label, value, o);
cases.push(
  Z("array", "[] returned by a search", []),
  Z("null", "null returned", null),
  Z("blank", "white space only", "  \n"),
  Z("items-total", "{items:[],total:0}", { items: [], total: 0 }),
  Z("rows", "pg style {rows:[],rowCount:0}", {
    command: "SELECT",
    rowCount: 0,
    rows: [],
    fields: [],
  }),
  Z("dynamo-scan", "{Items:[],Count:0,ScannedCount:1284}", {
    Items: [],
    Count: 0,
    ScannedCount: 1284,
    $metadata: { httpStatusCode: 200 },
  }),
  Z("mcp-empty", "MCP result with empty text", { content: [{ type: "text", text: "" }] }),
  Z("graphql-null", "{data:{user:null}}", { data: { user: null } }),
  Z("prose", 'text "No results."', "No results."),
);
