import { describe, expect, test } from "vitest";
import { harness, httpError } from "./support/harness.ts";

const tools = {
  get: { effect: "read", retry: false },
  pay: { effect: "write", timeoutMs: 20 },
} as const;
const at = { id: "a", turn: 0, index: 0 };
const never = () => new Promise(() => {});

describe("a position that a framework asks for again", () => {
  test.each(["observe", "off"] as const)("is executed each time in mode %s", async (mode) => {
    const h = harness({ tools, mode });
    expect((await h.ok("get", {}, 1, at)).value).toBe(1);
    expect((await h.ok("get", {}, 2, at)).value).toBe(2);
    expect(h.executions.get("get")).toBe(2);
    expect(h.run.counters.calls).toBe(mode === "off" ? 0 : 1);
  });

  test("is executed each time in mode observe, also when asked for at once or after its turn", async () => {
    const h = harness({ tools, mode: "observe" });
    await Promise.all([h.ok("get", {}, 1, at), h.ok("get", {}, 2, at)]);
    h.run.closeTurn();
    await h.ok("get", {}, 3, at);
    expect(h.executions.get("get")).toBe(3);
    expect(h.run.counters.calls).toBe(1);
  });

  test("after a failure is executed anew, and a success takes the failure's place", async () => {
    const h = harness({ tools });
    expect((await h.fail("get", {}, httpError(503), at)).ok).toBe(false);
    expect((await h.ok("get", {}, "tea", at)).content).toBe("tea");
    expect((await h.ok("get", {}, "coffee", at)).content).toBe("tea");
    expect(h.executions.get("get")).toBe(2);
    expect(h.run.counters).toMatchObject({ calls: 1, successes: 1, errors: 0 });
  });

  test("after two failures counts as one failed call", async () => {
    const h = harness({ tools });
    for (let i = 0; i < 4; i++) await h.fail("get", {}, httpError(404), at);
    h.run.closeTurn();
    expect(h.executions.get("get")).toBe(4);
    expect(h.run.counters).toMatchObject({ calls: 1, errors: 1, refused: 0 });
  });

  test("is not executed anew where it may not be: a write with an unknown outcome", async () => {
    const h = harness({ tools, policy: { retry: false } });
    const first = await h.run.call({ ...at, tool: "pay", args: {} }, never);
    const second = await h.ok("pay", {}, "paid", at);
    expect(second).toBe(first);
    expect(h.executions.get("pay")).toBeUndefined();
  });

  test("is not executed anew where it was not executed: wrong arguments, a refusal", async () => {
    const schema = { type: "object", properties: { n: { type: "integer" } } };
    const h = harness({ tools: { get: { effect: "read", schema } } });
    const wrong = await h.ok("get", { n: "x" }, 1, at);
    expect(await h.ok("get", { n: "x" }, 1, at)).toBe(wrong);
    await h.ok("get", { n: 1 }, 1, { turn: 1 });
    await h.ok("get", { n: 1 }, 1, { turn: 2 });
    const refused = await h.ok("get", { n: 1 }, 1, { ...at, turn: 3 });
    expect(refused.record.errorType).toBe("repeated_call");
    expect(await h.ok("get", { n: 1 }, 1, { ...at, turn: 3 })).toBe(refused);
    expect(h.executions.get("get")).toBe(2);
  });

  test("is not executed anew after the end of the run", async () => {
    const h = harness({ tools });
    const failed = await h.fail("get", {}, httpError(404), at);
    h.run.stop();
    expect(await h.ok("get", {}, "tea", at)).toBe(failed);
  });

  test("counts with its new arguments for later calls of the turn, however many there are", async () => {
    for (const size of [2, 12]) {
      const interrupt = new Error("pause");
      const h = harness({ tools });
      const passThrough = (thrown: unknown) => thrown === interrupt;
      await expect(h.fail("get", { n: 0 }, interrupt, { ...at, passThrough })).rejects.toBe(
        interrupt,
      );
      for (let index = 1; index < size; index++) {
        await h.ok("get", { n: index }, 1, { turn: 0, index });
      }
      await h.ok("get", { n: -1 }, 1, at);
      await h.ok("get", { n: -1 }, 1, { turn: 0, index: 20 });
      const third = await h.ok("get", { n: -1 }, 1, { turn: 0, index: 21 });
      expect(third.record.errorType).toBe("repeated_call");
    }
  });
});
