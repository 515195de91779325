import { describe, expect, test } from "vitest";
import {
  type Clock,
  createRecovery,
  type RecoveryOptions,
  type ToolCall,
} from "../../src/index.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { type Harness, harness, httpError } from "./support/harness.ts";

const boom = (): never => {
  throw new Error("boom");
};

describe("an error inside the engine", () => {
  /** What an adapter hands over, with a part that breaks when it is read. */
  const broken = {
    get availableTools() {
      return boom();
    },
  };
  const callWith = (h: Harness, args: unknown, run: () => unknown) => {
    const call: ToolCall = { id: "a", tool: "get", args, turn: 0 };
    return h.run.call(
      Object.defineProperties(call, Object.getOwnPropertyDescriptors(broken)),
      () => {
        h.executions.set("get", (h.executions.get("get") ?? 0) + 1);
        return run();
      },
    );
  };

  test("before execution lets the tool run as it would bare, once", async () => {
    const h = harness({ tools: { get: { effect: "read" } } });
    const outcome = await callWith(h, { a: 1 }, () => ({ b: 2 }));
    expect(outcome).toMatchObject({ ok: true, intervened: false, value: { b: 2 } });
    expect(h.executions.get("get")).toBe(1);
    expect(h.events).toMatchObject([{ type: "engine_error", where: "preflight" }]);
  });

  test("before execution, where the tool then throws, gives the very object", async () => {
    const validate = async (value: unknown) => ({ value });
    const schema = { "~standard": { version: 1, vendor: "x", validate } } as const;
    const h = harness({ tools: { get: { effect: "read", schema } } });
    const error = httpError(503);
    const pending = callWith(h, {}, () => {
      throw error;
    });
    await expect(pending).rejects.toBe(error);
    expect(h.executions.get("get")).toBe(1);
  });

  test("after execution keeps the result, and the tool is not run again", async () => {
    const h = harness();
    const { clock } = h;
    const { now } = clock;
    const outcome = await h.run.call({ id: "a", tool: "get", args: {}, turn: 0 }, () => {
      clock.now = boom;
      return { b: 2 };
    });
    clock.now = now;
    expect(outcome).toMatchObject({ ok: true, value: { b: 2 }, content: '{"b":2}' });
    expect(h.run.counters.calls).toBe(1);
  });

  test("after a failure gives a plain envelope, with nothing of the error in it", async () => {
    const h = harness();
    const { clock } = h;
    const { now } = clock;
    const outcome = await h.run.call({ id: "a", tool: "get", args: {}, turn: 0 }, () => {
      clock.now = boom;
      throw new Error("password is tea");
    });
    clock.now = now;
    expect(outcome.ok).toBe(false);
    expect(JSON.parse(outcome.content)).toMatchObject({ ok: false });
    expect(outcome.content).not.toContain("tea");
  });

  test("in the clock never breaks a call", async () => {
    let broken = false;
    const good = fakeClock();
    const clock: Clock = { ...good, now: () => (broken ? boom() : good.now()) };
    const recovery = createRecovery({ clock, onEvent: () => {} });
    const run = recovery.run();
    broken = true;
    const outcome = await run.call({ id: "a", tool: "get", args: {}, turn: 0 }, () => "tea");
    expect(outcome.value).toBe("tea");
  });
});

describe("what users plug in never breaks a call", () => {
  const plugs: readonly [string, RecoveryOptions][] = [
    ["a tokenizer", { tokenizer: boom }],
    ["a wording", { wording: { messages: { not_found: boom, empty_result: boom }, said: boom } }],
    ["a sink that throws", { sinks: [{ write: boom }] }],
    ["a sink that rejects", { sinks: [{ write: async () => boom() }] }],
    ["onEvent", { onEvent: boom }],
    ["onHalt", { onHalt: boom }],
    ["onEscalate that rejects", { onEscalate: async () => boom() }],
    ["classify", { defaults: { classify: boom } }],
    ["explain", { defaults: { explain: boom } }],
    ["explain that rejects", { defaults: { explain: async () => boom() } }],
    ["enumerate", { defaults: { enumerate: boom } }],
    ["enumerate that never answers", { defaults: { enumerate: () => new Promise(() => {}) } }],
    ["isEmpty", { defaults: { isEmpty: boom } }],
    ["describeEmpty", { defaults: { describeEmpty: boom } }],
  ];
  test.each(plugs)("%s", async (_, options) => {
    const h = harness({ onEvent: () => {}, ...options });
    expect((await h.ok("a", {}, [])).ok).toBe(true);
    expect((await h.ok("b", {}, "tea")).ok).toBe(true);
    expect((await h.fail("c", {}, httpError(404))).observation.error_type).toBe("not_found");
    await h.recovery.flush();
  });

  test("a hook that gives nonsense is ignored with a word about it", async () => {
    const h = harness({ defaults: { classify: () => "nonsense" as never } });
    expect((await h.fail("a", {}, httpError(404))).observation.error_type).toBe("not_found");
    expect(
      h.events.some((event) => event.type === "warning" && event.code === "classify_hook"),
    ).toBe(true);
  });
});

describe("odd values", () => {
  const hostile = new Proxy({}, { get: boom, ownKeys: boom, has: boom, getPrototypeOf: boom });
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const odd: readonly [string, unknown][] = [
    ["undefined", undefined],
    ["null", null],
    ["a string", "plain"],
    ["a number", 42],
    ["a symbol", Symbol("s")],
    ["a function", () => 1],
    ["a bigint", 10n],
    ["a cycle", cyclic],
    ["an object without a prototype", Object.create(null)],
    ["an object whose toString throws", { toString: boom, message: "x" }],
    [
      "an object whose message throws",
      {
        get message() {
          return boom();
        },
      },
    ],
    ["a frozen error", Object.freeze(new Error("cold"))],
  ];
  test.each(odd)("thrown: %s gives an envelope", async (_, thrown) => {
    const h = harness();
    const outcome = await h.fail("t", {}, thrown);
    expect(outcome.ok).toBe(false);
    expect(outcome.error).toBe(thrown);
    expect(JSON.parse(outcome.content)).toMatchObject({ ok: false });
    expect(outcome.content).not.toContain("[object Object]");
  });

  test.each(odd)("returned: %s gives an outcome with the value as it is", async (_, value) => {
    const h = harness();
    const outcome = await h.ok("t", {}, value);
    expect(outcome.value).toBe(value);
    expect(typeof outcome.content).toBe("string");
  });

  test.each(odd)("as arguments: %s can be called with", async (_, args) => {
    const h = harness();
    expect(typeof (await h.ok("t", args, "x")).content).toBe("string");
  });

  test("a proxy that throws at every touch, thrown and returned", async () => {
    const h = harness();
    expect((await h.fail("t", {}, hostile)).ok).toBe(false);
    const value = { hostile };
    expect((await h.ok("u", {}, value)).value).toBe(value);
  });
});
