import { describe, expect, it } from "vitest";
import { classifier, classify, classifyReturned } from "../../src/classify.ts";
import { failure } from "./values.ts";

const NOW = Date.parse("2026-01-15T12:00:00Z");
const wait = (fields: object, message?: string): number | undefined =>
  classify(failure(fields as never, message), { now: NOW }).retryAfterMs;
const limited = (headers: Record<string, string>): number | undefined =>
  wait({ status: 429, headers });

describe("the wait before a repeat", () => {
  it.each([
    [{ "retry-after": "7" }, 7000],
    [{ "Retry-After": "Thu, 15 Jan 2026 12:00:20 GMT" }, 20_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "1500", "retry-after": "2" }, 1500],
    [{ "retry-after": String(NOW / 1000 + 12) }, 12_000],
    [{ "x-ratelimit-reset": "12" }, 12_000],
    [{ "x-ratelimit-reset": String(NOW / 1000 + 12) }, 12_000],
    [{ "x-ratelimit-reset": String(NOW + 12_000) }, 12_000],
    [{ "x-ratelimit-reset": "2026-01-15T12:00:12Z" }, 12_000],
    [{ "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
    [{ ratelimit: "limit=100, remaining=0, reset=50" }, 50_000],
    [{ ratelimit: '"burst";r=5;t=1, "daily";r=0;t=30' }, 30_000],
    [{ "x-ratelimit-reset-after": "1.5" }, 1500],
  ])("of %j is %d ms", (headers, expected) => {
    expect(limited(headers)).toBe(expected);
  });

  it.each([["soon"], ["-5"], ["NaN"], ["1e3"], ["0x10"], ["Infinity"], ["12 apples"]])(
    "of '%s' is none",
    (text) => {
      expect(limited({ "retry-after": text })).toBeUndefined();
    },
  );

  it("is read against the server's own clock where it tells", () => {
    const date = "Thu, 15 Jan 2026 11:00:00 GMT";
    expect(limited({ date, "retry-after": "Thu, 15 Jan 2026 11:00:20 GMT" })).toBe(20_000);
  });

  it("is never negative, whatever has passed", () => {
    expect(limited({ "retry-after": "Thu, 15 Jan 2026 11:00:00 GMT" })).toBe(0);
  });

  it("comes from bodies and texts of what is known to be a limit", () => {
    expect(wait({ status: 429 }, "Rate limit reached. Please try again in 1.898s.")).toBe(1898);
    expect(wait({ status: 429, body: { retry_after: 1.5, global: false } })).toBe(1500);
    expect(wait({ name: "RateLimitError", retryAfter: 15 })).toBe(15_000);
    const google = {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "Quota hit. Please retry in 13.016342224s.",
        details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "13s" }],
      },
    };
    expect(wait({ status: 429 }, JSON.stringify(google))).toBe(13_017);
    expect(wait({ status: 500 }, "try again in 20s")).toBeUndefined();
  });

  it("comes from gRPC's pushback and RetryInfo, decoded or binary", () => {
    const metadata = (fields: Record<string, unknown>) => ({
      get: (name: string) => [fields[name]],
    });
    expect(
      wait({ code: 8, details: "x", metadata: metadata({ "grpc-retry-pushback-ms": "1200" }) }),
    ).toBe(1200);
    expect(
      wait({
        code: 8,
        details: "x",
        metadata: {},
        statusDetails: [{ retryDelay: { seconds: "3", nanos: 5e8 } }],
      }),
    ).toBe(3500);
    const info = new Uint8Array([10, 2, 8, 7]);
    expect(
      wait({ code: 8, details: "x", metadata: metadata({ "google.rpc.retryinfo-bin": info }) }),
    ).toBe(7000);
  });
});

