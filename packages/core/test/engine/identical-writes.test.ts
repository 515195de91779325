import { describe, expect, test } from "vitest";
import { type CallOutcome, type RecoveryOptions, ToolFault } from "../../src/index.ts";
import { type Harness, harness, httpError, systemError } from "./support/harness.ts";

const tools = {
  pay: { effect: "write", verify: "list" },
  list: { effect: "read" },
  note: { effect: "idempotent" },
  odd: {},
} as const;

/** A tool whose calls begin when they are asked for and settle when they are told to. */
function steered(options: RecoveryOptions = {}) {
  const h = harness({ tools, ...options });
  const begun: { settle(value: unknown): void; fail(error: unknown): void; key: string }[] = [];
  const call = (index: number, at: object = {}): Promise<CallOutcome> =>
    h.run.call(
      { id: `call_${index}`, tool: "pay", args: { n: 1 }, turn: 0, index, ...at },
      (_, { idempotencyKey }) =>
        new Promise((settle, fail) => void begun.push({ settle, fail, key: idempotencyKey })),
    );
  return { h, begun, call };
}

/** Lets everything happen that waits for nothing but its turn. */
const quiet = async () => {
  for (let step = 0; step < 30; step++) await undefined;
};

const refusals = (h: Harness) => h.events.filter(({ type }) => type === "refused").length;

describe("of two identical writes in one response, the second waits for the first", () => {
  test("and is refused where nobody knows what the first has done", async () => {
    const { h, begun, call } = steered();
    const both = [call(0), call(1)];
    await quiet();
    expect(begun).toHaveLength(1);
    begun[0]?.fail(systemError("ECONNRESET"));
    const [first, second] = await Promise.all(both);
    expect(first?.record).toMatchObject({ outcome: "unknown", decision: "verify" });
    expect(second?.record).toMatchObject({
      errorType: "repeated_call",
      outcome: "unknown",
      tripped: { rule: "unverified_write" },
      attemptLog: [],
    });
    expect([begun.length, refusals(h)]).toEqual([1, 1]);
  });

  test("and is executed where it has succeeded, with the same idempotency key: the model has seen no success", async () => {
    const { begun, call } = steered();
    const both = [call(0), call(1)];
    await quiet();
    begun[0]?.settle("paid 1");
    await quiet();
    begun[1]?.settle("paid 2");
    const outcomes = await Promise.all(both);
    expect(outcomes.map(({ content }) => content)).toEqual(["paid 1", "paid 2"]);
    expect(begun[0]?.key).toBe(begun[1]?.key);
  });

  test("and is executed where it surely had no effect", async () => {
    const { begun, call } = steered();
    const both = [call(0), call(1)];
    await quiet();
    begun[0]?.fail(httpError(404));
    await quiet();
    begun[1]?.settle("paid");
    const outcomes = await Promise.all(both);
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true]);
  });

  test("through all attempts of the first", async () => {
    const { begun, call } = steered();
    const both = [call(0), call(1)];
    await quiet();
    begun[0]?.fail(systemError("ECONNREFUSED"));
    while (begun.length < 2) await new Promise((resolve) => setImmediate(resolve));
    begun[1]?.fail(systemError("ECONNRESET"));
    const [first, second] = await Promise.all(both);
    expect(first?.record.attemptLog).toHaveLength(2);
    expect(second?.record.errorType).toBe("repeated_call");
  });

  test("and a third for the second, in the order in which they were asked for", async () => {
    const { begun, call } = steered();
    const all = [call(0), call(1), call(2)];
    await quiet();
    begun[0]?.settle("paid");
    await quiet();
    expect(begun).toHaveLength(2);
    begun[1]?.fail(systemError("ECONNRESET"));
    const outcomes = await Promise.all(all);
    expect(outcomes.map(({ record }) => record.errorType)).toEqual([
      undefined,
      "upstream",
      "repeated_call",
    ]);
  });

  test("also where the first has outlived its turn", async () => {
    const { begun, call } = steered();
    const both = [call(0), call(0, { turn: 1, id: "later" })];
    await quiet();
    expect(begun).toHaveLength(1);
    begun[0]?.fail(systemError("ECONNRESET"));
    expect((await Promise.all(both))[1]?.record.errorType).toBe("repeated_call");
  });

  test("also where an asynchronous schema has just let the first through", async () => {
    const schema = {
      "~standard": { version: 1, vendor: "mine", validate: async (value: unknown) => ({ value }) },
    } as never;
    const { begun, call } = steered({ tools: { ...tools, pay: { ...tools.pay, schema } } });
    const both = [call(0), call(1)];
    await quiet();
    expect(begun).toHaveLength(1);
    begun[0]?.fail(systemError("ECONNRESET"));
    expect((await Promise.all(both))[1]?.record.errorType).toBe("repeated_call");
  });

  test("and is a replay of it where it has the same id and no place of its own", async () => {
    const { begun, call } = steered();
    const at = { id: "same", index: undefined };
    const both = [call(0, at), call(0, at)];
    await quiet();
    begun[0]?.settle("paid");
    const [first, second] = await Promise.all(both);
    expect(second).toBe(first);
    expect(begun).toHaveLength(1);
  });
});

