import { describe, expect, test } from "vitest";
import { ToolFault } from "../../src/index.ts";
import { harness, httpError } from "./support/harness.ts";

const corrupt = () => ToolFault.corruptState({ message: "wrote 12 of 340 bytes to ledger.db" });

describe("a corrupt state", () => {
  test("ends the run at once; the model gets a fixed text without any detail", async () => {
    const h = harness({ tools: { write: { effect: "write" } } });
    const outcome = await h.fail("write", { a: 1 }, corrupt());
    expect(outcome.observation).toMatchObject({
      ok: false,
      error_type: "corrupt_state",
      retryable: false,
      outcome: "unknown",
    });
    expect(outcome.content).not.toMatch(/340|ledger/);
    expect(outcome.record).toMatchObject({ decision: "halt", errorClass: "corrupt-state" });
    expect(outcome.record.detail).toContain("340");
    expect(outcome.halt).toMatchObject({ reason: "corrupt_state", tripped: { tool: "write" } });
  });

  test("nothing begins afterwards: every later call gets a fixed not_executed", async () => {
    const h = harness();
    await h.fail("write", {}, corrupt());
    const later = [await h.ok("a", {}, 1), await h.ok("b", { x: 1 }, 1)];
    expect(later.map(({ observation }) => observation.error_type)).toEqual([
      "not_executed",
      "not_executed",
    ]);
    expect(later[0]?.content).toBe(later[1]?.content);
    expect(h.executions.size).toBe(1);
    expect(h.run.counters.calls).toBe(1);
  });

  test("siblings that had begun keep their results, and the incident has them", async () => {
    const h = harness();
    let finish: (value: string) => void = () => {};
    const sibling = h.run.call({ id: "s", tool: "slow", args: {}, turn: 0, index: 1 }, () => {
      return new Promise<string>((resolve) => {
        finish = resolve;
      });
    });
    await h.fail("write", {}, corrupt(), { turn: 0, index: 0 });
    expect(h.halts.length).toBe(0);
    finish("kept");
    expect((await sibling).content).toBe("kept");
    expect(h.halts).toMatchObject([{ stopReason: "corrupt_state", counters: { calls: 2 } }]);
  });

  test("a sibling that waits for its next attempt gives up", async () => {
    const h = harness({ tools: { get: { effect: "read" } } });
    const waiting = h.fail("get", {}, httpError(503), { turn: 0, index: 1 });
    await h.fail("write", {}, corrupt(), { turn: 0, index: 0 });
    const outcome = await waiting;
    expect(h.executions.get("get")).toBe(1);
    expect(outcome.record).toMatchObject({ errorType: "upstream", decision: "stop_branch" });
  });

  test("onHalt is told once, and a hook that throws is none of the run's business", async () => {
    let calls = 0;
    const h = harness({
      onHalt: () => {
        calls++;
        throw new Error("pager is down");
      },
    });
    await h.fail("write", {}, corrupt());
    await h.ok("a", {}, 1);
    h.run.closeTurn();
    await h.run.finish();
    expect(calls).toBe(1);
    expect(h.events.filter(({ type }) => type === "halted").length).toBe(1);
    expect(h.events.some((e) => e.type === "engine_error" && e.where === "onHalt")).toBe(true);
  });
});

describe("a forbidden call", () => {
  test("closes its branch and no more", async () => {
    const h = harness({ tools: { get: { effect: "read" } } });
    const outcome = await h.fail("get", {}, httpError(403));
    expect(outcome.record).toMatchObject({
      errorType: "auth",
      decision: "stop_branch",
      errorClass: "forbidden",
    });
    expect(outcome.content).toMatch(/[Dd]o not/);
    expect(outcome.halt).toBeUndefined();
  });

  test("ends the run where the tool is critical, and escalates", async () => {
    const h = harness({ tools: { get: { effect: "read", critical: true } } });
    const outcome = await h.fail("get", {}, httpError(401));
    expect(outcome.halt).toMatchObject({ reason: "forbidden", tripped: { errorType: "auth" } });
    expect(h.escalations.length).toBe(1);
  });

  test("so does an exhausted retry of a critical tool", async () => {
    const h = harness({ tools: { get: { effect: "read", critical: true } } });
    const outcome = await h.fail("get", {}, httpError(503));
    expect(outcome.halt?.reason).toBe("forbidden");
    expect(h.executions.get("get")).toBe(3);
  });

  test("a refusal of a critical tool does not", async () => {
    const h = harness({ tools: { get: { effect: "read", critical: true } } });
    for (let i = 0; i < 3; i++) await h.ok("get", {}, 1);
    expect(h.run.halt).toBeUndefined();
  });
});

