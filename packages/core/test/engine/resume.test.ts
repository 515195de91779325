import { describe, expect, test } from "vitest";
import { mergeSnapshots } from "../../src/adapter.ts";
import { createRecovery, RecourseError, type RunSnapshot, ToolFault } from "../../src/index.ts";
import { harness, httpError, systemError } from "./support/harness.ts";

const tools = { get: { effect: "read" }, put: { effect: "write" } } as const;

/** The run in another process: nothing but its JSON goes along. */
function elsewhere(run: unknown, options = {}) {
  const snapshot = JSON.parse(JSON.stringify(run)) as RunSnapshot;
  return createRecovery({ tools, onEvent: () => {}, ...options }).resume(snapshot);
}

describe("a run that goes on from its snapshot", () => {
  test("knows what was asked before", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 2; i++) await h.ok("get", { k: 1 }, "old");
    const run = elsewhere(h.run);
    const third = await run.call({ id: "x", tool: "get", args: { k: 1 }, turn: 2 }, () => "old");
    expect(third.record.decision).toBe("refuse");
    expect(run.id).toBe(h.run.id);
  });

  test("knows the open turn: its finished calls are replayed, not executed", async () => {
    const h = harness({ tools });
    await h.ok("put", { n: 1 }, { made: 1 }, { turn: 0, index: 0, id: "a" });
    const run = elsewhere(h.run);
    let executions = 0;
    const again = await run.call(
      { id: "a", tool: "put", args: { n: 1 }, turn: 0, index: 0 },
      () => {
        executions++;
        return { made: 2 };
      },
    );
    expect(executions).toBe(0);
    expect(again).toMatchObject({ ok: true, content: '{"made":1}', value: { made: 1 } });
    expect(run.counters.calls).toBe(1);
  });

  test("knows a write whose outcome is unknown", async () => {
    const h = harness({ tools });
    await h.fail("put", { n: 1 }, systemError("ECONNRESET"));
    const run = elsewhere(h.run);
    const again = await run.call({ id: "b", tool: "put", args: { n: 1 }, turn: 1 }, () => "twice");
    expect(again.record.decision).toBe("refuse");
  });

  test("keeps its counters, streaks and error budget", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 3; i++) await h.fail("get", { i }, httpError(404));
    h.run.closeTurn();
    const run = elsewhere(h.run);
    expect(run.counters).toEqual(h.run.counters);
    for (let turn = 3; turn < 5; turn++) {
      await run.call({ id: `${turn}`, tool: "get", args: { turn }, turn }, () => {
        throw httpError(404);
      });
    }
    expect(run.closeTurn()?.reason).toBe("error_cascade");
  });

  test("stays ended where it had ended, except by a deadline, which belongs to one invocation", async () => {
    const h = harness({ tools });
    await h.fail("put", {}, ToolFault.corruptState({ message: "half" }));
    expect(elsewhere(h.run).stopReason).toBe("corrupt_state");
    const d = harness({ tools }, { runTimeoutMs: 10 });
    d.clock.tick(11);
    await d.ok("get", {}, 1);
    expect(d.run.stopReason).toBe("deadline");
    const run = elsewhere(d.run);
    expect(run.halt).toBeUndefined();
    expect((await run.call({ id: "n", tool: "get", args: { n: 1 }, turn: 1 }, () => 1)).ok).toBe(
      true,
    );
  });

  test("in the same process is the live run", async () => {
    const h = harness({ tools });
    await h.ok("get", {}, 1);
    expect(h.recovery.resume(JSON.parse(JSON.stringify(h.run)))).toBe(h.run);
    expect(h.run.counters.calls).toBe(1);
  });

  test("as text is read too", async () => {
    const h = harness({ tools });
    await h.ok("get", {}, 1);
    const text = JSON.stringify(h.run) as unknown as RunSnapshot;
    expect(createRecovery({ tools }).resume(text).counters.calls).toBe(1);
  });

  test("has no secret and no raw argument in its JSON beyond the results", async () => {
    const secret = ["sk-", "proj-", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4"].join("");
    const h = harness({ tools });
    await h.fail("put", { key: secret }, systemError("ECONNRESET"));
    expect(JSON.stringify(h.run)).not.toContain(secret);
  });
});

