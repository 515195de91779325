import { describe, expect, test } from "vitest";
import {
  MetricsBuilder,
  metricsOf,
  type RunRecord,
  type TraceRecord,
  wilson,
} from "../../src/index.ts";
import { harness, httpError } from "../engine/support/harness.ts";

const tools = {
  get: { effect: "read" },
  find: { effect: "read" },
  put: { effect: "write" },
} as const;

describe("the Wilson interval", () => {
  test.each([
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [450, 1000, 0.4194, 0.481],
  ])("%i of %i is %d to %d", (count, of, low, high) => {
    const rate = wilson(count, of);
    expect(rate.low).toBeCloseTo(low, 3);
    expect(rate.high).toBeCloseTo(high, 3);
    expect(rate.rate).toBe(count / of);
  });

  test("of nothing says nothing", () => {
    expect(wilson(0, 0)).toEqual({ count: 0, of: 0, rate: 0, low: 0, high: 1 });
  });
});

test("a failure that the tool returns counts as an error, not as a success", async () => {
  const h = harness({ policy: { failedTurns: false } });
  for (let i = 0; i < 6; i++) await h.ok("t", { i }, "ok");
  for (let i = 6; i < 10; i++) {
    await h.ok("t", { i }, { isError: true, content: [{ type: "text", text: "x" }] });
  }
  expect(metricsOf(h.records)).toMatchObject({
    calls: 10,
    errors: 4,
    errorRate: { count: 4, of: 10 },
  });
});

test("an episode of errors that ends in a success of the same tool is a recovery", async () => {
  const h = harness({ tools });
  await h.fail("get", { a: 1 }, new Error("x"));
  await h.ok("find", {}, [1]);
  await h.fail("get", { a: 2 }, httpError(404));
  await h.ok("get", { a: 3 }, "ok");
  await h.fail("put", {}, httpError(403));
  await h.run.finish();
  const metrics = metricsOf(h.records);
  expect(metrics.recovery).toMatchObject({ count: 1, of: 2 });
  expect(metrics.turnsToRecover).toBe(3);
  expect(metrics.stopReasons).toEqual({ completed: 1 });
});

test("errors are counted by type, by the class they were decided by, and by fault", async () => {
  const h = harness({ tools });
  await h.fail("get", { a: 1 }, httpError(503));
  await h.fail("get", { a: 2 }, httpError(404));
  await h.ok("find", {}, []);
  expect(metricsOf(h.records)).toMatchObject({
    errors: 2,
    byErrorType: { upstream: 1, not_found: 1, empty_result: 1 },
    byErrorClass: { forbidden: 1, "not-found": 1, "empty-result": 1 },
    byFault: { service: 1, model: 1, none: 1 },
  });
});

test("of the calls that the host tried again, those that succeeded are its recoveries", async () => {
  const h = harness({ tools });
  await h.call("get", {}, [{ error: httpError(503) }, { value: 1 }]);
  await h.fail("get", { b: 1 }, httpError(503));
  const metrics = metricsOf(h.records);
  expect(metrics.hostRecovered).toMatchObject({ count: 1, of: 2 });
  expect(metrics.attempts).toBe(5);
  expect(metrics.addedWaitMs).toBeGreaterThan(0);
});

test("an identical repeat with the same outcome and nothing changed is wasted; a poll is not", async () => {
  const h = harness({ tools: { ...tools, poll: { effect: "read", repeats: "allow" } } });
  await h.ok("get", {}, 1);
  await h.ok("get", {}, 1);
  await h.ok("put", {}, "ok");
  await h.ok("get", {}, 1);
  for (let i = 0; i < 3; i++) await h.ok("poll", {}, "running");
  expect(metricsOf(h.records).wasted).toMatchObject({ count: 1, of: 7 });
});

test("an error's tokens are read once and sent again with every later turn", async () => {
  const h = harness({ tools });
  await h.fail("get", {}, httpError(404));
  for (let i = 0; i < 4; i++) await h.ok("get", { i }, i);
  const { errorTokens, errorTokensResent } = metricsOf(h.records);
  expect(errorTokens).toBeGreaterThan(0);
  expect(errorTokensResent).toBe(4 * errorTokens);
});

test("a record seen twice counts once, and a run that ends again keeps its last word", async () => {
  const h = harness({ tools });
  await h.fail("get", {}, httpError(404));
  await h.run.finish("awaiting_input");
  const once = metricsOf(h.records);
  expect(metricsOf([...h.records, ...h.records])).toEqual(once);
  const last = { ...(h.records.at(-1) as RunRecord), stopReason: "completed" } as const;
  expect(metricsOf([...h.records, last]).stopReasons).toMatchObject({
    completed: 1,
    awaiting_input: 0,
  });
});

test("calls that are no result count nowhere", async () => {
  const h = harness();
  h.run.settle({ id: "a", tool: "t", turn: 0 }, { errorType: "interrupted" });
  h.run.stop();
  await h.ok("t", {}, 1);
  expect(metricsOf(h.records)).toMatchObject({ runs: 1, calls: 0, errors: 0, byErrorType: {} });
});

test("a stream of any number of runs is added up in bounded memory", () => {
  const builder = new MetricsBuilder();
  const record = (run: number): TraceRecord => ({
    schema: "recourse.call/1",
    runId: `r${run}`,
    framework: "none",
    mode: "enforce",
    turn: 0,
    index: 0,
    callId: "a",
    tool: "t",
    signature: "s",
    ok: run % 4 !== 0,
    ...(run % 4 === 0 ? { errorType: "not_found" as const } : {}),
    decision: "proceed",
    attemptLog: [{ waitMs: 0, durationMs: 1 }],
    durationMs: 1,
    contentHash: "c",
    contentChars: 1,
    contentTokens: 1,
    outcomeHash: "o",
    time: "2026-01-01T00:00:00.000Z",
  });
  for (let run = 0; run < 30_000; run++) builder.add(record(run));
  expect(builder.metrics()).toMatchObject({
    runs: 30_000,
    calls: 30_000,
    errors: 7_500,
    recovery: { count: 0, of: 7_500 },
  });
});