test("of two calls of one turn that end the run, the first in call order gives the reason", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const h = harness({ tools: { auth: { effect: "read", critical: true } } });
    const gates: (() => void)[] = [];
    const gate = () => new Promise<void>((resolve) => gates.push(resolve));
    const a = h.run.call({ id: "a", tool: "auth", args: {}, turn: 0, index: 0 }, async () => {
      await gate();
      throw httpError(403);
    });
    const b = h.run.call({ id: "b", tool: "write", args: {}, turn: 0, index: 1 }, async () => {
      await gate();
      throw corrupt();
    });
    for (const which of order) {
      gates[which]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([a, b]);
    expect(h.run.stopReason).toBe("forbidden");
  }
});

describe("run.stop", () => {
  test("ends the run with host and the caller's words, redacted", async () => {
    const secret = ["hunter", "2-secret"].join("");
    const h = harness({}, { literals: [secret] });
    h.run.stop(`operator said so, key ${secret}`);
    expect(h.run.halt).toMatchObject({ reason: "host", tripped: { rule: "host" } });
    expect(JSON.stringify(h.run.halt)).not.toContain(secret);
    expect((await h.ok("a", {}, 1)).observation.error_type).toBe("not_executed");
  });

  test("works where guards only observe, since the caller asked for it", () => {
    const h = harness({ mode: "observe" });
    h.run.stop();
    expect(h.run.stopReason).toBe("host");
  });
});

describe("finish", () => {
  test("writes one run record with the reason and the counters", async () => {
    const h = harness({ model: "m", attributes: { tenant: "t" } }, { agent: "a" });
    await h.ok("x", {}, 1);
    await h.run.finish();
    await h.run.finish("max_steps");
    expect(h.records.filter(({ schema }) => schema === "recourse.run/1")).toMatchObject([
      {
        stopReason: "completed",
        model: "m",
        agent: "a",
        attributes: { tenant: "t" },
        counters: { calls: 1, turns: 1 },
      },
    ]);
  });

  test("takes the caller's reason, but a halt's own reason wins", async () => {
    const a = harness();
    await a.run.finish("max_steps");
    expect(a.run.stopReason).toBe("max_steps");
    const b = harness();
    await b.fail("w", {}, corrupt());
    await b.run.finish("completed");
    expect(b.run.stopReason).toBe("corrupt_state");
  });

  test("judges the open turn first", async () => {
    const h = harness({ policy: { failedTurns: 1 } });
    await h.fail("x", {}, new Error("no"));
    await h.run.finish("completed");
    expect(h.run.stopReason).toBe("error_cascade");
  });

  test("lets go of the run: the same id is a fresh run", async () => {
    const h = harness({}, { id: "r" });
    expect(h.recovery.liveRun("r")).toBe(h.run);
    await h.run.finish();
    expect(h.recovery.liveRun("r")).toBeUndefined();
    expect(h.recovery.run({ id: "r" })).not.toBe(h.run);
  });

  test("a finished run that is called again goes on", async () => {
    const h = harness({}, { id: "r" });
    await h.ok("x", {}, 1);
    await h.run.finish("awaiting_input");
    expect((await h.ok("x", { a: 2 }, 1)).ok).toBe(true);
    expect(h.run.stopReason).toBeUndefined();
    await h.run.finish();
    expect(h.run.counters.calls).toBe(2);
  });
});