describe("a snapshot that cannot be resumed gives one clear sentence, and nothing is lost", () => {
  const broken: readonly [string, (snapshot: RunSnapshot) => unknown, RegExp][] = [
    [
      "another version",
      (s) => ({ ...s, schema: "recourse.snapshot/9" }),
      /version recourse\.snapshot\/9/,
    ],
    ["no snapshot at all", () => ({ hello: 1 }), /no schema/],
    [
      "edited by hand",
      (s) => ({ ...s, sharedErrors: 0, counters: { ...s.counters, errors: 0 } }),
      /edited/,
    ],
    ["a part missing", ({ signatures: _, ...rest }) => rest, /cut short or edited/],
    ["cut text", (s) => JSON.stringify(s).slice(0, -20), /cut short/],
    ["nothing", () => undefined, /got undefined/],
    ["null", () => null, /got/],
  ];
  test.each(broken)("%s", async (_, spoil, message) => {
    const h = harness({ tools });
    await h.fail("get", {}, httpError(404));
    h.run.closeTurn();
    const bad = spoil(JSON.parse(JSON.stringify(h.run)) as RunSnapshot) as RunSnapshot;
    const resume = () => h.recovery.resume(bad);
    expect(resume).toThrow(RecourseError);
    expect(resume).toThrow(message);
    expect(h.run.counters.calls).toBe(1);
    expect(h.recovery.liveRun(h.run.id)).toBe(h.run);
  });
});

describe("snapshots of branches", () => {
  const branch = async (snapshot: RunSnapshot, index: number) => {
    const run = createRecovery({ tools, onEvent: () => {} }).resume(snapshot);
    await run.call({ id: `b${index}`, tool: "get", args: { index }, turn: 1, index }, () => index);
    return JSON.parse(JSON.stringify(run)) as RunSnapshot;
  };

  test("merge to the calls of both, whichever comes first, and once", async () => {
    const h = harness({ tools });
    await h.ok("get", {}, 1);
    h.run.closeTurn();
    const start = JSON.parse(JSON.stringify(h.run)) as RunSnapshot;
    const [a, b] = [await branch(start, 0), await branch(start, 1)];
    const merged = mergeSnapshots(a, b);
    expect(merged.open?.records.map(({ callId }) => callId)).toEqual(["b0", "b1"]);
    expect(mergeSnapshots(b, a)).toEqual(merged);
    expect(mergeSnapshots(merged, a)).toEqual(merged);
    expect(mergeSnapshots(merged, merged)).toEqual(merged);
    expect(createRecovery({ tools }).resume(merged).counters.calls).toBe(3);
  });

  test("that are behind add nothing to one that has closed the turn", async () => {
    const h = harness({ tools });
    await h.ok("get", {}, 1);
    const open = JSON.parse(JSON.stringify(h.run)) as RunSnapshot;
    h.run.closeTurn();
    const closed = JSON.parse(JSON.stringify(h.run)) as RunSnapshot;
    expect(createRecovery({ tools }).resume(mergeSnapshots(open, closed)).counters.calls).toBe(1);
  });
});

