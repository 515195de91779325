import { describe, expect, test } from "vitest";
import { ToolFault } from "../../src/index.ts";
import { harness, httpError } from "./support/harness.ts";

const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } as const;

describe("a call that has no executor", () => {
  test("is settled with what the adapter says happened", () => {
    const h = harness();
    const outcome = h.run.settle(
      { id: "a", tool: "serch", args: {}, turn: 0, availableTools: ["search"] },
      { errorType: "unknown_tool" },
    );
    expect(outcome.observation).toMatchObject({ ok: false, error_type: "unknown_tool" });
    expect(outcome.content).toContain("search");
    expect(h.records).toMatchObject([{ tool: "serch", decision: "repair", attemptLog: [] }]);
  });

  test("is an error without a stack of ours, and errors of the application keep theirs", () => {
    const h = harness();
    const call = { id: "a", tool: "serch", args: {}, turn: 0 };
    const outcome = h.run.settle(call, { errorType: "unknown_tool" });
    const { error } = outcome as { readonly error?: unknown };
    expect(error).toBeInstanceOf(ToolFault);
    expect((error as Error).stack).not.toMatch(/^\s+at /m);
    expect(new Error("later").stack).toMatch(/^\s+at /m);
  });

  test("with broken JSON says where it broke", () => {
    const h = harness();
    const outcome = h.run.settle(
      { id: "a", tool: "t", args: '{"n": 1', turn: 0 },
      { errorType: "invalid_args" },
    );
    expect(outcome.observation).toMatchObject({ error_type: "invalid_args", retryable: true });
  });

  test("with arguments that do not fit says which, from the schema", () => {
    const h = harness({ tools: { t: { schema } } });
    const outcome = h.run.settle(
      { id: "a", tool: "t", args: { n: "x" }, turn: 0 },
      new Error("zod said no"),
    );
    const told = h.run.settle(
      { id: "b", tool: "t", args: { n: "y" }, turn: 1 },
      { errorType: "invalid_args" },
    );
    expect(told.content).toContain("n");
    expect(outcome.ok).toBe(false);
  });

  test("rejected by a person closes the branch and is no error", () => {
    const h = harness();
    const outcome = h.run.settle({ id: "a", tool: "pay", args: {}, turn: 0 }, ToolFault.rejected());
    expect(outcome.record).toMatchObject({ errorType: "rejected", decision: "stop_branch" });
    expect(h.run.counters).toMatchObject({ calls: 1, errors: 0 });
  });

  test.each([
    ["success", "failure", "success"],
    ["failure", "success", "success"],
    ["rejected", "failure", "rejected"],
    ["rejected", "unknown write", "unknown write"],
  ])("while it runs, %s and then %s: one result stays, %s", async (early, late, stays) => {
    const h = harness({ tools: { pay: { effect: "write" } } });
    const at = { id: "a", tool: "pay", args: {}, turn: 0, index: 0 };
    const faults: Record<string, unknown> = {
      failure: httpError(404),
      rejected: ToolFault.rejected(),
      "unknown write": httpError(500),
    };
    const running = h.run.call(at, async () => {
      await undefined;
      if (early === "success") h.run.recordExternal(at, { value: "done elsewhere" });
      else h.run.settle(at, faults[early]);
      h.clock.tick(1);
      await undefined;
      if (late === "success") return "done";
      throw faults[late];
    });
    const { record } = await running;
    h.run.closeTurn();
    const types: Record<string, string | undefined> = {
      success: undefined,
      failure: "not_found",
      rejected: "rejected",
      "unknown write": "upstream",
    };
    expect(record.errorType).toBe(types[stays]);
    const told = types[stays];
    expect(h.run.counters.byErrorType).toEqual(told === undefined ? {} : { [told]: 1 });
    expect(h.run.counters).toMatchObject({ calls: 1, duplicateResults: stays === early ? 1 : 0 });
    expect(h.records).toHaveLength(stays === early ? 1 : 2);
    expect((await h.run.call(at, () => "again")).record).toBe(record);
  });

  test("asked for a third time is refused like any other", () => {
    const h = harness();
    const call = { tool: "nope", args: {} };
    const fault = { errorType: "unknown_tool" } as const;
    const outcomes = [0, 1, 2, 3].map((turn) =>
      h.run.settle({ ...call, id: `${turn}`, turn }, fault),
    );
    expect(outcomes.map(({ record }) => record.errorType)).toEqual([
      "unknown_tool",
      "unknown_tool",
      "repeated_call",
      "repeated_call",
    ]);
    expect(h.run.stopReason).toBe("no_progress");
  });

  test("after a halt is not_executed", async () => {
    const h = harness();
    await h.fail("w", {}, ToolFault.corruptState());
    const outcome = h.run.settle({ id: "b", tool: "t", turn: 1 }, { errorType: "unknown_tool" });
    expect(outcome.observation.error_type).toBe("not_executed");
  });

  test("settled twice keeps the first result, counts the second and tells of it", () => {
    const h = harness();
    const call = { id: "a", tool: "t", args: {}, turn: 0, index: 0 };
    const first = h.run.settle(call, { errorType: "auth" });
    expect(h.run.settle(call, { errorType: "internal" })).toBe(first);
    expect(h.run.counters).toMatchObject({ calls: 1, duplicateResults: 1 });
    expect(h.events.filter(({ type }) => type === "duplicate_result").length).toBe(1);
  });

  test("cancelled or interrupted is no result", () => {
    const h = harness();
    h.run.settle({ id: "a", tool: "t", turn: 0, index: 0 }, { errorType: "interrupted" });
    h.run.settle({ id: "b", tool: "t", turn: 0, index: 1 }, { errorType: "cancelled" });
    expect(h.run.counters.calls).toBe(0);
  });
});

