import { describe, expect, test } from "vitest";
import type { RecoveryEvent } from "../../src/index.ts";
import { harness } from "./support/harness.ts";

const tools = { get: { effect: "read" } } as const;

const warnings = (events: readonly RecoveryEvent[]): string[] =>
  events.flatMap((event) => (event.type === "warning" ? [event.message] : []));

describe("a loop of one's own", () => {
  test("that repeats an id in a turn that has closed is told, once, that it gets the old result", async () => {
    const { run, events } = harness({ tools });
    const call = { id: "1", tool: "get", args: { n: 1 }, turn: 0 };
    await run.call(call, () => "old");
    run.closeTurn();
    expect((await run.call(call, () => "new")).value).toBe("old");
    await run.call(call, () => "new");
    expect(warnings(events)).toEqual([
      expect.stringMatching(/^A call of "get" came again with the id "1", the turn 0 .*`turn`/),
    ]);
  });

  test("is not told so of a framework that replays, nor of calls with ids of their own", async () => {
    const framework = harness({ tools }, { framework: "some-framework" });
    const call = { id: "1", tool: "get", args: { n: 1 }, turn: 0 };
    for (const value of ["old", "new"]) await framework.run.call(call, () => value);
    expect(warnings(framework.events)).toEqual([]);
    const { run, events } = harness({ tools });
    for (const id of ["1", "2"]) await run.call({ ...call, id }, () => id);
    expect(warnings(events)).toEqual([]);
  });

  test.each(["arguments", "input", "parameters"])(
    "that passes the arguments as `%s` is told to pass them as `args`",
    async (name) => {
      const { run, events } = harness({ tools });
      for (const id of ["1", "2"]) {
        const call = { id, tool: "get", args: undefined, turn: 0, [name]: { n: 1 } };
        await run.call(call, () => 1);
      }
      expect(warnings(events)).toEqual([
        `A call of "get" came without \`args\` but with \`${name}\`, which nobody reads. Pass the arguments as \`args\`.`,
      ]);
    },
  );

  test("that calls a tool without arguments is told nothing", async () => {
    const { run, events } = harness({ tools });
    await run.call({ id: "1", tool: "get", args: undefined, turn: 0 }, () => 1);
    expect(warnings(events)).toEqual([]);
  });

  test("that settles a call with an error type that there is not is told the nearest one", () => {
    const { run, events } = harness({ tools });
    const call = { id: "1", tool: "get", args: {}, turn: 0 };
    const { record } = run.settle(call, { errorType: "not_fond", message: "No order 17" });
    expect(record.ok).toBe(false);
    expect(warnings(events)).toEqual([expect.stringContaining('Did you mean "not_found"?')]);
  });

  test("that aborts its run and finishes it has cancelled it", async () => {
    const controller = new AbortController();
    const { run, records } = harness({ tools }, { signal: controller.signal });
    controller.abort();
    await run.finish();
    expect(run.stopReason).toBe("cancelled");
    expect(records.at(-1)).toMatchObject({ schema: "recourse.run/1", stopReason: "cancelled" });
  });

  test("that finishes an aborted run with a reason has its reason", async () => {
    const { run } = harness({ tools }, { signal: AbortSignal.abort() });
    await run.finish("completed");
    expect(run.stopReason).toBe("completed");
  });
});

test("in observe mode a report says what enforce would have decided", async () => {
  const { run, fail } = harness({ mode: "observe", tools });
  await expect(fail("get", { n: 1 }, new TypeError("x is not a function"))).rejects.toThrow();
  expect(run.report().text).toContain("pass_through (enforce: repair)");
});
