import { describe, expect, test } from "vitest";
import { ToolFault } from "../../src/index.ts";
import { harness } from "./support/harness.ts";

const tools = {
  open: { effect: "read" },
  find: { effect: "read" },
  quiet: { effect: "read", counts: false },
} as const;
const missing = () => ToolFault.notFound({ message: "no such file" });

describe("failed turns in a row", () => {
  test("five end the run with error_cascade, and the record of what tripped it names the call", async () => {
    const h = harness({ tools });
    for (let path = 0; path < 5; path++) await h.fail("open", { path }, missing());
    expect(h.run.closeTurn()).toMatchObject({
      reason: "error_cascade",
      tripped: {
        rule: "error_cascade",
        tool: "open",
        args: '{"path":4}',
        errorType: "not_found",
        counter: "failedTurnsInRow",
        value: 5,
        limit: 5,
      },
    });
  });

  test("a batch is one decision of the model: eight failures in one turn are one", async () => {
    const h = harness({ tools });
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        h.fail("open", { index }, missing(), { turn: 0, index }),
      ),
    );
    h.run.closeTurn();
    expect(h.run.counters).toMatchObject({ errors: 8, failedTurnsInRow: 1 });
    expect(h.run.halt).toBeUndefined();
  });

  test("one success in a turn is enough to break the streak, whatever settles first", async () => {
    const h = harness({ tools });
    for (let turn = 0; turn < 4; turn++) await h.fail("open", { turn }, missing(), { turn });
    await h.fail("open", { turn: 4 }, missing(), { turn: 4, index: 0 });
    await h.ok("find", { turn: 4 }, ["x"], { turn: 4, index: 1 });
    expect(h.run.closeTurn()).toBeUndefined();
    expect(h.run.counters.failedTurnsInRow).toBe(0);
  });

  test("a rejection is nobody's error and neither adds to a streak nor breaks it", async () => {
    const h = harness({ tools });
    for (let turn = 0; turn < 4; turn++) await h.fail("open", { turn }, missing(), { turn });
    h.run.settle({ id: "r", tool: "open", args: { r: 1 }, turn: 4 }, { errorType: "rejected" });
    h.run.closeTurn();
    expect(h.run.counters).toMatchObject({ errors: 4, failedTurnsInRow: 4 });
    await h.fail("open", { last: 1 }, missing(), { turn: 5 });
    expect(h.run.closeTurn()?.reason).toBe("error_cascade");
  });

  test("the last turn before the limit says so in its message", async () => {
    const h = harness({ tools });
    const messages: (string | undefined)[] = [];
    for (let path = 0; path < 5; path++) {
      messages.push((await h.fail("open", { path }, missing())).observation.message);
    }
    const plain = messages[0] ?? "";
    expect(messages[3]?.length).toBeGreaterThan(plain.length);
    expect(messages[2]?.length).toBe(plain.length);
  });
});

describe("errors of a run", () => {
  test("thirty end it with tool_error_budget, even with successes in between", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 30; i++) {
      await h.fail("open", { i }, missing(), { turn: i, index: 0 });
      await h.ok("find", { i }, [i], { turn: i, index: 1 });
    }
    expect(h.run.closeTurn()).toMatchObject({
      reason: "tool_error_budget",
      tripped: { counter: "errors", value: 30, limit: 30 },
    });
  });

  test("host attempts, empty results, rejections and tools that opted out are none", async () => {
    const h = harness({ tools, policy: { emptyTurns: false, errors: 1, failedTurns: 1 } });
    await h.call("find", {}, [
      { error: Object.assign(new Error("x"), { status: 503 }) },
      { value: [] },
    ]);
    await h.fail("quiet", {}, missing());
    h.run.settle({ id: "r", tool: "open", args: {}, turn: 2 }, { errorType: "rejected" });
    expect(h.run.closeTurn()).toBeUndefined();
    expect(h.run.counters.errors).toBe(0);
  });

  test("refusals are errors", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 3; i++) await h.ok("find", {}, [1]);
    expect(h.run.counters).toMatchObject({ errors: 1, refused: 1 });
  });
});

describe("turns of nothing but empty results", () => {
  test("eight in a row end the run with no_progress", async () => {
    const h = harness({ tools });
    for (let q = 0; q < 8; q++) await h.ok("find", { q }, []);
    expect(h.run.closeTurn()).toMatchObject({
      reason: "no_progress",
      tripped: { rule: "empty_turns", value: 8, limit: 8 },
    });
  });

  test("a hit in between starts the count afresh", async () => {
    const h = harness({ tools });
    for (let q = 0; q < 7; q++) await h.ok("find", { q }, []);
    await h.ok("find", { q: "x" }, ["hit"]);
    for (let q = 10; q < 17; q++) await h.ok("find", { q }, []);
    expect(h.run.closeTurn()).toBeUndefined();
  });

  test("an empty result is a success that the model is told about", async () => {
    const h = harness({
      tools: {
        find: {
          effect: "read",
          describeEmpty: () => ({
            searched: "open issues matching 'timout'",
            candidates: 1284,
            widen: "Try 'timeout'.",
          }),
        },
      },
    });
    const { ok, observation, record } = await h.ok("find", {}, []);
    expect(ok).toBe(true);
    expect(observation).toMatchObject({
      ok: true,
      data: [],
      error_type: "empty_result",
      retryable: false,
    });
    expect(observation.message).toMatch(/1,?284/);
    expect(record).toMatchObject({
      ok: true,
      errorType: "empty_result",
      errorClass: "empty-result",
      decision: "replan",
    });
  });
});

test("a cycle of turns run three times with the same outcomes ends the run", async () => {
  const h = harness();
  for (let i = 0; i < 6; i++) await h.ok(i % 2 ? "step_right" : "step_left", {}, "moved");
  expect(h.run.closeTurn()).toMatchObject({ reason: "no_progress", tripped: { rule: "cycle" } });
});

test.each([
  ["failedTurns", { failedTurns: false, errors: false }],
  ["errors", { failedTurns: false, errors: false }],
] as const)("%s: false takes the limit off", async (_, policy) => {
  const h = harness({ tools, policy });
  for (let i = 0; i < 60; i++) await h.fail("open", { i }, missing());
  expect(h.run.closeTurn()).toBeUndefined();
});
