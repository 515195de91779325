import { describe, expect, test } from "vitest";
import { replay, strictPolicy, ToolFault, type TraceRecord } from "../../src/index.ts";
import { harness, httpError, systemError } from "./support/harness.ts";

const tools = { get: { effect: "read" }, pay: { effect: "write" } } as const;

describe("a run's report", () => {
  test("says on a page what ended it, what is done and what is not known", async () => {
    const h = harness({ tools });
    await h.ok("pay", { n: 1 }, "paid");
    await h.fail("pay", { n: 2 }, systemError("ECONNRESET"));
    await h.fail("write", { n: 3 }, ToolFault.corruptState({ message: "half written" }));
    const report = h.run.report();
    expect(report).toMatchObject({
      runId: h.run.id,
      stopReason: "corrupt_state",
      tripped: { tool: "write", args: '{"n":3}' },
      done: [{ tool: "pay", args: '{"n":1}' }],
      unknown: [
        { tool: "pay", args: '{"n":2}' },
        { tool: "write", args: '{"n":3}' },
      ],
    });
    for (const words of [
      "corrupt_state",
      'write({"n":3})',
      "May have taken effect",
      "Last calls",
    ]) {
      expect(report.text).toContain(words);
    }
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test("no longer calls unknown what has succeeded since", async () => {
    const h = harness({ tools });
    await h.fail("pay", { n: 2 }, systemError("ECONNRESET"));
    await h.ok("get", {}, "nothing there");
    await h.ok("pay", { n: 2 }, "paid");
    expect(h.run.report()).toMatchObject({ unknown: [], done: [{ tool: "pay" }] });
  });

  test("has the same fingerprint for the same kind of incident, and another for another", async () => {
    const incident = async (tool: string, args: object) => {
      const h = harness({ tools });
      await h.fail(tool, args, ToolFault.corruptState());
      return h.halts[0]?.fingerprint;
    };
    const one = await incident("pay", { n: 1 });
    expect(await incident("pay", { n: 2 })).toBe(one);
    expect(await incident("get", { n: 1 })).not.toBe(one);
  });

  test("shows the last twenty calls and no more, however long the run", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 100; i++) await h.ok("get", { i }, i);
    expect(h.run.report().lastCalls.length).toBe(20);
  });

  test("of a run that goes on has no stop reason", async () => {
    const h = harness({ tools });
    await h.ok("get", {}, 1);
    expect(h.run.report().stopReason).toBeUndefined();
    expect(h.run.report().text).toContain("still running");
  });
});

describe("replaying records under another policy", () => {
  const recorded = async (): Promise<readonly TraceRecord[]> => {
    const h = harness({
      tools,
      policy: { repeats: { limit: 9 }, cycle: false, failedTurns: false },
    });
    for (let i = 0; i < 4; i++) await h.ok("get", { k: 1 }, "old");
    for (let i = 0; i < 6; i++) await h.fail("get", { i }, httpError(404));
    await h.run.finish();
    return h.records;
  };

  test("says which calls it would have refused and where it would have ended the run", async () => {
    const [run] = replay(await recorded());
    expect(run).toMatchObject({
      refused: [
        { turn: 2, tool: "get", rule: "repeated_call" },
        { turn: 3, tool: "get", rule: "repeated_call" },
      ],
      executed: [],
      end: { turn: 3, reason: "no_progress" },
    });
  });

  test("under the policy they were recorded with finds no difference", async () => {
    const [run] = replay(await recorded(), {
      repeats: { limit: 9 },
      cycle: false,
      failedTurns: false,
    });
    expect(run).toMatchObject({
      refused: [],
      executed: [],
      end: undefined,
      counters: { calls: 10 },
    });
  });

  test("a record twice changes nothing, and runs are kept apart", async () => {
    const [a, b] = [await recorded(), await recorded()];
    const once = replay([...a, ...b], { failedTurns: false });
    expect(once.length).toBe(2);
    expect(replay([...a, ...b, ...a], { failedTurns: false })).toEqual(once);
  });

  test("what was refused and would not be is said to be unknown", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 3; i++) await h.ok("get", {}, 1);
    const [run] = replay(h.records, { repeats: false, cycle: false });
    expect(run).toMatchObject({ refused: [], executed: [{ turn: 2, tool: "get" }] });
  });
});

describe("strictPolicy: the essays to the letter", () => {
  const strict = { policy: strictPolicy, tools } as const;

  test("the third identical call is never executed, whatever changed", async () => {
    const h = harness(strict);
    await h.ok("get", {}, 1);
    await h.ok("pay", { n: 1 }, "ok");
    await h.ok("get", {}, 2);
    await h.ok("pay", { n: 2 }, "ok");
    expect((await h.ok("get", {}, 3)).record.decision).toBe("refuse");
  });

  test("three identical failures end the run", async () => {
    const h = harness(strict);
    for (let i = 0; i < 2; i++) await h.fail("get", {}, httpError(404));
    expect((await h.fail("get", {}, httpError(404))).halt?.reason).toBe("no_progress");
  });

  test("five errors in a row are five calls, also of one turn", async () => {
    const h = harness(strict);
    for (let index = 0; index < 5; index++) {
      await h.fail("get", { index }, httpError(404), { turn: 0, index });
    }
    expect(h.run.closeTurn()?.reason).toBe("error_cascade");
  });

  test("five errors of a run end it, even with successes in between", async () => {
    const h = harness(strict);
    for (let i = 0; i < 5; i++) {
      await h.fail("get", { i }, httpError(404));
      if (i < 4) await h.ok("get", { ok: i }, i);
    }
    expect(h.run.closeTurn()?.reason).toBe("tool_error_budget");
  });

  test("a hint is cut to 30 seconds and comes back early", async () => {
    const h = harness(strict);
    await h.call("get", {}, [{ error: httpError(429, { "retry-after": "90" }) }, { value: 1 }]);
    const waits = h.events.flatMap((e) => (e.type === "retry_scheduled" ? [e.waitMs] : []));
    expect(waits).toEqual([30_000]);
  });

  test("time-outs and 5xx are always repeated, and 401 and 403 end the run", async () => {
    const h = harness(strict);
    await h.fail("pay", {}, httpError(500));
    expect(h.executions.get("pay")).toBe(3);
    expect((await h.fail("get", {}, httpError(403))).halt?.reason).toBe("forbidden");
  });

  test("an unknown exception is the model's, and a success comes in the envelope", async () => {
    const h = harness(strict);
    expect((await h.fail("get", {}, new Error("odd"))).record.errorType).toBe("invalid_args");
    expect((await h.ok("get", { a: 1 }, "tea")).content).toBe('{"ok":true,"data":"tea"}');
  });
});
