import { describe, expect, it } from "vitest";
import { classify, classifyReturned } from "../../src/classify.ts";
import { failure } from "./values.ts";

const refused = (): Error => failure({ code: "ECONNREFUSED", syscall: "connect" }, "refused");

describe("a status beside a code", () => {
  it("says what a code is about that only begins with missing or invalid", () => {
    expect(classify({ status: 401, code: "missing_authorization_header" }).errorType).toBe("auth");
    expect(classify({ status: 409, code: "invalid_idempotent_request" }).errorType).toBe(
      "conflict",
    );
    expect(classify({ status: 400, code: "invalid_idempotent_request" }).errorType).toBe(
      "invalid_args",
    );
  });

  it("is looked for in the whole chain before a general code decides", () => {
    const cause = failure({ status: 401 }, "Server returned HTTP status 401");
    const error = failure({ code: "SERVER_ERROR", cause }, "SERVER_ERROR");
    expect(classify(error).errorType).toBe("auth");
    expect(classify(failure({ code: "SERVER_ERROR" })).errorType).toBe("upstream");
  });

  it("keeps the meaning of 503 with Retry-After under a code that says no more than that", () => {
    const headers = new Headers({ "retry-after": "5" });
    expect(
      classify(failure({ statusCode: 503, code: "serviceNotAvailable", headers })),
    ).toMatchObject({ errorType: "upstream", outcome: "none", retryAfterMs: 5000 });
  });

  it("of 413 or 429 is no limit to wait for when the request itself is too large", () => {
    for (const status of [413, 429]) {
      const error = { code: "rate_limit_exceeded", message: "Request too large for m: Limit 6000" };
      expect(classify(failure({ status, error })).errorType).toBe("invalid_args");
    }
  });

  it("is not believed when the message is nothing but the code of a failed connection", () => {
    expect(classify(failure({ status: 400 }, "ECONNREFUSED"))).toMatchObject({
      errorType: "upstream",
      outcome: "none",
    });
  });
});

describe("what a wrapper holds", () => {
  it("is found under raw, as a failed request and as a refused connection", () => {
    const response = { status: 400, errors: [{ extensions: { code: "RATELIMITED" } }] };
    const limited = failure({ status: 400, raw: failure({ response }) });
    expect(classify(limited).errorType).toBe("rate_limited");
    expect(classify(failure({ raw: refused() })).code).toBe("ECONNREFUSED");
  });

  it("is found in the answer under data.res and under res", () => {
    const res = { statusCode: 429, headers: { "retry-after": "5" } };
    for (const error of [failure({ data: { res } }), failure({ res })])
      expect(classify(error)).toMatchObject({ errorType: "rate_limited", retryAfterMs: 5000 });
  });

  it("is found in a body that was kept whole under error", () => {
    const error = { error: { code: "capacity_exceeded", message: "none left" } };
    expect(classify(failure({ status: 498, error }))).toMatchObject({
      errorType: "upstream",
      outcome: "none",
    });
  });

  it("is read from the first of its errors when it says nothing itself", () => {
    const errors = [{ code: "unexpected_error", message: "fetch failed" }];
    expect(classify(failure({ errors }, ""))).toMatchObject({
      errorType: "upstream",
      outcome: "unknown",
    });
  });

  it("goes before a code that two clients share", () => {
    expect(classify(failure({ code: "ESOCKET", cause: refused() })).code).toBe("ECONNREFUSED");
    expect(classify(failure({ code: "ESOCKET" })).outcome).toBe("unknown");
  });

  it("keeps a wait that stands in headers beside a returned error", () => {
    const error = { statusCode: 429, name: "rate_limit_exceeded", message: "Too many requests." };
    const value = { data: null, error, headers: { "retry-after": "1" } };
    expect(classifyReturned(value)).toMatchObject({
      errorType: "rate_limited",
      retryAfterMs: 1000,
    });
  });
});

