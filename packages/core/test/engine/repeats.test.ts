import { describe, expect, test } from "vitest";
import { harness } from "./support/harness.ts";

const tools = {
  get: { effect: "read" },
  put: { effect: "write" },
  poll: { effect: "read", repeats: "allow" },
  strict: { effect: "read", repeats: "refuse" },
} as const;

describe("the third identical call", () => {
  test("is refused when nothing changed, with a text that says how often it was asked", async () => {
    const h = harness({ tools });
    await h.ok("get", { k: 1 }, "old");
    await h.ok("get", { k: 1 }, "old");
    const third = await h.ok("get", { k: 1 }, "old");
    expect(third.observation).toMatchObject({
      ok: false,
      error_type: "repeated_call",
      retryable: false,
    });
    expect(third.content).toMatch(/3|third/);
    expect(third.record).toMatchObject({
      decision: "refuse",
      attemptLog: [],
      tripped: {
        rule: "repeated_call",
        tool: "get",
        counter: "identicalCalls",
        value: 3,
        limit: 3,
      },
    });
    expect(h.executions.get("get")).toBe(2);
    expect(h.run.halt).toBeUndefined();
  });

  test("asked for again with nothing changed ends the run with no_progress", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 3; i++) await h.ok("get", { k: 1 }, "old");
    const fourth = await h.ok("get", { k: 1 }, "old");
    expect(fourth.observation.error_type).toBe("repeated_call");
    expect(fourth.halt).toMatchObject({
      reason: "no_progress",
      tripped: { rule: "refused_call_asked_again", tool: "get", value: 4 },
    });
    expect(h.run.stopReason).toBe("no_progress");
  });

  test("runs again once another call has changed something", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 3; i++) await h.ok("get", { k: 1 }, "old");
    await h.ok("put", { k: 1 }, "ok");
    expect((await h.ok("get", { k: 1 }, "new")).ok).toBe(true);
  });

  test("runs when its outcomes differed", async () => {
    const h = harness({ tools });
    for (const value of [1, 2, 3, 4, 5]) expect((await h.ok("get", {}, value)).ok).toBe(true);
  });

  test("does not depend on key order, white space or undefined", async () => {
    const h = harness({ tools });
    await h.ok("get", { a: 1, b: { c: 2, d: 3 } }, "x");
    await h.ok("get", '{ "b": {"d":3,"c":2}, "a": 1 }', "x");
    const third = await h.ok("get", { b: { d: 3, c: 2, e: undefined }, a: 1 }, "x");
    expect(third.record.decision).toBe("refuse");
  });

  test("of a tool that may be polled runs as often as it likes", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 20; i++) expect((await h.ok("poll", {}, "running")).ok).toBe(true);
    expect(h.run.halt).toBeUndefined();
  });

  test('with repeats: "refuse" is refused whatever changed', async () => {
    const h = harness({ tools });
    await h.ok("strict", {}, 1);
    await h.ok("put", {}, "ok");
    await h.ok("strict", {}, 2);
    await h.ok("put", { k: 2 }, "ok");
    expect((await h.ok("strict", {}, 3)).record.decision).toBe("refuse");
  });

  test("of an unknown tool is refused too", async () => {
    const h = harness({ tools });
    const at = { availableTools: ["get"] };
    for (let i = 0; i < 2; i++) await h.ok("gte", {}, 1, at);
    expect((await h.ok("gte", {}, 1, at)).observation.error_type).toBe("repeated_call");
  });

  test("runs after the history was compacted or a person spoke", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 2; i++) await h.ok("get", { k: 1 }, "old");
    h.run.contextChanged();
    for (let i = 0; i < 2; i++) expect((await h.ok("get", { k: 1 }, "old")).ok).toBe(true);
    expect((await h.ok("get", { k: 1 }, "old")).record.decision).toBe("refuse");
  });

  test("policy.repeats sets the number, and false takes the rule off", async () => {
    const five = harness({ tools, policy: { repeats: { limit: 5 }, cycle: false } });
    const off = harness({ tools, policy: { repeats: false, cycle: false } });
    const decisions = { five: [] as string[], off: [] as string[] };
    for (let i = 0; i < 5; i++) {
      decisions.five.push((await five.ok("get", {}, 1)).record.decision);
      decisions.off.push((await off.ok("get", {}, 1)).record.decision);
    }
    expect(decisions.five.at(-1)).toBe("refuse");
    expect(decisions.five.slice(0, 4)).toEqual(Array(4).fill("proceed"));
    expect(decisions.off).toEqual(Array(5).fill("proceed"));
  });
});

test("of three identical calls in one turn the third is refused before the first has settled", async () => {
  const h = harness({ tools });
  const outcomes = await Promise.all(
    [0, 1, 2].map((index) => h.ok("get", { q: 1 }, [], { turn: 0, index, id: `c${index}` })),
  );
  expect(outcomes.map(({ record }) => record.decision)).toEqual(["replan", "replan", "refuse"]);
  expect(h.executions.get("get")).toBe(2);
  expect(h.run.halt).toBeUndefined();
});

test("a refusal is told of in an event with the exact call", async () => {
  const h = harness({ tools });
  for (let i = 0; i < 3; i++) await h.ok("get", { k: "tea" }, 1);
  expect(h.events.filter(({ type }) => type === "refused")).toMatchObject([
    { tool: "get", turn: 2, tripped: { args: '{"k":"tea"}', value: 3 } },
  ]);
});

test("counters are of one run: another run starts at zero", async () => {
  const h = harness({ tools });
  for (let i = 0; i < 2; i++) await h.ok("get", {}, 1);
  const other = h.recovery.run();
  for (let turn = 0; turn < 2; turn++) {
    const outcome = await other.call({ id: "x", tool: "get", args: {}, turn }, () => 1);
    expect(outcome.ok).toBe(true);
  }
});

test("the 10,000 latest signatures are remembered, and a waiting write longer than that", async () => {
  const h = harness({ tools, policy: { cycle: false } });
  await h.fail("put", { id: 0 }, Object.assign(new Error("reset"), { code: "ECONNRESET" }));
  for (let i = 0; i < 10_050; i++) await h.ok("poll", { i }, i);
  expect((await h.ok("put", { id: 1 }, "ok")).ok).toBe(true);
  const snapshot = h.run.toJSON();
  expect(snapshot.signatures.length).toBeLessThanOrEqual(10_000);
  expect(snapshot.signatures.some(([, , , , , , , , , , unverified]) => unverified >= 0)).toBe(
    true,
  );
});