describe("preflight alone", () => {
  test("finds wrong arguments before a human is asked, and the call then has its result", async () => {
    const h = harness({ tools: { pay: { effect: "write", schema } } });
    const call = { id: "a", tool: "pay", args: { n: "x" }, turn: 0, index: 0 };
    const settled = await h.run.preflight(call);
    expect(settled?.observation.error_type).toBe("invalid_args");
    expect(await h.run.call(call, () => "paid")).toBe(settled);
    expect(h.records.length).toBe(1);
  });

  test("leaves no trace of a call that may run", async () => {
    const h = harness({ tools: { pay: { effect: "write", schema } } });
    const call = { id: "a", tool: "pay", args: { n: 1 }, turn: 0, index: 0 };
    expect(await h.run.preflight(call)).toBeUndefined();
    expect(await h.run.preflight(call)).toBeUndefined();
    expect(h.records).toEqual([]);
    expect((await h.run.call(call, () => "paid")).content).toBe("paid");
    expect(h.run.counters.calls).toBe(1);
  });

  test("refuses what the guards would refuse", async () => {
    const h = harness({ tools: { get: { effect: "read" } } });
    for (let i = 0; i < 2; i++) await h.ok("get", {}, 1);
    const refused = await h.run.preflight({ id: "c", tool: "get", args: {}, turn: 2 });
    expect(refused?.record.decision).toBe("refuse");
  });
});

describe("a call that was executed elsewhere", () => {
  test("is recorded and counted, and its result is not touched", () => {
    const h = harness();
    const call = { id: "a", tool: "web_search", args: { q: "tea" }, turn: 0 };
    const record = h.run.recordExternal(call, { value: "found" });
    expect(record).toMatchObject({ ok: true, decision: "proceed", tool: "web_search" });
    const failed = h.run.recordExternal({ ...call, id: "b" }, { error: httpError(403) });
    expect(failed).toMatchObject({ ok: false, errorType: "auth", decision: "pass_through" });
    expect(h.run.counters).toMatchObject({ calls: 2, errors: 1 });
  });

  test("takes part in the rule of repeats", async () => {
    const h = harness({ tools: { get: { effect: "read" } } });
    for (const turn of [0, 1]) {
      h.run.recordExternal({ id: `${turn}`, tool: "get", args: {}, turn }, { value: 1 });
    }
    expect((await h.ok("get", {}, 1, { turn: 2 })).record.decision).toBe("refuse");
  });
});

describe("a run inside a tool", () => {
  test("has its own id, turns and repeats, and names its parent", async () => {
    const h = harness({ tools: { get: { effect: "read" } } });
    const child = h.run.child({ agent: "helper" });
    for (let i = 0; i < 2; i++) await h.ok("get", {}, 1);
    const outcome = await child.call({ id: "x", tool: "get", args: {}, turn: 0 }, () => 1);
    expect(outcome.record).toMatchObject({
      ok: true,
      turn: 0,
      parentRunId: h.run.id,
      agent: "helper",
    });
    expect(child.id).not.toBe(h.run.id);
  });

  test("shares the error budget", async () => {
    const h = harness({ policy: { errors: 3, failedTurns: false } });
    const child = h.run.child();
    for (let turn = 0; turn < 2; turn++) {
      await child.call({ id: `${turn}`, tool: "t", args: { turn }, turn }, () => {
        throw httpError(404);
      });
    }
    await child.finish();
    expect(h.run.halt).toBeUndefined();
    await h.fail("agent", {}, new Error("the helper failed"));
    expect(h.run.closeTurn()).toMatchObject({ reason: "tool_error_budget", tripped: { value: 3 } });
    expect(h.run.counters.errors).toBe(1);
  });

  test("shares the deadline", async () => {
    const h = harness({}, { runTimeoutMs: 1_000 });
    const child = h.run.child();
    h.clock.tick(1_001);
    const outcome = await child.call({ id: "a", tool: "t", args: {}, turn: 0 }, () => 1);
    expect(outcome.halt?.reason).toBe("deadline");
  });

  test("that halts does not halt its parent", async () => {
    const h = harness();
    const child = h.run.child();
    await child.call({ id: "a", tool: "t", args: {}, turn: 0 }, () => {
      throw ToolFault.corruptState();
    });
    expect(child.stopReason).toBe("corrupt_state");
    expect(h.run.stopReason).toBeUndefined();
  });
});
