import { describe, expect, test } from "vitest";
import { type RunSnapshot, ToolFault } from "../../src/index.ts";
import { snapshotCheck } from "../../src/ledger/snapshot-check.ts";
import { harness, httpError } from "./support/harness.ts";

const never = () => new Promise<never>(() => {});
const schemaOf = (validate: (value: unknown) => unknown) =>
  ({ "~standard": { version: 1, vendor: "x", validate } }) as never;
const at = { id: "a", turn: 0, index: 0 };

describe("a schema that never answers", () => {
  const options = {
    tools: { pay: { effect: "write", schema: schemaOf(never), timeoutMs: 50 } },
  } as const;

  test("is ended by the time limit of an attempt: nothing was executed, nothing took effect", async () => {
    const h = harness(options);
    const { record, ok } = await h.ok("pay", {}, 1);
    expect(ok).toBe(false);
    expect(record).toMatchObject({ errorType: "timeout", attemptLog: [] });
    expect(record).not.toHaveProperty("outcome");
    expect(h.executions.size).toBe(0);
  });

  test("is ended by the run's deadline", async () => {
    const h = harness(options, { runTimeoutMs: 20 });
    expect((await h.ok("pay", {}, 1)).record.errorType).toBe("not_executed");
    expect(h.run.stopReason).toBe("deadline");
  });

  test("is ended by the caller's abort", async () => {
    const h = harness(options);
    const controller = new AbortController();
    const reason = new Error("enough");
    queueMicrotask(() => controller.abort(reason));
    await expect(h.ok("pay", {}, 1, { signal: controller.signal })).rejects.toBe(reason);
    expect(h.records).toMatchObject([{ errorType: "cancelled", attemptLog: [] }]);
  });

  describe("keeps nobody waiting who only asks whether the call could run", () => {
    const call = { ...at, tool: "pay", args: {} };

    test("longer than an attempt may take, and the call has that answer", async () => {
      const h = harness(options);
      const outcome = await h.run.preflight(call);
      expect(outcome?.record).toMatchObject({ errorType: "timeout", attemptLog: [] });
      expect(h.run.counters.calls).toBe(1);
    });

    test("past the run's deadline", async () => {
      const h = harness(options, { runTimeoutMs: 20 });
      expect((await h.run.preflight(call))?.record.errorType).toBe("not_executed");
      expect(h.run.stopReason).toBe("deadline");
    });

    test("past the end of the run", async () => {
      const h = harness({ tools: { pay: { ...options.tools.pay, timeoutMs: false } } });
      const asked = h.run.preflight(call);
      h.run.stop();
      expect((await asked)?.record.errorType).toBe("not_executed");
    });

    test.each(["abort", "finish"])(
      "past an end that the call itself will meet: %s",
      async (end) => {
        const h = harness({ tools: { pay: { ...options.tools.pay, timeoutMs: false } } });
        const controller = new AbortController();
        const asked = h.run.preflight({ ...call, signal: controller.signal });
        if (end === "abort") controller.abort();
        else await h.run.finish();
        expect(await asked).toBeUndefined();
        expect(h.records.filter(({ schema }) => schema === "recourse.call/1")).toEqual([]);
      },
    );
  });

  test("holds up no call where we only observe", async () => {
    const h = harness({ ...options, mode: "observe" });
    expect((await h.ok("pay", {}, 1)).value).toBe(1);
  });
});

test("a position that is asked for twice while its schema is asked is executed once", async () => {
  const schema = schemaOf(async (value) => ({ value }));
  const h = harness({ tools: { pay: { effect: "write", schema } } });
  const both = await Promise.all([h.ok("pay", {}, 1, at), h.ok("pay", {}, 2, at)]);
  expect(both.map(({ value }) => value)).toEqual([1, 1]);
  expect(h.executions.get("pay")).toBe(1);
  expect(h.run.counters.calls).toBe(1);
});

describe("an error of ours before execution", () => {
  const broken = (call: object) =>
    Object.defineProperty(call, "availableTools", {
      get: () => {
        throw new Error("boom");
      },
    });

  test("executes nothing after the end of the run", async () => {
    const h = harness();
    h.run.stop();
    const call = broken({ ...at, tool: "pay", args: {} }) as never;
    const outcome = await h.run.call(call, () => {
      throw new Error("executed");
    });
    expect(outcome).toMatchObject({ ok: false, record: { errorType: "not_executed" } });
    expect(outcome.halt?.reason).toBe("host");
  });

  test("executes nothing after the end of the run, though nothing of ours works", async () => {
    const h = harness();
    h.run.stop();
    const { now } = h.clock;
    h.clock.now = () => {
      throw new Error("boom");
    };
    const outcome = await h.ok("pay", {}, 1);
    h.clock.now = now;
    expect(outcome.ok).toBe(false);
    expect(JSON.parse(outcome.content)).toMatchObject({ ok: false });
    expect(h.executions.size).toBe(0);
  });

  test("does not execute a write that may have taken effect and is not verified", async () => {
    const h = harness({ tools: { pay: { effect: "write" } } });
    await h.fail("pay", { n: 1 }, httpError(500));
    const call = broken({ ...at, tool: "pay", args: { n: 1 }, turn: 1 }) as never;
    const outcome = await h.run.call(call, () => {
      throw new Error("executed");
    });
    expect(outcome.record.rule).toBe("preflight/unverified_write");
  });
});