describe("calls that a framework replays", () => {
  test("give the stored success of their position", async () => {
    const h = harness({ tools });
    const at = { turn: 0, index: 0, id: "a" };
    const first = await h.ok("put", { n: 1 }, { made: 1 }, at);
    const second = await h.ok("put", { n: 1 }, { made: 2 }, at);
    expect(second).toBe(first);
    expect(h.executions.get("put")).toBe(1);
    expect(h.run.counters.calls).toBe(1);
  });

  test("are found by their id where there is no index", async () => {
    const h = harness({ tools });
    const at = { turn: 0, id: "a" };
    await h.ok("put", { n: 1 }, "made", at);
    expect((await h.ok("put", { n: 1 }, "again", at)).content).toBe("made");
    expect(h.executions.get("put")).toBe(1);
  });

  test("even after their turn was closed", async () => {
    const h = harness({ tools });
    const at = { turn: 0, index: 0, id: "a" };
    await h.ok("put", { n: 1 }, "made", at);
    h.run.closeTurn();
    expect((await h.ok("put", { n: 1 }, "again", at)).content).toBe("made");
  });

  test("under way are joined, not begun again", async () => {
    const h = harness({ tools });
    let release: () => void = () => {};
    const call = { id: "a", tool: "put", args: { n: 1 }, turn: 0, index: 0 };
    const run = async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return "made";
    };
    const first = h.run.call(call, run);
    const second = h.run.call(call, run);
    release();
    expect((await first).content).toBe("made");
    expect((await second).content).toBe("made");
    expect(h.run.counters.calls).toBe(1);
  });

  test("that were interrupted are taken up again; their siblings are not", async () => {
    const h = harness({ tools });
    const interrupt = { name: "GraphInterrupt" };
    const passThrough = (thrown: unknown) => thrown === interrupt;
    const ask = { turn: 0, index: 1, id: "b", passThrough };
    await h.ok("put", { name: "ns1" }, { created: true }, { turn: 0, index: 0, id: "a" });
    await expect(h.fail("ask", {}, interrupt, ask)).rejects.toBe(interrupt);
    expect(h.run.counters.calls).toBe(1);
    await h.ok("put", { name: "ns1" }, { created: true }, { turn: 0, index: 0, id: "a" });
    expect((await h.ok("ask", {}, "yes", ask)).ok).toBe(true);
    expect([...h.executions]).toEqual([
      ["put", 1],
      ["ask", 2],
    ]);
    expect(h.run.counters.calls).toBe(2);
  });

  test("two calls that merely share an id are two calls", async () => {
    const h = harness();
    const at = { turn: 0, id: "functions.eval:7" };
    const [one, two] = await Promise.all([
      h.ok("ev", { x: 1 }, "one", at),
      h.ok("ev", { x: 2 }, "two", at),
    ]);
    expect([one?.content, two?.content]).toEqual(["one", "two"]);
    expect([one?.record.index, two?.record.index]).toEqual([0, 1]);
  });
});

test("a history that the ledger does not know is folded, in call order, once", () => {
  const h = harness({ tools });
  const history = [0, 1].map((turn) => ({
    id: `h${turn}`,
    tool: "get",
    args: { k: 1 },
    turn,
    index: 0,
    content: "old",
  }));
  h.run.restore(history);
  h.run.restore(history);
  expect(h.run.counters).toMatchObject({ calls: 2, successes: 2 });
});

test("after a restored history the third identical call is refused", async () => {
  const h = harness({ tools });
  const failed =
    '{"ok":false,"error_type":"not_found","retryable":false,"message":"get: no order 9."}';
  h.run.restore(
    [0, 1].map((turn) => ({
      id: `h${turn}`,
      tool: "get",
      args: { id: 9 },
      turn,
      index: 0,
      content: failed,
    })),
  );
  const third = await h.fail("get", { id: 9 }, httpError(404), { turn: 2 });
  expect(third.record.decision).toBe("refuse");
  expect(h.run.counters).toMatchObject({ calls: 3, errors: 3 });
});

test("the third is refused too where only the first is in the restored history", async () => {
  const before = harness({ tools });
  const failing = () => httpError(404);
  const first = await before.fail("get", { id: 9 }, failing(), { turn: 0, index: 0, id: "h0" });
  const h = harness({ tools });
  const { content } = first;
  h.run.restore([
    { id: "h0", tool: "get", args: { id: 9 }, turn: 0, index: 0, content, ok: false },
  ]);
  const second = await h.fail("get", { id: 9 }, failing(), { turn: 1 });
  expect(second.record.errorType).toBe("not_found");
  const third = await h.fail("get", { id: 9 }, failing(), { turn: 2 });
  expect(third.record.decision).toBe("refuse");
});

test("a failure that reads otherwise than the one in the history is another outcome", async () => {
  const h = harness({ tools });
  const content = '{"ok":false,"error_type":"upstream","retryable":false,"message":"get: down."}';
  h.run.restore([
    { id: "h0", tool: "get", args: { id: 9 }, turn: 0, index: 0, content, ok: false },
  ]);
  for (const turn of [1, 2]) await h.fail("get", { id: 9 }, httpError(404), { turn });
  expect(h.executions.get("get")).toBe(2);
});
