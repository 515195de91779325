import { describe, expect, test } from "vitest";
import { createRecovery, type RunRecord, type TraceRecord } from "../../src/index.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { harness } from "./support/harness.ts";

const call = { id: "a", tool: "get", args: {}, turn: 0, index: 0 };
const later = (value: unknown) => new Promise((resolve) => setImmediate(() => resolve(value)));

describe.each(["observe", "off"] as const)("in mode %s", (mode) => {
  test("the run's deadline ends no call", async () => {
    const clock = fakeClock();
    const records: TraceRecord[] = [];
    const sinks = [{ write: (record: TraceRecord) => void records.push(record) }];
    const run = createRecovery({ mode, clock, sinks, tools: { get: { effect: "read" } } }).run({
      runTimeoutMs: 50,
    });
    const outcome = await run.call(call, async () => {
      clock.tick(1_000);
      return later("late");
    });
    expect(outcome).toMatchObject({ ok: true, value: "late", intervened: false });
    expect(clock.waits).toEqual([]);
    expect(run.halt).toBeUndefined();
    await run.finish();
    if (mode === "off") return;
    expect((records.at(-1) as RunRecord).would).toBe("deadline");
  });

  test("a tool that goes on after the caller's abort keeps its result, and has the caller's own signal", async () => {
    const h = harness({ mode });
    const { signal, abort } = withAbort();
    const outcome = await h.run.call({ ...call, signal }, async (_, context) => {
      expect(context.signal).toBe(signal);
      abort();
      return later("done");
    });
    expect(outcome).toMatchObject({ ok: true, value: "done" });
  });

  test("a call with a signal that was aborted before is executed", async () => {
    const h = harness({ mode });
    const { signal, abort } = withAbort();
    abort();
    expect((await h.ok("get", {}, 1, { signal })).value).toBe(1);
  });
});

describe("a signal that was aborted before the call", () => {
  test.each(["the call's", "the run's"])("%s: nothing begins", async (whose) => {
    const { signal, abort } = withAbort();
    const reason = new Error("enough");
    abort(reason);
    const h = harness(
      { tools: { pay: { effect: "write" } } },
      whose === "the run's" ? { signal } : {},
    );
    const pending = h.ok("pay", {}, 1, whose === "the run's" ? {} : { signal });
    await expect(pending).rejects.toBe(reason);
    expect(h.executions.size).toBe(0);
    expect(h.records).toMatchObject([{ errorType: "cancelled", attemptLog: [] }]);
    expect(h.records[0]).not.toHaveProperty("outcome");
    expect(h.run.counters.calls).toBe(0);
  });
});

describe("a thenable", () => {
  const settled = async (then: (resolve: (value: unknown) => void) => void) => {
    const h = harness({ tools: { get: { effect: "read", timeoutMs: 50 } } });
    let executed = 0;
    const outcome = await h.run.call(call, () => {
      executed += 1;
      return { then };
    });
    for (let i = 0; i < 10; i++) await later(0);
    expect(h.clock.pending).toBe(0);
    return { h, outcome, executed: () => executed };
  };

  test("whose then throws is one failed attempt", async () => {
    const { h, outcome, executed } = await settled(() => {
      throw new Error("no then");
    });
    expect(outcome.ok).toBe(false);
    expect(executed()).toBe(1);
    expect(h.records).toHaveLength(1);
  });

  test("that resolves and then throws has succeeded, once", async () => {
    const { h, outcome } = await settled((resolve) => {
      resolve("hello");
      throw new Error("after");
    });
    expect(outcome).toMatchObject({ ok: true, value: "hello" });
    expect(h.records).toHaveLength(1);
    expect(h.run.counters.calls).toBe(1);
  });

  test("that calls back twice settles once", async () => {
    const { h, outcome } = await settled((resolve) => {
      resolve(1);
      resolve(2);
    });
    expect(outcome.value).toBe(1);
    expect(h.records).toHaveLength(1);
  });
});

function withAbort() {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: (reason?: unknown) => controller.abort(reason),
  };
}
