// Validation libraries, programmer errors, odd throwables, boundary-crossing errors, empty results

import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
export const cases = [];
const V = process.version;
const own = [
  ["internal", "malformed-args", false],
  ["upstream", "forbidden", false],
];
const J = (id, how, label, fn, o = {}) => ({
  client: "language",
  version: V,
  id: `js/${id}`,
  how,
  label,
  call: "write",
  run: fn,
  synthetic: /^(app|throw)-/.test(id),
  ...o,
});
// ---------- JSON ----------
const jsonAccept = [
  ["upstream", "forbidden", false],
  ["upstream", "transient", IDEM],
  ["internal", "malformed-args", false],
];
cases.push(
  J(
    "json-trailing",
    "JSON.parse of truncated tool-call arguments",
    A.invalid("SyntaxError from JSON.parse; could be arguments or a body", jsonAccept),
    () => JSON.parse('{"id": 1, "name": "x"'),
  ),
  J(
    "json-html",
    "JSON.parse of an HTML page",
    L(
      "upstream",
      "transient",
      IDEM,
      "the text starts with <!DOCTYPE: an upstream page, not arguments",
      { accept: [["invalid_args", "malformed-args", false], ...jsonAccept] },
    ),
    () => JSON.parse("<!DOCTYPE html><html>"),
  ),
  J("json-bigint", "JSON.stringify BigInt", A.internal("BigInt not serializable"), () =>
    JSON.stringify({ a: 1n }),
  ),
);
// ---------- programmer errors: NOT the model's arguments ----------
const bug = (r) => A.internal(r);
cases.push(
  J(
    "TypeError-undefined",
    "read a property of undefined",
    bug("null dereference in the tool"),
    () => {
      let o;
      return o.total;
    },
  ),
  J("TypeError-not-a-function", "x is not a function", bug("call of a non-function"), () => {
    const o = {};
    o.go();
  }),
  J("TypeError-const", "assignment to constant", bug("const assignment"), () =>
    new Function("const a = 1; a = 2")(),
  ),
  J("ReferenceError", "undeclared variable", bug("undeclared variable"), () =>
    new Function("return notDefinedAnywhere")(),
  ),
  J("RangeError-stack", "Maximum call stack size exceeded", bug("endless recursion"), () => {
    const f = () => f() + 1;
    f();
  }),
  J(
    "RangeError-toFixed",
    "toFixed(200): argument could come from the model",
    A.invalid("a number argument out of range", own),
    () => (1.5).toFixed(200),
  ),
  J(
    "RangeError-date",
    'new Date("garbage").toISOString()',
    A.invalid("Invalid time value: a date argument did not parse", own),
    () => new Date("garbage").toISOString(),
  ),
  J(
    "SyntaxError-regexp",
    "Invalid regular expression from an argument",
    A.invalid("pattern argument", own),
    () => new RegExp(["(", "unclosed"].join("")),
  ),
  J("URIError", 'decodeURIComponent("%")', A.invalid("URI malformed: argument", own), () =>
    decodeURIComponent("%"),
  ),
  J("DataCloneError", "structuredClone(function)", bug("DataCloneError"), () =>
    structuredClone(() => {}),
  ),
);
// ---------- odd throwables ----------
const unknown = (r) => A.internal(r);
const thrower = (v) => () => {
  throw v;
};
cases.push(
  J("throw-string", 'throw "boom"', unknown("a string without information"), thrower("boom")),
  J("throw-undefined", "throw undefined", unknown("nothing at all"), thrower(undefined)),
  J(
    "throw-number",
    "throw 404",
    L("not_found", "not-found", false, "a bare 404: most likely a status", {
      accept: unknown("").accept.map((a) => [a.errorType, a.errorClass, a.retryable]),
    }),
    thrower(404),
  ),
  J(
    "throw-symbol",
    "throw Symbol()",
    unknown("a symbol: String concatenation would crash the classifier"),
    thrower(Symbol("x")),
  ),
  J(
    "throw-object",
    'throw {error:"x"}',
    unknown("plain object"),
    thrower({ error: "something bad" }),
  ),
  J(
    "throw-object-status",
    "throw {status:404,message}",
    HTTP[404],
    thrower({ status: 404, message: "Not Found" }),
  ),
  J(
    "throw-object-code",
    'throw {code:"ECONNREFUSED"}',
    NET.refused,
    thrower({ code: "ECONNREFUSED" }),
  ),
  J(
    "throw-null-proto",
    "object without prototype",
    unknown("Object.create(null): no toString"),
    thrower(Object.assign(Object.create(null), { message: "weird" })),
  ),
  J(
    "throw-cyclic-cause",
    "error whose cause is itself",
    unknown("cyclic cause chain: must terminate"),
    () => {
      const e = new Error("loop");
      e.cause = e;
      throw e;
    },
  ),
  J("throw-huge-message", "2 MB message", unknown("must stay quick"), () => {
    throw new Error("x".repeat(2e6));
  }),
  J(
    "throw-promise",
    "throw Promise.resolve(1)",
    unknown("a promise"),
    thrower(Promise.resolve(1)),
    {},
  ),
  J(
    "throw-class-not-error",
    "custom class that is not an Error",
    A.notFound("class NotFoundError without Error", [["upstream", "forbidden", false]]),
    () => {
      class NotFoundError {
        constructor() {
          this.message = "no such order";
        }
      }
      throw new NotFoundError();
    },
  ),
);
// throw of a Promise: run() must reject with it, a rejected await would unwrap; the arrow above throws synchronously inside async fn and keeps it
// ---------- hand-written errors as tools throw them ----------
const E =
  (msg, o = {}, name) =>
  () => {
    const e = Object.assign(new Error(msg), o);
    if (name) e.name = name;
    throw e;
  };