describe("words that are no permission to repeat", () => {
  it.each([
    ["Unreachable hosts - your application id may be incorrect.", "upstream", "unknown"],
    ["Unknown status of the insert: Connection loss", "upstream", "unknown"],
    ["421 Closing control connection.", "upstream", "unknown"],
    ["426 Connection closed; transfer aborted.", "upstream", "unknown"],
  ])("%j may have taken effect", (message, errorType, outcome) => {
    const code = Number(message.slice(0, 3));
    const ftp = Number.isNaN(code) ? {} : { name: "FTPError", code };
    expect(classify(failure(ftp, message))).toMatchObject({ errorType, outcome });
  });

  it("a connection refused for its protocol is refused again", () => {
    const error = failure({ code: 1 }, "Connection refused: Unacceptable protocol version");
    expect(classify(error)).toMatchObject({ errorType: "upstream", errorClass: "forbidden" });
  });

  it("a reset that the AWS SDK calls a time-out is a reset", () => {
    const error = failure({ name: "TimeoutError", code: "ECONNRESET", $metadata: {} });
    expect(classify(error)).toMatchObject({ errorType: "upstream", outcome: "unknown" });
  });
});

describe("a text", () => {
  it("that names a timeout among other things is told by its own phrase", () => {
    const text = 'socket hang up (agent status: {"timeoutSocketCount":0})';
    expect(classify(failure({}, text))).toMatchObject({ errorType: "upstream" });
  });

  it("of a call that waited for a connection says that nothing was sent", () => {
    const text = "Operation `orders.findOne()` buffering timed out after 10000ms";
    expect(classify(failure({}, text))).toMatchObject({ errorType: "timeout", outcome: "none" });
  });
});

describe("a wait of Discord's client", () => {
  it("is in milliseconds", () => {
    const error = failure({ name: "RateLimitError", timeToReset: 2599, retryAfter: 3050 }, "");
    expect(classify(error).retryAfterMs).toBe(3050);
  });
});

describe("arguments that a validator refuses in its own way", () => {
  it.each([
    ["class-validator", [{ property: "qty", constraints: { isInt: "qty must be an integer" } }]],
    ["typebox", failure({ error: { path: "/qty" } }, "Expected number")],
    ["effect", failure({ name: "SchemaError" }, 'Expected number at ["qty"]')],
    ["a check by hand", failure({}, "string expected for `subject`")],
    ["yaml", failure({ name: "YAMLException" }, "deficient indentation (2:1)")],
    ["mathjs", failure({ name: "SyntaxError", char: 4 }, "Value expected (char 4)")],
    ["jsonata", { code: "S0203", position: 4, token: "]", message: 'Expected "]" before end' }],
    ["a zip file", failure({}, "Can't find end of central directory : is this a zip file ?")],
  ])("%s", (_, value) => {
    expect(classify(value).errorType).toBe("invalid_args");
  });
});

describe("what a service says of others", () => {
  it("in a list of its answer is no word of the client's own connection", () => {
    const errors = [{ message: "connect ECONNREFUSED 10.0.0.1:5432" }];
    expect(classify({ status: 500, errors }).outcome).toBe("unknown");
    expect(classifyReturned({ data: null, errors })?.outcome).toBe("unknown");
  });

  it.each([
    "connect ECONNREFUSED 10.0.0.5:5432",
    "too many connections",
    "Deadlock found when trying to get lock",
  ])("in the errors of a GraphQL answer leaves the outcome unknown: %s", (message) => {
    const errors = [{ message, path: ["pay"] }];
    expect(classify(failure({ name: "CombinedGraphQLErrors", errors }, message))).toMatchObject({
      errorType: "upstream",
      outcome: "unknown",
    });
    expect(classify(failure({}, message)).outcome).toBe("none");
  });

  it("as its whole message does not make a 500 a call that was never sent", () => {
    expect(classify(failure({ status: 500 }, "ECONNREFUSED")).outcome).toBe("unknown");
  });
});
