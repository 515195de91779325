import { describe, expect, test } from "vitest";
import { ToolFault } from "../../src/index.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { harness, httpError, systemError } from "./support/harness.ts";

const read = { tools: { get: { effect: "read" } } } as const;

describe("a transient failure of a read", () => {
  test("is repeated in code until it succeeds, and the model never sees it", async () => {
    const h = harness(read);
    const outcome = await h.call("get", {}, [
      { error: httpError(503) },
      { error: systemError("ECONNRESET") },
      { value: "tea" },
    ]);
    expect(outcome).toMatchObject({ ok: true, content: "tea", intervened: false });
    expect(outcome.record.attemptLog.map(({ errorType }) => errorType)).toEqual([
      "upstream",
      "upstream",
      undefined,
    ]);
    expect(h.run.counters).toMatchObject({ attempts: 3, hostRecovered: 1, errors: 0 });
  });

  test("waits longer each time: 500 ms, then 1,000 ms, each between half and whole", async () => {
    const low = harness({ ...read, clock: fakeClock(() => 0) });
    await low.fail("get", {}, httpError(503));
    const high = harness({ ...read, clock: fakeClock(() => 0.999) });
    await high.fail("get", {}, httpError(503));
    const waits = ({ events }: typeof low) =>
      events.flatMap((event) =>
        event.type === "retry_scheduled" ? [Math.round(event.waitMs)] : [],
      );
    expect(waits(low)).toEqual([250, 500]);
    expect(waits(high)).toEqual([500, 1000]);
  });

  test("after the last attempt the branch is closed: forbidden, with the real cause in the record", async () => {
    const h = harness(read);
    const { record, observation } = await h.fail("get", {}, httpError(503));
    expect(observation).toMatchObject({ error_type: "upstream", retryable: false, attempts: 3 });
    expect(record).toMatchObject({
      errorType: "upstream",
      errorClass: "forbidden",
      decision: "stop_branch",
    });
    expect(observation.message).toMatch(/unavailable/);
  });

  test("is told of in events with the attempt that follows", async () => {
    const h = harness(read);
    await h.fail("get", {}, httpError(500));
    const scheduled = h.events.filter(({ type }) => type === "retry_scheduled");
    expect(scheduled).toMatchObject([
      { tool: "get", errorType: "upstream", attempt: 2 },
      { tool: "get", errorType: "upstream", attempt: 3 },
    ]);
  });
});

describe("Retry-After", () => {
  test("is a floor: jitter only adds to it", async () => {
    for (const random of [0, 0.5, 0.999]) {
      const h = harness({ ...read, clock: fakeClock(() => random) });
      await h.call("get", {}, [{ error: httpError(429, { "retry-after": "5" }) }, { value: 1 }]);
      const [wait] = h.events.flatMap((e) => (e.type === "retry_scheduled" ? [e.waitMs] : []));
      expect(wait).toBeGreaterThanOrEqual(5_000);
      expect(wait).toBeLessThanOrEqual(8_000);
    }
  });

  test("eight calls at once do not come back in lockstep", async () => {
    let draws = 0;
    const clock = fakeClock(() => (draws++ * 0.11) % 1);
    const h = harness({ ...read, clock });
    const error = httpError(429, { "retry-after": "5" });
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        h.call("get", { index }, [{ error }, { value: index }], { turn: 0, index }),
      ),
    );
    const waits = h.events.flatMap((e) => (e.type === "retry_scheduled" ? [e.waitMs] : []));
    expect(new Set(waits).size).toBe(8);
  });

  test("longer than the limit means no further attempt, and the message carries the time", async () => {
    const h = harness(read);
    const outcome = await h.fail("get", {}, httpError(429, { "retry-after": "38" }));
    expect(h.executions.get("get")).toBe(1);
    expect(outcome.record).toMatchObject({ errorType: "rate_limited", errorClass: "forbidden" });
    expect(outcome.observation.message).toContain("38");
  });

  test("counts with the waits before it: their sum stays within the limit", async () => {
    const h = harness({ ...read, policy: { retry: { maxAttempts: 9, maxWaitMs: 12_000 } } });
    const outcome = await h.fail("get", {}, httpError(429, { "retry-after": "5" }));
    const waited = outcome.record.attemptLog.reduce((sum, { waitMs }) => sum + waitMs, 0);
    expect(outcome.record.attemptLog.length).toBe(3);
    expect(waited).toBeLessThanOrEqual(12_000);
  });

  test("as a date is read against the clock", async () => {
    const h = harness(read);
    const date = new Date(h.clock.now() + 20_000).toUTCString();
    await h.call("get", {}, [{ error: httpError(429, { "Retry-After": date }) }, { value: 1 }]);
    const [wait] = h.events.flatMap((e) => (e.type === "retry_scheduled" ? [e.waitMs] : []));
    expect(wait).toBeGreaterThanOrEqual(20_000);
    expect(wait).toBeLessThanOrEqual(24_000);
  });

  test("that makes no sense is ignored for the ordinary backoff", async () => {
    const h = harness(read);
    await h.call("get", {}, [{ error: httpError(429, { "retry-after": "soon" }) }, { value: 1 }]);
    const [wait] = h.events.flatMap((e) => (e.type === "retry_scheduled" ? [e.waitMs] : []));
    expect(wait).toBe(250);
  });
});