describe("a call whose turn or index is no number", () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 1.5, "2" as never])(
    "%s belongs to the open turn, and the turns after it are counted as before",
    async (turn) => {
      const h = harness();
      await h.ok("get", { n: 1 }, 1, { turn: 0 });
      expect((await h.ok("get", { n: 2 }, 2, { turn })).record.turn).toBe(0);
      await h.ok("get", { n: 3 }, 3, { turn: 0, index: turn });
      await h.ok("get", { n: 4 }, 4, { turn: 1 });
      expect(h.run.turn).toBe(1);
      expect(h.run.counters).toMatchObject({ turns: 2, calls: 4 });
      expect(h.events).toContainEqual(
        expect.objectContaining({ type: "warning", code: "invalid_turn" }),
      );
    },
  );
});

test("a run that is finished while a call waits for its next attempt: the call settles first, with what it has", async () => {
  const h = harness({ tools: { get: { effect: "read" } } });
  let attempts = 0;
  const pending = h.run.call({ ...at, tool: "get", args: {} }, () => {
    attempts += 1;
    queueMicrotask(() => void h.run.finish("cancelled"));
    throw httpError(429);
  });
  expect((await pending).record).toMatchObject({ errorType: "rate_limited" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(attempts).toBe(1);
  expect(h.records.map(({ schema }) => schema)).toEqual(["recourse.call/1", "recourse.run/1"]);
});

test("recorded arguments are plain JSON, whatever the schema made of them", async () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  for (const parsed of [{ n: 10n }, cyclic, new Map([["a", 1n]]), { at: new Date(0) }]) {
    const schema = schemaOf(() => ({ value: parsed }));
    const h = harness({ recordArgs: true, tools: { get: { effect: "read", schema } } });
    await h.ok("get", {}, 1);
    const [record] = h.records;
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
    expect(JSON.parse(JSON.stringify(h.run)).open.records).toHaveLength(1);
  }
});

test("a snapshot that throws when it is read is refused by name", () => {
  const { recovery } = harness();
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
    },
  );
  expect(() => recovery.resume(hostile as never)).toThrowError(
    expect.objectContaining({ name: "RecourseError", code: "invalid_snapshot" }),
  );
});

test("a snapshot whose checksum fits and whose parts do not is refused, and leaves no run behind", async () => {
  const h = harness();
  await h.ok("t", {}, 1);
  const { check: _, ...whole } = h.run.toJSON();
  const forged = { ...whole, runId: "forged", signatures: 7 } as unknown as RunSnapshot;
  const snapshot = { ...forged, check: snapshotCheck(forged) };
  expect(() => h.recovery.resume(snapshot)).toThrowError(
    expect.objectContaining({ name: "RecourseError", code: "invalid_snapshot" }),
  );
  expect(h.recovery.run({ id: "forged" }).counters.calls).toBe(0);
});

test("the last turn before the error budget is told of where each turn brings several errors", async () => {
  const h = harness({ policy: { errors: 9, failedTurns: false, repairs: false, cycle: false } });
  const notices: boolean[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const outcomes = await Promise.all(
      [0, 1, 2].map((index) =>
        h.fail("get", { turn, index }, ToolFault.notFound({ message: "none" }), { turn, index }),
      ),
    );
    notices.push(outcomes.every(({ content }) => content.includes("tool errors in this run")));
  }
  h.run.closeTurn();
  expect(notices).toEqual([false, true, false]);
  expect(h.run.stopReason).toBe("tool_error_budget");
});

test.each(["999999999", "1e999", "9".repeat(15), "9".repeat(40)])(
  "a Retry-After of %s is later than any limit: no further attempt",
  async (after) => {
    const h = harness({ tools: { get: { effect: "read" } } });
    const { record } = await h.fail("get", {}, httpError(429, { "retry-after": after }));
    expect(record.attemptLog).toHaveLength(1);
  },
);
