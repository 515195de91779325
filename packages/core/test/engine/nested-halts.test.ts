import { describe, expect, test } from "vitest";
import { harness, httpError } from "./support/harness.ts";

const call = { id: "1", tool: "get", args: {}, turn: 0 };

describe("a run inside a tool of a run that has ended", () => {
  test.each([
    ["stopped", "host"],
    ["halted", "forbidden"],
  ])("executes nothing more, with the parent's reason: %s", async (how, reason) => {
    const h = harness({ tools: { vital: { effect: "read", critical: true } } });
    const before = h.run.child({ agent: "before" });
    const grandchild = before.child();
    expect((await before.call(call, () => 1)).ok).toBe(true);
    if (how === "stopped") h.run.stop("enough");
    else await h.fail("vital", {}, httpError(403));
    const after = h.run.child({ agent: "after" });
    for (const child of [before, grandchild, after]) {
      const outcome = await child.call({ ...call, id: "2", turn: 1 }, () => {
        throw new Error("executed");
      });
      expect(outcome).toMatchObject({ ok: false, record: { errorType: "not_executed" } });
      expect(outcome.halt?.reason).toBe(reason);
      expect(child.halt?.reason).toBe(reason);
      expect(child.stopReason).toBe(reason);
    }
    expect(h.halts).toHaveLength(1);
  });

  test("does not try a failed call again", async () => {
    const h = harness({ tools: { get: { effect: "read" } } });
    const child = h.run.child();
    let attempts = 0;
    const outcome = await child.call(call, () => {
      attempts += 1;
      h.run.stop();
      throw httpError(503);
    });
    expect(attempts).toBe(1);
    expect(outcome.ok).toBe(false);
  });

  test("keeps its own reason where it had ended before", async () => {
    const h = harness();
    const child = h.run.child();
    await child.finish();
    h.run.stop();
    expect(child.stopReason).toBe("completed");
  });
});

describe("what a run inside a tool uses up for all", () => {
  test("the error budget ends its parent and its siblings too", async () => {
    const h = harness({ policy: { errors: 2, failedTurns: false } });
    const [child, sibling] = [h.run.child(), h.run.child()];
    for (const turn of [0, 1]) {
      await child.call({ ...call, args: { turn }, turn }, () => {
        throw httpError(404);
      });
    }
    child.closeTurn();
    expect(child.stopReason).toBe("tool_error_budget");
    const outcome = await h.ok("get", {}, 1);
    expect(outcome.record.errorType).toBe("not_executed");
    expect((await sibling.call(call, () => 1)).record.errorType).toBe("not_executed");
    expect(h.run.halt?.reason).toBe("tool_error_budget");
    expect(h.halts.map(({ runId }) => runId)).toContain(h.run.id);
  });

  test("the deadline too", async () => {
    const h = harness({}, { runTimeoutMs: 100 });
    const child = h.run.child();
    h.clock.tick(200);
    await child.call(call, () => 1);
    expect([child.stopReason, h.run.stopReason]).toEqual(["deadline", "deadline"]);
  });
});
