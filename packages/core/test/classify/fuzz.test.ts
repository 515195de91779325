import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify, classifyReturned, isRetryable } from "../../src/classify.ts";
import { ERROR_TYPES } from "../../src/vocabulary.ts";
import { failure } from "./values.ts";

const KEYS = [
  "name",
  "message",
  "code",
  "status",
  "statusCode",
  "response",
  "headers",
  "body",
  "data",
  "error",
  "errors",
  "cause",
  "type",
  "errno",
  "syscall",
  "details",
  "metadata",
  "retryAfter",
  "retry_after",
  "retryAfterMs",
  "issues",
  "meta",
  "$metadata",
  "$retryable",
  "reason",
  "ok",
  "isError",
  "content",
  "responseCode",
  "signal",
  "cmd",
  "stderr",
];
const WORDS = [
  "ECONNRESET",
  "23505",
  "NOT_FOUND",
  "AbortError",
  "TimeoutError",
  "429",
  "503",
  "Retry-After",
  "timeout",
  "404",
  "rate_limit_exceeded",
  "insufficient_quota",
  "MongoServerError",
  "ReplyError",
  "soon",
  "-1",
  "1e9",
  "NaN",
  "",
];
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    ...WORDS,
    undefined,
    null,
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    0,
    8,
    429,
    1e12,
  ),
  fc.string(),
  fc.integer(),
  fc.double(),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    tie("bag"),
    tie("error"),
  ),
  bag: fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 6 }),
  error: fc
    .dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 5 })
    .map((fields) => failure(fields, "x")),
}));

/** Freezes everything reachable, so that a write throws. */
function freeze(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) {
    // The stack of an error is worked out on reading, which fails where its name is no text.
    if (key !== "stack") freeze((value as Record<PropertyKey, unknown>)[key], seen);
  }
  Object.freeze(value);
}

describe("whatever the value is", { timeout: 60_000 }, () => {
  it("a diagnosis is given, with a type of the list and a wait that is a wait", () => {
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom("thrown" as const, "returned" as const),
        (value, origin) => {
          const diagnosis = classify(value, { origin, now: 1_768_478_400_000 });
          expect(Object.hasOwn(ERROR_TYPES, diagnosis.errorType)).toBe(true);
          expect(["none", "unknown"]).toContain(diagnosis.outcome);
          expect(diagnosis.rule).not.toBe("unreadable");
          const wait = diagnosis.retryAfterMs;
          if (wait !== undefined)
            expect(Number.isFinite(wait) && wait >= 0 && wait < 400_000_000_000).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("a type that is forbidden or corrupt is never called transient", () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { errorType, errorClass } = classify(value);
        const usual = ERROR_TYPES[errorType].errorClass;
        if (usual === "forbidden" || usual === "corrupt-state") expect(errorClass).toBe(usual);
        if (errorClass === "transient") expect(usual).toBe("transient");
      }),
      { numRuns: 1000 },
    );
  });

  it("a marked failure wins over any wrapper: 401 and corruption stay what they are", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("EACCES", "CERT_HAS_EXPIRED", "PARTIAL_WRITE", "28P01", "XX001"),
        fc.nat(5),
        (code, depth) => {
          let error: unknown = failure({ code, severity: "ERROR" });
          for (let at = 0; at < depth; at += 1) error = new Error("step failed", { cause: error });
          expect(classify(error).errorClass).not.toBe("transient");
          expect(isRetryable(error, { effect: "read" })).toBe(false);
        },
      ),
    );
  });

  it("nothing is written to it", () => {
    fc.assert(
      fc.property(anything, (value) => {
        freeze(value);
        expect(() => classify(value)).not.toThrow();
        expect(() => classifyReturned(value)).not.toThrow();
        expect(classify(value)).toEqual(classify(value));
      }),
      { numRuns: 500 },
    );
  });

  it("throwing getters, revoked proxies and odd prototypes break nothing", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = (): never => {
      throw new Error("no");
    };
    const values: unknown[] = [
      proxy,
      new Proxy(
        {},
        {
          get: trap,
          has: trap,
          ownKeys: trap,
          getPrototypeOf: trap,
          getOwnPropertyDescriptor: trap,
        },
      ),
      new Proxy(() => {}, { get: trap }),
      Object.defineProperty(new Error("x"), "message", { get: trap }),
      Object.defineProperty({ code: "ENOENT" }, "cause", { get: trap }),
      { toString: trap, [Symbol.toPrimitive]: trap },
      Object.create(null),
      Symbol("x"),
      10n,
      new Proxy([], {}),
    ];
    for (const value of values) {
      expect(classify(value).errorType).toBeTypeOf("string");
      expect(() => classifyReturned(value)).not.toThrow();
      expect(isRetryable(value, { effect: "read" })).toBe(false);
    }
    expect(classify(values[4]).errorType).toBe("not_found");
  });

  it("cycles, deep chains and two megabytes of text end at once", () => {
    const loop = new Error("loop");
    loop.cause = loop;
    let deep: unknown = failure({ code: "ECONNREFUSED" });
    for (let at = 0; at < 500; at += 1) deep = new Error("wrapped", { cause: deep });
    const bomb = new AggregateError([]);
    bomb.errors = [bomb, new AggregateError([bomb, bomb])];
    for (const value of [
      loop,
      deep,
      bomb,
      new Error("x".repeat(2_000_000)),
      new Error("(".repeat(100_000)),
    ]) {
      expect(classify(value).errorType).toBe("internal");
    }
  });
});