describe("control over retries", () => {
  test.each([
    ["policy.retry: false", { policy: { retry: false } }, 1],
    ["policy.retry.maxAttempts 1", { policy: { retry: { maxAttempts: 1 } } }, 1],
    ["policy.retry.maxAttempts 5", { policy: { retry: { maxAttempts: 5 } } }, 5],
  ] as const)("%s", async (_, options, attempts) => {
    const h = harness({ ...read, ...options });
    await h.fail("get", {}, httpError(503));
    expect(h.executions.get("get")).toBe(attempts);
  });

  test("a tool's own setting wins over the policy, in both directions", async () => {
    const h = harness({
      policy: { retry: false },
      tools: {
        eager: { effect: "read", retry: { maxAttempts: 4 } },
        shy: { effect: "read", retry: false },
      },
    });
    await h.fail("eager", {}, httpError(503));
    await h.fail("shy", {}, httpError(503));
    expect([...h.executions]).toEqual([
      ["eager", 4],
      ["shy", 1],
    ]);
  });

  test("one kind of failure can have settings of its own", async () => {
    const byErrorType = { rate_limited: { maxAttempts: 5 }, upstream: false } as const;
    const h = harness({ ...read, policy: { retry: { byErrorType } } });
    await h.fail("get", { a: 1 }, httpError(429));
    expect(h.executions.get("get")).toBe(5);
    await h.fail("get", { a: 2 }, httpError(503));
    expect(h.executions.get("get")).toBe(6);
  });

  test("what an inner client has retried is not retried again, and the model hears how often", async () => {
    const h = harness(read);
    const error = Object.assign(
      new Error("Failed after 3 attempts. Last error: Too Many Requests"),
      {
        name: "AI_RetryError",
        reason: "maxRetriesExceeded",
        errors: [{ status: 429 }, { status: 429 }, { status: 429 }],
      },
    );
    const outcome = await h.fail("get", {}, error);
    expect(h.executions.get("get")).toBe(1);
    expect(outcome.observation.retryable).toBe(false);
    expect(outcome.content).toContain("3");
  });

  test("failures that are not transient are never repeated", async () => {
    const h = harness({ ...read, policy: { failedTurns: false } });
    for (const status of [400, 401, 402, 403, 404, 409, 422]) {
      await h.fail("get", { status }, httpError(status));
    }
    expect(h.executions.get("get")).toBe(7);
  });
});

