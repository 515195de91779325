import { describe, expect, test } from "vitest";
import { mergeSnapshots } from "../../src/adapter.ts";
import { createRecovery, type RunSnapshot } from "../../src/index.ts";
import { harness, httpError, systemError } from "./support/harness.ts";

const tools = {
  pay: { effect: "write" },
  send: { effect: "write", verify: "status", timeoutMs: 20 },
  status: { effect: "read", retry: false },
  list: { effect: "read" },
} as const;
const never = () => new Promise(() => {});
const at = { id: "a", turn: 0, index: 0 };

/** A payment that the caller gave up while it was under way. */
async function cancelledPayment() {
  const h = harness({ tools });
  const controller = new AbortController();
  const call = { ...at, tool: "pay", args: { n: 1 }, signal: controller.signal };
  const pending = h.run.call(call, () => {
    queueMicrotask(() => controller.abort());
    return never();
  });
  await expect(pending).rejects.toBeDefined();
  return h;
}

describe("a write that was cancelled after it had begun", () => {
  test("is refused in the same turn, at its own position and at others", async () => {
    const h = await cancelledPayment();
    for (const position of [at, { id: "b", turn: 0, index: 1 }]) {
      const again = await h.ok("pay", { n: 1 }, "paid", position);
      expect(again.record).toMatchObject({ errorType: "repeated_call", outcome: "unknown" });
    }
    expect(h.executions.get("pay")).toBeUndefined();
  });

  test("is refused in later turns until a read has succeeded, and counts for no budget", async () => {
    const h = await cancelledPayment();
    expect(h.run.counters).toMatchObject({ calls: 0, errors: 0 });
    expect((await h.ok("pay", { n: 1 }, "paid", { turn: 1 })).ok).toBe(false);
    await h.ok("list", {}, "nothing yet", { turn: 2 });
    expect((await h.ok("pay", { n: 1 }, "paid", { turn: 3 })).ok).toBe(true);
  });

  test("is refused after a resume too, also where its position was asked for again before", async () => {
    for (const asked of [false, true]) {
      const h = await cancelledPayment();
      if (asked) await h.ok("pay", { n: 1 }, "paid", at);
      const snapshot = JSON.parse(JSON.stringify(h.run)) as RunSnapshot;
      const twice = JSON.parse(
        JSON.stringify(createRecovery({ tools }).resume(snapshot)),
      ) as RunSnapshot;
      const run = createRecovery({ tools }).resume(twice);
      for (const turn of [0, 1]) {
        const call = { id: `r${turn}`, tool: "pay", args: { n: 1 }, turn, index: 5 };
        expect((await run.call(call, () => "paid")).record.rule).toBe("preflight/unverified_write");
      }
    }
  });

  test("but not one that a framework's interrupt paused: it is taken up again", async () => {
    const h = harness({ tools });
    const interrupt = new Error("pause");
    const call = { ...at, passThrough: (thrown: unknown) => thrown === interrupt };
    await expect(h.fail("pay", {}, interrupt, call)).rejects.toBe(interrupt);
    expect((await h.ok("pay", {}, "paid", call)).ok).toBe(true);
  });
});

describe("a write that was under way when the run was cut", () => {
  const cut = () => {
    const h = harness({ tools });
    void h.run.call({ ...at, tool: "pay", args: { n: 1 } }, never);
    return JSON.parse(JSON.stringify(h.run)) as RunSnapshot;
  };

  test("may have taken effect: it is refused until verified, and reports name it", async () => {
    const run = createRecovery({ tools }).resume(cut());
    expect(run.report().unknown).toMatchObject([{ tool: "pay", callId: "a" }]);
    const pay = (turn: number) =>
      run.call({ ...at, tool: "pay", args: { n: 1 }, turn }, () => "paid");
    expect((await pay(0)).record.rule).toBe("preflight/unverified_write");
    await run.call({ id: "l", tool: "list", args: {}, turn: 1 }, () => "nothing");
    expect((await pay(2)).ok).toBe(true);
  });

  test("is known to the live run itself: nothing changes there", async () => {
    const h = harness({ tools });
    const call = { ...at, tool: "pay", args: { n: 1 } };
    let release: (value: string) => void = () => {};
    const pending = h.run.call(call, () => new Promise<string>((resolve) => (release = resolve)));
    h.recovery.resume(JSON.parse(JSON.stringify(h.run)) as RunSnapshot);
    release("paid");
    await pending;
    expect((await h.ok("pay", { n: 1 }, "again", { turn: 1 })).ok).toBe(true);
  });

  test("and has settled in another branch is settled", async () => {
    const h = harness({ tools });
    let release: (value: string) => void = () => {};
    const pending = h.run.call(
      { ...at, tool: "pay", args: { n: 1 } },
      () => new Promise<string>((resolve) => (release = resolve)),
    );
    const early = JSON.parse(JSON.stringify(h.run)) as RunSnapshot;
    release("paid");
    await pending;
    const late = JSON.parse(JSON.stringify(h.run)) as RunSnapshot;
    const merged = mergeSnapshots(early, late);
    expect(merged).toEqual(mergeSnapshots(late, early));
    expect(mergeSnapshots(merged, early)).toEqual(merged);
    expect(merged.pending).toBeUndefined();
    expect(early.pending).toHaveLength(1);
  });
});

