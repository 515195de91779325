// What services say in their bodies: 2xx that carries an error, RFC 9457, marks, other realms. Hand-made values where no client is needed.

import { handMade } from "../lib/case.mjs";
import { A, HTTP, IDEM, L } from "../lib/labels.mjs";
export const cases = [];
const V = process.version;
const R = handMade("2xx with an error", "body");
cases.push(
  R("graphql-errors", "GraphQL errors beside data null", A.auth("UNAUTHENTICATED"), {
    data: null,
    errors: [{ message: "Sign in", extensions: { code: "UNAUTHENTICATED" } }],
  }),
  R("graphql-not-found", "GraphQL errors without data", A.notFound("NOT_FOUND"), {
    errors: [{ message: "no", extensions: { code: "NOT_FOUND" } }],
  }),
  R(
    "graphql-throttled",
    "Shopify: THROTTLED with cost",
    A.rate("THROTTLED", 2000, { always: true }),
    {
      errors: [
        {
          message: "Throttled",
          extensions: {
            code: "THROTTLED",
            cost: {
              requestedQueryCost: 200,
              throttleStatus: { currentlyAvailable: 100, restoreRate: 50 },
            },
          },
        },
      ],
    },
  ),
  R("ok-false", "Slack", A.notFound("channel_not_found"), {
    ok: false,
    error: "channel_not_found",
  }),
  R("ok-false-limit", "Slack", A.rate("ratelimited", 7000, { always: true }), {
    ok: false,
    error: "ratelimited",
    retry_after: 7,
  }),
  R("success-false", "success false with a code", A.auth("auth"), {
    success: false,
    error: { code: "UNAUTHORIZED", message: "no" },
  }),
  R("success-false-text", "success false with prose", A.notFound("prose"), {
    success: false,
    message: "Order 4 not found",
  }),
  R("data-null-error", "{data:null,error}", A.conflict("23505"), {
    data: null,
    error: {
      code: "23505",
      message: "duplicate key value violates unique constraint",
      details: null,
      hint: null,
    },
  }),
  R("telegram-429", "Telegram", A.rate("429", 5000, { always: true }), {
    ok: false,
    error_code: 429,
    description: "Too Many Requests: retry after 5",
    parameters: { retry_after: 5 },
  }),
  R("telegram-403", "Telegram", A.auth("403"), {
    ok: false,
    error_code: 403,
    description: "Forbidden: bot was blocked by the user",
  }),
  R("discord-429", "Discord", A.rate("429", 1337, { always: true }), {
    message: "You are being rate limited.",
    retry_after: 1.337,
    global: false,
  }),
  R("problem-404", "RFC 9457", HTTP[404], {
    type: "https://example.com/probs/missing",
    title: "Missing",
    status: 404,
    detail: "no such order",
  }),
  R("problem-409", "RFC 9457", HTTP[409], { type: "about:blank", title: "Conflict", status: 409 }),
  R("problem-503", "RFC 9457", HTTP[503], {
    type: "about:blank",
    title: "Service Unavailable",
    status: 503,
  }),
  R(
    "sign-in-page",
    "HTML sign-in page",
    L("upstream", "forbidden", false, "a page that asks for a password", {
      accept: [
        ["auth", "forbidden", false],
        ["upstream", "transient", IDEM],
      ],
    }),
    '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form><input type="password"></form></body></html>',
  ),
  R(
    "throttled-list",
    "an empty list that says it was throttled",
    A.rate("throttled", undefined, { accept: [["upstream", "transient", true]] }),
    { results: [], throttled: true },
  ),
  R(
    "jsonrpc-method",
    "JSON-RPC answer",
    A.unknownTool("-32601", [["invalid_args", "malformed-args", false]]),
    { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } },
  ),
  R("response-404", "a Response", HTTP[404], () => new Response("nope", { status: 404 })),
  R(
    "response-429",
    "a Response",
    A.rate("429", 3000, { always: true }),
    () =>
      new Response("", { status: 429, headers: { ratelimit: "limit=10, remaining=0, reset=3" } }),
  ),
  R(
    "response-429-draft8",
    "a Response",
    A.rate("429", 30000, { always: true }),
    () => new Response("", { status: 429, headers: { ratelimit: '"default";r=0;t=30' } }),
  ),
  R("error-value", "an Error, returned", HTTP[403], () =>
    Object.assign(new Error("no"), { status: 403 }),
  ),
);
const T = (id, how, label, make, o = {}) => ({
  client: "application",
  version: V,
  id: `app/${id}`,
  how,
  label,
  call: "write",
  synthetic: true,
  run: async () => {
    throw await make();
  },
  ...o,
});
const E = (m, o = {}) => Object.assign(new Error(m), o);
cases.push(
  T("499", "client closed request", A.cancelled("499", [["upstream", "transient", IDEM]]), () =>
    E("x", { status: 499 }),
  ),
  T("524", "Cloudflare time-out", A.timeout("524", [["upstream", "transient", IDEM]]), () =>
    E("x", { status: 524 }),
  ),
  T("521", "Cloudflare: origin down", A.notSent("521", [["upstream", "transient", IDEM]]), () =>
    E("x", { status: 521 }),
  ),
  T("407", "proxy authentication", A.auth("407"), () => E("x", { status: 407 })),
  T("511", "network authentication", A.auth("511", [["upstream", "forbidden", false]]), () =>
    E("x", { status: 511 }),
  ),
  T(
    "429-reset-ms",
    "x-ratelimit-reset in epoch milliseconds",
    A.rate("429", 20000, { always: true, retryAfterTol: 3000 }),
    () =>
      E("x", {
        status: 429,
        headers: {
          "x-ratelimit-reset": String(Date.now() + 20000),
          date: new Date().toUTCString(),
        },
      }),
  ),
  T("429-reset-delta", "x-ratelimit-reset as seconds", A.rate("429", 12000, { always: true }), () =>
    E("x", { status: 429, headers: { "X-RateLimit-Reset": "12" } }),
  ),
  T(
    "429-openai-reset",
    "x-ratelimit-reset-requests 6m0s",
    A.rate("429", 360000, { always: true }),
    () =>
      E("x", {
        status: 429,
        headers: new Headers({
          "x-ratelimit-reset-requests": "6m0s",
          "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-tokens": "1s",
          "x-ratelimit-remaining-tokens": "400",
        }),
      }),
  ),
  T("429-text", "try again in 1.898s", A.rate("429", 1898, { always: true }), () =>
    E("Rate limit reached. Please try again in 1.898s.", { status: 429 }),
  ),
  T("429-junk", "Retry-After: soon", A.rate("429"), () =>
    E("x", { status: 429, headers: { "retry-after": "soon" } }),
  ),
  T("429-negative", "Retry-After: -5", A.rate("429"), () =>
    E("x", { status: 429, headers: { "retry-after": "-5" } }),
  ),
  T("403-permission", "plain 403 with limits left", A.auth("403"), () =>
    E("x", { status: 403, headers: { "x-ratelimit-remaining": "17" } }),
  ),
  T(
    "cockatiel-open",
    "circuit breaker open",
    A.notSent("open", [["upstream", "transient", IDEM]]),
    () =>
      E("Execution prevented because the circuit breaker is open", { isBrokenCircuitError: true }),
  ),
  T("rate-limiter-flexible", "RateLimiterRes", A.rate("limit", 250, { always: true }), () => ({
    msBeforeNext: 250,
    remainingPoints: 0,
    consumedPoints: 6,
    isFirstInDuration: false,
  })),
  T("PARTIAL_WRITE", "code", A.corrupt("half written"), () =>
    E("wrote 12 of 340 bytes", { code: "PARTIAL_WRITE" }),
  ),
  T("DataCorruptionError", "name", A.corrupt("damaged"), () =>
    Object.assign(new Error("checksum of segment 4 differs"), { name: "DataCorruptionError" }),
  ),
  T(
    "order-404",
    "404 as an order number",
    L("invalid_args", "malformed-args", false, "prose", {
      accept: [["internal", "malformed-args", false]],
    }),
    () => E("validation of order 404 failed: field qty must be > 0"),
  ),
  T("port-5000", "5000 as a port", A.internal("prose"), () => E("could not bind to port 5000")),
  T("rows-4290", "4290 as a count", A.internal("prose"), () =>
    E("processed 4290 rows, then stopped"),
  ),
  T("localized", "ENOENT in German", A.notFound("ENOENT"), () =>
    E("ENOENT: Datei oder Verzeichnis nicht gefunden, open 'src/x.ts'", {
      code: "ENOENT",
      errno: -2,
      syscall: "open",
    }),
  ),
  T("body-errors", "422 whose reason is in the body", HTTP[422], () =>
    E("Agent responded with HTTP 422", {
      status: 422,
      body: { errors: [{ detail: 'The value "reason" is required' }] },
    }),
  ),
  T("tedious-deadlock", "SQL Server 1205", A.locked("deadlock"), () =>
    Object.assign(new Error("Transaction was deadlocked"), {
      name: "RequestError",
      code: "EREQUEST",
      number: 1205,
    }),
  ),
  T("oracle-unique", "ORA-00001", A.conflict("unique"), () =>
    E("ORA-00001: unique constraint (A.B) violated", { errorNum: 1 }),
  ),
  T("kafka-topic", "UNKNOWN_TOPIC_OR_PARTITION", A.notFound("topic"), () =>
    Object.assign(new Error("This server does not host this topic-partition"), {
      name: "KafkaJSProtocolError",
      type: "UNKNOWN_TOPIC_OR_PARTITION",
      code: 3,
      retriable: true,
    }),
  ),
  T("kafka-auth", "TOPIC_AUTHORIZATION_FAILED", A.auth("topic"), () =>
    Object.assign(new Error("Not authorized"), {
      name: "KafkaJSProtocolError",
      type: "TOPIC_AUTHORIZATION_FAILED",
      code: 29,
      retriable: false,
    }),
  ),
  T("prisma-P1001", "can't reach the server", A.notSent("P1001"), () =>
    Object.assign(new Error("Can't reach database server"), {
      name: "PrismaClientInitializationError",
      errorCode: "P1001",
      clientVersion: "6",
    }),
  ),
  T("prisma-P2025", "no record", A.notFound("P2025"), () =>
    Object.assign(
      new Error(
        "An operation failed because it depends on one or more records that were required but not found.",
      ),
      { name: "PrismaClientKnownRequestError", code: "P2025", clientVersion: "6" },
    ),
  ),
  T("prisma-P2034", "write conflict", A.locked("P2034"), () =>
    Object.assign(new Error("Transaction failed due to a write conflict or a deadlock."), {
      name: "PrismaClientKnownRequestError",
      code: "P2034",
      clientVersion: "6",
    }),
  ),
  T("clone-http", "structuredClone of an HTTP error", HTTP[404], () =>
    structuredClone(E("Request failed with status code 404")),
  ),
  T("vm-refused", "ECONNREFUSED from another realm", A.notSent("refused"), async () =>
    (await import("node:vm")).runInNewContext(
      "Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })",
    ),
  ),
  T(
    "throwing-getters",
    "every getter throws",
    A.internal("unreadable"),
    () =>
      new Proxy(
        {},
        {
          get() {
            throw new Error("no");
          },
          ownKeys() {
            throw new Error("no");
          },
          getPrototypeOf() {
            throw new Error("no");
          },
        },
      ),
    {
      run: () => {
        throw new Proxy(
          {},
          {
            get() {
              throw new Error("no");
            },
            ownKeys() {
              throw new Error("no");
            },
            getPrototypeOf() {
              throw new Error("no");
            },
          },
        );
      },
    },
  ),
  T(
    "aggregate-mixed",
    "one member forbids",
    A.auth("the severest speaks"),
    () => new AggregateError([E("x", { status: 503 }), E("y", { status: 403 })]),
  ),
);