describe("a status is not all", () => {
  it.each([
    ["a 429 that is a quota", { status: 429, code: "insufficient_quota" }, "quota_exhausted"],
    [
      "a 403 that is a limit",
      { status: 403, headers: { "x-ratelimit-remaining": "0" } },
      "rate_limited",
    ],
    ["a 403 with limits left", { status: 403, headers: { "x-ratelimit-remaining": "9" } }, "auth"],
    [
      "a 400 that is throttling",
      { status: 400, name: "ThrottlingException", $metadata: {} },
      "rate_limited",
    ],
    [
      "a 400 that is a bad key",
      { status: 400, error: { details: [{ reason: "API_KEY_INVALID" }] } },
      "auth",
    ],
    [
      "a 500 around a refused connection",
      { status: 500, name: "HttpError", cause: failure({ code: "ECONNREFUSED" }) },
      "upstream",
    ],
  ])("%s", (_, fields, expected) => {
    expect(classify(failure(fields as never)).errorType).toBe(expected);
  });

  it("a 503 with Retry-After was not executed, a bare one may have been", () => {
    expect(classify(failure({ status: 503, headers: { "retry-after": "3" } }))).toMatchObject({
      outcome: "none",
      retryAfterMs: 3000,
    });
    expect(classify(failure({ status: 503 })).outcome).toBe("unknown");
  });
});

describe("an abort", () => {
  const abort = new DOMException("This operation was aborted", "AbortError");

  it("is the caller's unless the host knows better", () => {
    expect(classify(abort).errorType).toBe("cancelled");
    expect(classify(abort)).not.toHaveProperty("errorClass");
    expect(classify(abort, { callerAborted: true }).errorType).toBe("cancelled");
    expect(classify(abort, { timedOut: true }).errorType).toBe("timeout");
    expect(classify(abort, { callerAborted: false }).errorType).toBe("timeout");
  });

  it("around a time-out is a time-out", () => {
    const cause = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    expect(classify(failure({ name: "AbortError", code: "ABORT_ERR", cause })).errorType).toBe(
      "timeout",
    );
  });

  it("by the caller shows as a hang-up or a time-out in some clients", () => {
    expect(classify(failure({ code: "ECONNRESET" }), { callerAborted: true }).errorType).toBe(
      "cancelled",
    );
    expect(
      classify(failure({ name: "McpError", code: -32001 }), { callerAborted: true }).errorType,
    ).toBe("cancelled");
    expect(classify(failure({ status: 404 }), { callerAborted: true }).errorType).toBe("not_found");
  });
});

describe("wrappers", () => {
  it("are seen through: causes, aggregates, originals, bodies", () => {
    const refused = failure({ code: "ECONNREFUSED" });
    expect(classify(new Error("a", { cause: new Error("b", { cause: refused }) })).outcome).toBe(
      "none",
    );
    expect(classify(new AggregateError([refused, refused])).errorType).toBe("upstream");
    expect(
      classify(new AggregateError([failure({ status: 503 }), failure({ status: 403 })])).errorType,
    ).toBe("auth");
    expect(classify(failure({ originalError: failure({ status: 404 }) })).errorType).toBe(
      "not_found",
    );
  });

  it("say when the client below has retried", () => {
    expect(
      classify(
        failure({
          name: "KafkaJSNumberOfRetriesExceeded",
          retryCount: 5,
          cause: failure({ code: "ECONNREFUSED" }),
        }),
      ).retried,
    ).toBe(true);
    expect(
      classify(
        failure({
          name: "AI_RetryError",
          reason: "maxRetriesExceeded",
          lastError: failure({ statusCode: 503 }),
        }),
      ).retried,
    ).toBe(true);
    expect(
      classify(
        failure({
          name: "InternalError",
          $fault: "server",
          $metadata: { httpStatusCode: 500, attempts: 3 },
        }),
      ).retried,
    ).toBe(true);
    expect(classify(failure({ status: 503 }))).not.toHaveProperty("retried");
  });

  it("tell a misfit of an answer from a misfit of arguments", () => {
    const misfit = failure({
      name: "ZodError",
      issues: [{ code: "invalid_type", path: ["id"], message: "x" }],
    });
    expect(classify(misfit).errorType).toBe("invalid_args");
    const wrapped = new Error("Unexpected response shape from upstream API", { cause: misfit });
    expect(classify(wrapped)).toMatchObject({ errorType: "upstream", errorClass: "forbidden" });
  });

  it("carry a ToolFault by its brand, from another copy of the package or through JSON", () => {
    const brand = Symbol.for("recourse.ToolFault");
    const fault = failure({
      [brand]: true,
      errorType: "rate_limited",
      retryAfterMs: 1200,
      code: "ENOENT",
    });
    expect(classify(fault)).toMatchObject({
      errorType: "rate_limited",
      retryAfterMs: 1200,
      rule: "tool-fault",
    });
    expect(classify({ name: "ToolFault", errorType: "conflict", message: "x" }).errorType).toBe(
      "conflict",
    );
    expect(
      classify(failure({ [brand]: true, errorType: "timeout", outcome: "none" })).outcome,
    ).toBe("none");
  });
});

