import { handleWhen, retry } from "cockatiel";
import pRetry from "p-retry";
import { describe, expect, it } from "vitest";
import { isRetryable } from "../../src/classify.ts";
import { failure } from "./values.ts";

const refused = () => failure({ code: "ECONNREFUSED", syscall: "connect" }, "connect ECONNREFUSED");
const reset = () => failure({ code: "ECONNRESET" }, "socket hang up");

describe("isRetryable", { timeout: 30_000 }, () => {
  it("says yes to what was never sent, whatever the tool does", () => {
    for (const effect of ["read", "idempotent", "write"] as const) {
      expect(isRetryable(refused(), { effect })).toBe(true);
    }
    expect(isRetryable(refused())).toBe(true);
  });

  it("says yes to a lost reply only where doing it twice does no harm", () => {
    expect(isRetryable(reset(), { effect: "read" })).toBe(true);
    expect(isRetryable(reset(), { effect: "idempotent" })).toBe(true);
    expect(isRetryable(reset(), { effect: "write" })).toBe(false);
    expect(isRetryable(reset())).toBe(false);
  });

  it("says no to refusals, bugs, aborts and damage", () => {
    const values = [
      failure({ status: 401 }),
      failure({ status: 404 }),
      failure({ status: 422 }),
      failure({ status: 429, code: "insufficient_quota" }),
      failure({ code: "CERT_HAS_EXPIRED" }),
      failure({ code: "PARTIAL_WRITE" }),
      new TypeError("x is not a function"),
      new DOMException("aborted", "AbortError"),
      undefined,
    ];
    for (const value of values) expect(isRetryable(value, { effect: "read" })).toBe(false);
  });

  it("says no when the client below has retried already", () => {
    const spent = failure({
      name: "KafkaJSNumberOfRetriesExceeded",
      retryCount: 5,
      cause: refused(),
    });
    expect(isRetryable(spent, { effect: "read" })).toBe(false);
  });

  it("decides for p-retry's shouldRetry", async () => {
    let calls = 0;
    const run = (error: () => Error) =>
      pRetry(
        () => {
          calls += 1;
          throw error();
        },
        {
          retries: 2,
          minTimeout: 0,
          maxTimeout: 0,
          shouldRetry: ({ error }) => isRetryable(error, { effect: "read" }),
        },
      );
    await expect(run(() => failure({ status: 503 }))).rejects.toThrow();
    expect(calls).toBe(3);
    calls = 0;
    await expect(run(() => failure({ status: 403 }))).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it("decides for cockatiel's handleWhen", async () => {
    const policy = retry(
      handleWhen((error) => isRetryable(error, { effect: "read" })),
      {
        maxAttempts: 2,
        backoff: { next: () => ({ duration: 0, next: () => undefined as never }) } as never,
      },
    );
    let calls = 0;
    await expect(
      policy.execute(() => {
        calls += 1;
        throw failure({ status: 404 });
      }),
    ).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it("decides for a retryOn function as LangChain's middleware takes it", () => {
    const retryOn = (error: Error): boolean => isRetryable(error, { effect: "read" });
    expect(retryOn(failure({ status: 500 }))).toBe(true);
    expect(retryOn(failure({ status: 400 }))).toBe(false);
  });
});
