// What wrappers hide of a failure, or put where nobody looks: by the shapes of clients that are not installed here, hand-made from their sources.

import { handMade } from "../lib/case.mjs";
import { A, HTTP, IDEM } from "../lib/labels.mjs";

export const cases = [];
const by = handMade("other clients", "wrapped");
const error = (name, message, { cause, ...rest } = {}) => {
  const made = new Error(message, cause === undefined ? undefined : { cause });
  Object.defineProperty(made, "name", { value: name, configurable: true });
  return Object.assign(made, rest);
};
const thrown = (id, how, label, make, o = {}) =>
  by(id, how, label, undefined, {
    call: "write",
    run: async () => {
      throw make();
    },
    ...o,
  });
const refused = () => error("Error", "connect ECONNREFUSED 10.0.0.1:443", { code: "ECONNREFUSED" });

cases.push(
  thrown(
    "every-host",
    "Algolia says that hosts are unreachable, also when they answered 500 or not in time",
    A.unknownOutcome("nothing says that it was not sent"),
    () =>
      error(
        "RetryError",
        "Unreachable hosts - your application id may be incorrect. If the error persists, please visit our help center",
        { transporterStackTrace: [] },
      ),
  ),
  thrown(
    "milliseconds",
    "Discord's client gives retryAfter in milliseconds",
    A.rate("its own RateLimitError", 3050, { always: true }),
    () => error("RateLimitError", "", { timeToReset: 2599, retryAfter: 3050 }),
  ),
  thrown(
    "raw",
    "Linear keeps the GraphQL client's error under raw",
    A.rate("a limit as status 400"),
    () =>
      error("Error", "Rate limit exceeded", {
        type: "Ratelimited",
        status: 400,
        raw: error("Error", "Rate limit exceeded", {
          response: {
            status: 400,
            errors: [{ message: "Rate limit exceeded", extensions: { code: "RATELIMITED" } }],
          },
        }),
      }),
  ),
  thrown("raw-network", "Linear, a connection that was refused", A.notSent("refused"), () =>
    error("Error", "Fetch failed", {
      type: "Unknown",
      raw: new TypeError("fetch failed", { cause: refused() }),
    }),
  ),
  thrown("status-of-cause", "libSQL's code is general, the cause has a status", HTTP[401], () =>
    error("LibsqlError", "SERVER_ERROR: Server returned HTTP status 401", {
      code: "SERVER_ERROR",
      cause: error("HttpServerError", "Server returned HTTP status 401", { status: 401 }),
    }),
  ),
  thrown(
    "socket-cause",
    "tedious: the code is nodemailer's too, the cause tells",
    A.notSent("refused"),
    () =>
      error("Error", "Failed to connect to 10.0.0.1:1433 - Could not connect (sequence)", {
        code: "ESOCKET",
        cause: new AggregateError([refused()], "Could not connect (sequence)"),
      }),
  ),
  thrown(
    "errors-list",
    "Clerk says nothing itself, its first error does",
    A.unknownOutcome("fetch failed"),
    () =>
      error("ClerkAPIResponseError", "", {
        code: "api_response_error",
        errors: [{ code: "unexpected_error", message: "fetch failed" }],
      }),
  ),
  thrown(
    "general-code",
    "Microsoft Graph: a general code beside 503 and Retry-After",
    A.busy("refused for now", 5000),
    () =>
      error("Error", "The service is not available.", {
        statusCode: 503,
        code: "serviceNotAvailable",
        headers: new Headers({ "retry-after": "5" }),
      }),
  ),
  thrown("idempotency-key", "Resend: what is invalid about a 409 is a conflict", HTTP[409], () =>
    error("invalid_idempotent_request", "Same idempotency key used with a different payload.", {
      statusCode: 409,
    }),
  ),
  thrown(
    "protocol-version",
    "MQTT: refused for good, in the words of a refused connection",
    A.futile("the broker speaks another version"),
    () => error("Error", "Connection refused: Unacceptable protocol version", { code: 1 }),
  ),
  thrown(
    "smithy-reset",
    "the AWS SDK calls a reset a TimeoutError",
    A.unknownOutcome("socket hang up"),
    () =>
      error("TimeoutError", "socket hang up", { code: "ECONNRESET", $metadata: { attempts: 1 } }),
  ),
  thrown(
    "not-up-yet",
    "OpenSearch: a block of the cluster, for now",
    A.notSent("state not recovered", [["upstream", "transient", IDEM]]),
    () =>
      error("ResponseError", "cluster_block_exception", {
        meta: {
          statusCode: 503,
          body: { error: { type: "cluster_block_exception", reason: "state not recovered" } },
        },
      }),
  ),
  by(
    "headers-beside",
    "Resend returns the headers beside the error",
    A.rate("Retry-After in headers", 1000, { always: true }),
    {
      data: null,
      error: { statusCode: 429, name: "rate_limit_exceeded", message: "Too many requests." },
      headers: { "retry-after": "1" },
    },
  ),
  thrown(
    "class-validator",
    "a list of class-validator's errors",
    A.invalid("arguments do not fit"),
    () => [
      {
        target: {},
        value: "x",
        property: "qty",
        children: [],
        constraints: { isInt: "qty must be an integer number" },
      },
    ],
  ),
  thrown("typebox", "typebox", A.invalid("arguments do not fit"), () =>
    error("Error", "Expected number", {
      error: { path: "/qty", value: "x", message: "Expected number" },
    }),
  ),
  thrown("effect", "effect's Schema", A.invalid("arguments do not fit"), () =>
    error("SchemaError", 'Expected number at ["qty"]', { _tag: "SchemaError" }),
  ),
  thrown("place", "a parser of expressions: mathjs", A.invalid("no expression"), () =>
    error("SyntaxError", "Value expected (char 4)", { char: 4 }),
  ),
  thrown("place-object", "jsonata throws an object", A.invalid("no expression"), () => ({
    code: "S0203",
    position: 4,
    token: "(end)",
    message: 'Expected "]" before end of expression',
  })),
  thrown(
    "never-sent",
    "mongoose waits for a connection before it sends anything",
    A.notSent("buffered only", [["timeout", "transient", true]]),
    () =>
      error("MongooseError", "Operation `orders.insertOne()` buffering timed out after 10000ms"),
  ),
  thrown(
    "agent-status",
    "urllib's agent status speaks of timeouts",
    A.unknownOutcome("the connection was lost"),
    () =>
      error(
        "ResponseError",
        'socket hang up, PUT http://a.example/o -1 (connected: true, agent status: {"timeoutSocketCount":0})',
        { code: "ResponseError", status: -1 },
      ),
  ),
);