describe("a write that waits for its next attempt", () => {
  test("is not begun when an identical call got an unknown outcome meanwhile", async () => {
    const h = harness({ tools });
    let begun = 0;
    const elsewhere = { id: "b", tool: "send", args: {}, turn: 0, index: 1 };
    const { ok } = await h.run.call({ ...at, tool: "send", args: {} }, async () => {
      begun += 1;
      h.run.recordExternal(elsewhere, { error: systemError("ECONNRESET") });
      throw systemError("ECONNREFUSED");
    });
    expect([ok, begun]).toEqual([false, 1]);
  });
});

describe("while a write waits to be verified", () => {
  test("the verifying read is never refused as unchanged, though it was asked for often before", async () => {
    const h = harness({ tools, policy: { cycle: false } });
    await h.ok("status", { id: 1 }, "open");
    await h.ok("status", { id: 1 }, "open");
    await h.run.call({ id: "w", tool: "send", args: {}, turn: 2 }, never);
    expect((await h.ok("status", { id: 1 }, "open", { turn: 3 })).ok).toBe(true);
  });

  test("the verifying read may fail again and again, up to the limit of failed turns", async () => {
    const h = harness({ tools, policy: { cycle: false } });
    await h.run.call({ id: "w", tool: "send", args: {}, turn: 0 }, never);
    let turn = 1;
    for (; h.run.halt === undefined; turn++) {
      await h.fail("status", { id: 1 }, httpError(404), { turn });
      h.run.closeTurn();
    }
    expect(h.run.counters.refused).toBe(0);
    expect(h.run.stopReason).toBe("error_cascade");
  });

  test("the rule of repeats holds again once it has succeeded, and after a resume as before", async () => {
    const h = harness({ tools, policy: { cycle: false } });
    await h.run.call({ id: "w", tool: "send", args: {}, turn: 0 }, never);
    for (const turn of [1, 2]) await h.ok("status", {}, "open", { turn });
    const third = await h.ok("status", {}, "open", { turn: 3 });
    expect(third.record.errorType).toBe("repeated_call");
  });

  test("a read may look again at what the write may have changed", async () => {
    const h = harness({ tools });
    for (const turn of [0, 1]) await h.ok("list", {}, "same", { turn });
    await h.run.call({ id: "w", tool: "send", args: {}, turn: 2 }, never);
    expect((await h.ok("list", {}, "same", { turn: 3 })).ok).toBe(true);
  });

  test("asking for it again beside its verification is refused and no end", async () => {
    const h = harness({ tools });
    const send = (turn: number, index: number) =>
      h.ok("send", {}, "sent", { id: `s${turn}`, turn, index });
    await h.run.call({ id: "w", tool: "send", args: {}, turn: 0 }, never);
    expect((await send(1, 0)).ok).toBe(false);
    await h.ok("status", {}, "not sent", { id: "r", turn: 2, index: 0 });
    const again = await send(2, 1);
    expect(again.record).toMatchObject({ decision: "refuse" });
    expect(h.run.halt).toBeUndefined();
    expect((await send(3, 0)).ok).toBe(true);
  });
});

test("an incident names what was still under way in an earlier turn: it is told when all has settled", async () => {
  const h = harness({ tools });
  let fail: (error: unknown) => void = () => {};
  const slow = h.run.call(
    { ...at, tool: "pay", args: { n: 1 } },
    () => new Promise((_, reject) => (fail = reject)),
  );
  await h.ok("list", {}, 1, { turn: 1 });
  h.run.stop();
  expect(h.halts).toHaveLength(0);
  fail(httpError(500));
  await slow;
  expect(h.halts).toMatchObject([{ unknown: [{ tool: "pay" }] }]);
});

test("an incident is told at the latest when the run is finished", async () => {
  const h = harness({ tools });
  void h.run.call({ ...at, tool: "pay", args: {} }, never);
  h.run.stop();
  await h.run.finish();
  expect(h.halts).toHaveLength(1);
});