cases.push(
  J(
    "app-NotFoundError",
    "class by name only",
    A.notFound("name NotFoundError"),
    E("Order 42 does not exist", {}, "NotFoundError"),
  ),
  J(
    "app-UnauthorizedError",
    "express-jwt style",
    A.auth("name + status"),
    E("jwt expired", { status: 401, code: "credentials_required" }, "UnauthorizedError"),
  ),
  J(
    "app-RateLimitError",
    "retryAfter seconds property",
    A.rate("retryAfter property without a unit (seconds by convention)", 15000, {
      always: true,
      accept: [],
    }),
    E("Too many requests", { retryAfter: 15 }, "RateLimitError"),
  ),
  J(
    "app-TimeoutError",
    "p-timeout style",
    A.timeout("name TimeoutError"),
    E("Promise timed out after 500 milliseconds", {}, "TimeoutError"),
  ),
  J(
    "app-status-in-message",
    "status only in the text",
    HTTP[404],
    E("Request failed: 404 Not Found"),
  ),
  J(
    "app-404-items",
    "text mentions 404 as a count",
    unknown('"processed 404 of 500 items" is not a status'),
    E("Export failed: processed 404 of 500 items"),
  ),
  J(
    "app-no-results",
    "tool throws for no results",
    A.empty("says no results", []),
    E('No results found for query "timout"'),
  ),
  J(
    "app-corrupt-text",
    "text only: partial write",
    A.corrupt("the tool says its own state is half written", [["upstream", "forbidden", false]]),
    E(
      "Inconsistent state: order 42 was charged but the ledger row was not written (partial write)",
      {},
      "CorruptStateError",
    ),
  ),
  J(
    "app-timeout-in-arg",
    'text contains "timeout" but it is an argument problem',
    A.invalid('"timeout" names the parameter', [["upstream", "forbidden", false]]),
    E("Invalid value for parameter 'timeout': must be an integer", {
      code: "ERR_INVALID_ARG_VALUE",
    }),
  ),
  J("app-isOperational", "NestJS HttpException shape", HTTP[409], () => {
    class HttpException extends Error {
      constructor() {
        super("Order already shipped");
        this.name = "ConflictException";
        this.status = 409;
        this.response = { statusCode: 409, message: "Order already shipped", error: "Conflict" };
      }
      getStatus() {
        return 409;
      }
    }
    throw new HttpException();
  }),
  J("app-trpc", "TRPCError shape", HTTP[404], () => {
    throw Object.assign(new Error("No such post"), { name: "TRPCError", code: "NOT_FOUND" });
  }),
  J("app-prisma-P2002", "Prisma unique violation shape", A.conflict("P2002"), () => {
    throw Object.assign(new Error("Unique constraint failed on the fields: (`email`)"), {
      name: "PrismaClientKnownRequestError",
      code: "P2002",
      clientVersion: "6",
      meta: { target: ["email"] },
    });
  }),
);