test.each([
  { stands: "before both", at: [1, 2, 0] },
  { stands: "between them", at: [0, 2, 1] },
  { stands: "behind both", at: [0, 1, 2] },
] as const)("it waits for what may end the run, whichever is slower: $stands", async ({ at }) => {
  for (const slowest of ["pay", "read"]) {
    const { h, begun, call } = steered();
    let corrupt = (): void => {};
    const read = () =>
      h.run.call({ id: "r", tool: "list", args: {}, turn: 0, index: at[2] }, () => {
        return new Promise((_, reject) => {
          corrupt = () => reject(ToolFault.corruptState());
        });
      });
    const inOrder = [() => call(at[0]), () => call(at[1]), read]
      .map((ask, nth) => ({ ask, nth }))
      .sort((a, b) => (at[a.nth] ?? 0) - (at[b.nth] ?? 0));
    const asked: Promise<CallOutcome>[] = [];
    for (const { ask, nth } of inOrder) asked[nth] = ask();
    const [first, second, reading] = asked;
    await quiet();
    if (slowest === "pay") corrupt();
    else begun[0]?.settle("paid");
    await quiet();
    if (slowest === "pay") begun[0]?.settle("paid");
    else corrupt();
    await Promise.all([first, reading]);
    expect((await second)?.record.errorType).toBe("not_executed");
    expect(begun).toHaveLength(1);
  }
});

describe("two that a tool asks for inside itself, and waits for, do not wait for that tool", () => {
  test.each(["pay", "list", "note", "odd"])("of effect and name %s", async (outer) => {
    const h = harness({
      tools: { ...tools, [outer]: { ...tools[outer as "pay"], timeoutMs: false } },
    });
    let executed = 0;
    const inner = (index: number) =>
      h.run.call({ id: `inner_${index}`, tool: "pay", args: { n: 2 }, turn: 0 }, async () => {
        executed += 1;
        return "paid";
      });
    const outcome = await h.run.call({ id: "o", tool: outer, args: {}, turn: 0 }, async () => {
      await quiet();
      return (await Promise.all([inner(1), inner(2)])).map(({ ok }) => ok);
    });
    expect(outcome.value).toEqual([true, true]);
    expect(executed).toBe(2);
  });
});

describe("the wait ends early", () => {
  test("when the caller gives the second up: it has not begun", async () => {
    const { h, begun, call } = steered();
    const controller = new AbortController();
    const first = call(0);
    const second = call(1, { signal: controller.signal });
    await quiet();
    controller.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    begun[0]?.settle("paid");
    expect((await first).ok).toBe(true);
    expect(begun).toHaveLength(1);
    const cancelled = h.records.find((record) => "callId" in record && record.callId === "call_1");
    expect(cancelled).toMatchObject({ errorType: "cancelled" });
    expect(cancelled).not.toHaveProperty("outcome");
  });

  test("when the run's deadline comes", async () => {
    const h = harness(
      { tools: { pay: { effect: "write", timeoutMs: false } } },
      { runTimeoutMs: 50 },
    );
    let executed = 0;
    const outcomes = await Promise.all(
      [0, 1].map((index) =>
        h.run.call({ id: `${index}`, tool: "pay", args: {}, turn: 0, index }, () => {
          executed += 1;
          return new Promise(() => {});
        }),
      ),
    );
    expect(outcomes.map(({ record }) => record.errorType)).toEqual(["timeout", "not_executed"]);
    expect([executed, h.run.stopReason]).toEqual([1, "deadline"]);
  });

  test("when another call of the turn halts the run: what had not begun does not begin", async () => {
    const { h, begun, call } = steered();
    const both = [call(0), call(1)];
    await quiet();
    h.run.stop("enough");
    begun[0]?.settle("paid");
    const [first, second] = await Promise.all(both);
    expect(first?.ok).toBe(true);
    expect(second?.record.errorType).toBe("not_executed");
  });
});

describe("nothing waits", () => {
  const parallel = async (h: Harness, tool: string, args: readonly unknown[]) => {
    let running = 0;
    let most = 0;
    await Promise.all(
      args.map((each, index) =>
        h.run.call({ id: `${index}`, tool, args: each, turn: 0, index }, async () => {
          running += 1;
          most = Math.max(most, running);
          await quiet();
          running -= 1;
          return "done";
        }),
      ),
    );
    return most;
  };

  test.each(["list", "note", "odd"])("of a tool that does not write: %s", async (tool) => {
    expect(await parallel(harness({ tools }), tool, [{ n: 1 }, { n: 1 }])).toBe(2);
  });

  test("of writes that differ", async () => {
    expect(await parallel(harness({ tools }), "pay", [{ n: 1 }, { n: 2 }])).toBe(2);
  });

  test.each(["observe", "off"] as const)("in mode %s", async (mode) => {
    expect(await parallel(harness({ tools, mode }), "pay", [{ n: 1 }, { n: 1 }])).toBe(2);
  });
});