describe("what was returned", () => {
  it.each([
    ["an empty list", [], "empty_result"],
    ["an empty page", { items: [], total: 0 }, "empty_result"],
    ["blank text", " \n", "empty_result"],
    ["{ ok: false }", { ok: false, error: "channel_not_found" }, "not_found"],
    ["{ data: null, error }", { data: null, error: { code: "23505", message: "x" } }, "conflict"],
    [
      "GraphQL errors",
      { data: null, errors: [{ message: "x", extensions: { code: "FORBIDDEN" } }] },
      "auth",
    ],
    [
      "an MCP error",
      { isError: true, content: [{ type: "text", text: "Order 3 not found" }] },
      "not_found",
    ],
    ["a Response", new Response("no", { status: 404 }), "not_found"],
    ["problem details", { type: "about:blank", title: "Conflict", status: 409 }, "conflict"],
    ["an Error", failure({ status: 403 }), "auth"],
    ["an empty list that was throttled", { results: [], throttled: true }, "rate_limited"],
    [
      "an empty list with an error message",
      {
        status: "OVER_QUERY_LIMIT",
        results: [],
        error_message: "You have exceeded your rate-limit.",
      },
      "rate_limited",
    ],
    [
      "one that tells of a key",
      { status: "REQUEST_DENIED", results: [], error_message: "The provided API key is invalid." },
      "auth",
    ],
  ])("%s is a failure or empty", (_, value, expected) => {
    expect(classifyReturned(value)?.errorType).toBe(expected);
    expect(classify(value, { origin: "returned" }).errorType).toBe(expected);
  });

  it.each([
    [{ id: 1 }],
    ["Error: this is the log you asked for"],
    [[1, 2]],
    [{ ok: true, error: null }],
    [{ success: true, data: [1] }],
    [{ data: { id: 1 }, error: null }],
    [{ job: 7, state: "failed", error_message: "the job that you asked for has failed" }],
    [new Response("fine")],
    [{ content: [{ type: "text", text: "done" }] }],
    [{ status: 404, page: "a page about statuses" }],
    [0],
    [false],
    [undefined],
  ])("%j is a success", (value) => {
    expect(classifyReturned(value)).toBeUndefined();
  });

  it("null is empty for a tool that reads, and nothing for others", () => {
    expect(classifyReturned(null, { effect: "read" })?.errorType).toBe("empty_result");
    expect(classifyReturned(null, { effect: "write" })).toBeUndefined();
  });
});

describe("a user's rules", () => {
  const own = classifier({
    rules: [
      {
        name: "warehouse",
        source: "the warehouse's manual",
        example: { code: "W-17" },
        codes: {
          "W-17": "not_found",
          "W-30": { errorType: "upstream", outcome: "none" },
          ENOENT: "auth",
        },
      },
      {
        name: "warehouse/closed",
        source: "the warehouse's manual",
        example: { message: "closed" },
        match: (link) =>
          link.message === "closed"
            ? { errorType: "upstream", outcome: "none", retryAfterMs: 60_000 }
            : undefined,
      },
    ],
  });

  it("come before everything else", () => {
    expect(own(failure({ code: "W-17", status: 500 }))).toMatchObject({
      errorType: "not_found",
      rule: "warehouse/W-17",
    });
    expect(own(failure({ code: "ENOENT" })).errorType).toBe("auth");
    expect(own(new Error("x", { cause: failure({}, "closed") })).retryAfterMs).toBe(60_000);
    expect(own(failure({ status: 404 })).errorType).toBe("not_found");
  });

  it("that throw are no reason to throw", () => {
    const broken = classifier({
      rules: [
        {
          name: "broken",
          source: "a mistake somewhere",
          example: 1,
          match: () => {
            throw new Error("no");
          },
        },
      ],
    });
    expect(broken(failure({ status: 404 })).errorType).toBeTypeOf("string");
  });
});