describe("time-outs", () => {
  test("an attempt that takes too long is a time-out, and its signal aborts", async () => {
    const h = harness({ tools: { slow: { effect: "write", timeoutMs: 10 } } });
    let signal: AbortSignal | undefined;
    const outcome = await h.run.call({ id: "a", tool: "slow", args: {}, turn: 0 }, (_, context) => {
      signal = context.signal;
      return new Promise(() => {});
    });
    expect(outcome.record).toMatchObject({ errorType: "timeout", outcome: "unknown" });
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
  });

  test("what settles after its time-out is counted and told of, and changes nothing", async () => {
    const h = harness({ tools: { slow: { effect: "write", timeoutMs: 10 } } });
    let finish: (value: string) => void = () => {};
    const outcome = await h.run.call({ id: "a", tool: "slow", args: {}, turn: 0 }, () => {
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    finish("done after all");
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcome.ok).toBe(false);
    expect(h.run.counters).toMatchObject({ calls: 1, lateSettlements: 1 });
    expect(h.events.filter(({ type }) => type === "late_settlement")).toMatchObject([
      { tool: "slow", ok: true, attempt: 1 },
    ]);
  });

  test("false means none, and no timer is set", async () => {
    const h = harness({ tools: { slow: { effect: "read", timeoutMs: false } } });
    await h.ok("slow", {}, 1);
    expect(h.clock.waits).toEqual([]);
  });

  test("no timer is left behind by a call that settled", async () => {
    const h = harness(read);
    await h.ok("get", {}, 1);
    expect(h.clock.pending).toBe(0);
  });
});

describe("the caller's abort", () => {
  test("during an attempt rejects with the abort's reason and counts nothing", async () => {
    const controller = new AbortController();
    const h = harness(read, { signal: controller.signal });
    const reason = new Error("the user went away");
    const pending = h.run.call(
      { id: "a", tool: "get", args: {}, turn: 0 },
      () => new Promise(() => {}),
    );
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(h.run.counters).toMatchObject({ calls: 0, errors: 0 });
    expect(h.records).toMatchObject([{ errorType: "cancelled", decision: "pass_through" }]);
  });

  test("during a wait ends the wait", async () => {
    const controller = new AbortController();
    const h = harness({
      ...read,
      onEvent: (event) => {
        if (event.type === "retry_scheduled") controller.abort();
      },
    });
    const pending = h.call("get", {}, { error: httpError(503) }, { signal: controller.signal });
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
    expect(h.executions.get("get")).toBe(1);
  });

  test("leaves no listener on the signal behind", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const h = harness(read, { signal });
    await h.call("get", {}, [{ error: httpError(503) }, { value: 1 }]);
    expect(listeners).toBe(0);
  });
});

describe("the run's deadline", () => {
  test("no wait outlasts it: the attempt that would come too late is not made", async () => {
    const h = harness(read, { runTimeoutMs: 3_000 });
    await h.fail("get", {}, httpError(429, { "retry-after": "5" }));
    expect(h.executions.get("get")).toBe(1);
  });

  test("cuts an attempt short and ends the run", async () => {
    const h = harness(read, { runTimeoutMs: 3_000 });
    const outcome = await h.run.call(
      { id: "a", tool: "get", args: {}, turn: 0 },
      () => new Promise(() => {}),
    );
    expect(outcome).toMatchObject({ ok: false, halt: { reason: "deadline" } });
    expect(h.run.stopReason).toBe("deadline");
  });

  test("once passed, nothing begins", async () => {
    const h = harness(read, { runTimeoutMs: 3_000 });
    h.clock.tick(3_001);
    const outcome = await h.ok("get", {}, 1);
    expect(outcome.observation.error_type).toBe("not_executed");
    expect(h.run.stopReason).toBe("deadline");
    expect(h.executions.size).toBe(0);
  });

  test("is given anew with the next invocation of the same run", async () => {
    const h = harness(read, { id: "r", runTimeoutMs: 3_000 });
    h.clock.tick(2_000);
    h.recovery.run({ id: "r", runTimeoutMs: 3_000 });
    h.clock.tick(2_000);
    expect((await h.ok("get", {}, 1)).ok).toBe(true);
  });
});

test("a tool's own word on its errors goes before the classifier", async () => {
  const h = harness({
    tools: {
      get: {
        effect: "read",
        classify: (error) =>
          (error as Error).message === "busy"
            ? { errorType: "rate_limited", retryAfterMs: 1_000 }
            : undefined,
      },
    },
  });
  const outcome = await h.call("get", {}, [{ error: new Error("busy") }, { value: 1 }]);
  expect(outcome.record.attemptLog[0]?.errorType).toBe("rate_limited");
  expect(outcome.ok).toBe(true);
});

test("a returned failure is repeated like a thrown one", async () => {
  const h = harness(read);
  const failed = { isError: true, content: [{ type: "text", text: "503 upstream unavailable" }] };
  const outcome = await h.call("get", {}, [{ value: failed }, { value: { content: [] } }]);
  expect(h.executions.get("get")).toBeGreaterThanOrEqual(1);
  expect(outcome.record.attemptLog.length).toBe(h.executions.get("get"));
});

test("ToolFault says how long to wait", async () => {
  const h = harness(read);
  await h.call("get", {}, [
    { error: ToolFault.rateLimited({ message: "slow down", retryAfterMs: 2_000 }) },
    { value: 1 },
  ]);
  const [wait] = h.events.flatMap((e) => (e.type === "retry_scheduled" ? [e.waitMs] : []));
  expect(wait).toBeGreaterThanOrEqual(2_000);
});
