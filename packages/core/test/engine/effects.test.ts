import { describe, expect, test } from "vitest";
import { effectOfAnnotations, ToolFault } from "../../src/index.ts";
import { harness, httpError, systemError } from "./support/harness.ts";

const reset = () => systemError("ECONNRESET");

describe("a failure that cannot have taken effect", () => {
  test.each(["read", "idempotent", "write", undefined] as const)(
    "is repeated by the host whatever the effect (%s)",
    async (effect) => {
      const h = harness({ defaults: { effect } });
      const outcome = await h.call("t", {}, [{ error: systemError("ECONNREFUSED") }, { value: 1 }]);
      expect(outcome.ok).toBe(true);
      expect(h.executions.get("t")).toBe(2);
    },
  );
});

describe("a failure that may have taken effect", () => {
  test.each([
    ["read", 3],
    ["idempotent", 3],
    ["write", 1],
    [undefined, 1],
  ] as const)("effect %s: %i executions", async (effect, executions) => {
    const h = harness({ defaults: { effect } });
    await h.fail("t", {}, reset());
    expect(h.executions.get("t")).toBe(executions);
  });

  test("of a write: verify, not retryable, and the model is told to check first", async () => {
    const h = harness({ tools: { send_mail: { effect: "write" } } });
    const { record, observation } = await h.fail("send_mail", { to: "a" }, reset());
    expect(record).toMatchObject({
      decision: "verify",
      errorClass: "transient",
      outcome: "unknown",
    });
    expect(observation).toMatchObject({ retryable: false, outcome: "unknown" });
    expect(observation.message).toMatch(/may have/);
  });

  test("of an undeclared tool: verify, and the model may call again", async () => {
    const h = harness();
    const { record, observation } = await h.fail("t", {}, reset());
    expect(record.decision).toBe("verify");
    expect(observation).toMatchObject({ retryable: true, outcome: "unknown" });
    expect((await h.ok("t", {}, "done")).ok).toBe(true);
  });

  test("a read takes no effect, whatever became of it", async () => {
    const h = harness({ tools: { t: { effect: "read" } } });
    const { record } = await h.fail("t", {}, reset());
    expect(record.outcome).toBeUndefined();
  });

  test("a write's own bug counts as an unknown outcome too", async () => {
    const h = harness({ tools: { t: { effect: "write" } } });
    const { record } = await h.fail("t", {}, new TypeError("x is undefined"));
    expect(record).toMatchObject({ errorType: "internal", decision: "verify", outcome: "unknown" });
  });
});

const noneAt404 = (error: unknown) =>
  (error as { readonly status?: unknown }).status === 404 ? ("empty_result" as const) : undefined;

describe("a write with an unknown outcome", () => {
  const tools = {
    refund: { effect: "write", verify: "get_refund" },
    get_refund: { effect: "read" },
    list: { effect: "read" },
  } as const;

  test("is refused until the tool that verifies it has succeeded", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset());
    const refused = await h.ok("refund", { id: 1 }, "again");
    expect(refused.record).toMatchObject({
      decision: "refuse",
      errorType: "repeated_call",
      tripped: { rule: "unverified_write" },
    });
    expect(refused.content).toContain("get_refund");
    expect(h.executions.get("refund")).toBe(1);
  });

  test("may run once the check says by an error of its author's that there is nothing", async () => {
    const mapped = { effect: "read", classify: noneAt404 } as const;
    const cases = [
      { get_refund: tools.get_refund, error: ToolFault.emptyResult("Order 1 has no refund.") },
      { get_refund: mapped, error: httpError(404) },
    ];
    for (const { get_refund, error } of cases) {
      const h = harness({ tools: { ...tools, get_refund } });
      await h.fail("refund", { id: 1 }, reset());
      const check = await h.fail("get_refund", { id: 1 }, error);
      expect(check).toMatchObject({ ok: true, value: [], intervened: true });
      expect(check.observation).toMatchObject({ ok: true, data: [], error_type: "empty_result" });
      expect(check.observation.message).toContain("repeat it only if this is where it would show");
      expect(h.run.counters).toMatchObject({ errors: 1, emptyResults: 1 });
      expect((await h.ok("refund", { id: 1 }, "done")).ok).toBe(true);
    }
  });

  test("stays refused after a check that was not found, and the model is told that nothing is settled", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset());
    const check = await h.fail("get_refund", { id: 1 }, httpError(404));
    expect(check.observation.message).toContain("does not settle");
    const other = await h.fail("list", {}, httpError(404));
    expect(other.observation.message).not.toContain("does not settle");
    expect((await h.ok("refund", { id: 1 }, "again")).record.decision).toBe("refuse");
  });

  test("may run once the verifying tool has succeeded in a later turn", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset());
    await h.ok("get_refund", { id: 1 }, "none");
    expect((await h.ok("refund", { id: 1 }, "done")).ok).toBe(true);
  });

  test("is not verified by another read where a tool is named", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset());
    await h.ok("list", {}, [1]);
    expect((await h.ok("refund", { id: 1 }, "again")).record.decision).toBe("refuse");
  });

  test("is verified by any read where none is named", async () => {
    const h = harness({ tools: { refund: { effect: "write" }, list: { effect: "read" } } });
    await h.fail("refund", { id: 1 }, reset());
    await h.ok("list", {}, [1]);
    expect((await h.ok("refund", { id: 1 }, "done")).ok).toBe(true);
  });

  test("is not verified by a read that failed, nor by one asked for in the same breath", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset(), { turn: 0 });
    await h.fail("get_refund", { id: 1 }, httpError(404), { turn: 1 });
    await h.ok("get_refund", { id: 1 }, "none", { turn: 2, index: 0 });
    const same = await h.ok("refund", { id: 1 }, "again", { turn: 2, index: 1 });
    expect(same.record.decision).toBe("refuse");
  });

  test("with other arguments is another call", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset());
    expect((await h.ok("refund", { id: 2 }, "done")).ok).toBe(true);
  });

  test("asked for again and again with nothing verified ends the run", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset());
    await h.ok("refund", { id: 1 }, "x");
    const last = await h.ok("refund", { id: 1 }, "x");
    expect(last.halt?.reason).toBe("no_progress");
    expect(h.executions.get("refund")).toBe(1);
  });

  test("a new user message does not lift the refusal", async () => {
    const h = harness({ tools });
    await h.fail("refund", { id: 1 }, reset());
    h.run.contextChanged();
    expect((await h.ok("refund", { id: 1 }, "x")).record.decision).toBe("refuse");
  });
});

describe("the idempotency key", () => {
  const keysOf = async (steps: readonly ("fail" | "ok")[]) => {
    const h = harness({ tools: { t: { effect: "idempotent", repeats: "allow" } } }, { id: "r" });
    const keys: string[] = [];
    let turn = 0;
    for (const step of steps) {
      await h.run.call({ id: `${turn}`, tool: "t", args: { a: 1 }, turn: turn++ }, (_, context) => {
        keys.push(context.idempotencyKey);
        if (step === "fail") throw reset();
        return 1;
      });
    }
    return keys;
  };

  test("is the same over attempts and over the model's repeat of a failure", async () => {
    const keys = await keysOf(["fail", "fail"]);
    expect(keys.length).toBe(6);
    expect(new Set(keys).size).toBe(1);
  });

  test("is new once the model has seen a success", async () => {
    expect(new Set(await keysOf(["ok", "ok", "ok"])).size).toBe(3);
  });

  test("differs by run, tool and arguments, and is 64 hex digits", async () => {
    const [a] = await keysOf(["ok"]);
    expect(a).toMatch(/^[0-9a-f]{64}$/);
    const h = harness({}, { id: "other" });
    let b = "";
    await h.run.call({ id: "1", tool: "t", args: { a: 1 }, turn: 0 }, (_, { idempotencyKey }) => {
      b = idempotencyKey;
    });
    expect(b).not.toBe(a);
  });

  test("of an agent inside a tool stays when that call is repeated, where its run is told of the call's key", async () => {
    const h = harness({ tools: { team: { effect: "idempotent" } } });
    const refund = { id: "1", tool: "refund", args: { id: 7 }, turn: 0 };
    const told: string[] = [];
    const untold: string[] = [];
    await h.run.call({ id: "0", tool: "team", args: {}, turn: 0 }, async (_, outer) => {
      const keyBase = outer.idempotencyKey;
      const children = [
        [h.run.child({ keyBase: `${keyBase}/0` }), told],
        [h.run.child({ keyBase: `${keyBase}/1` }), told],
        [h.run.child(), untold],
      ] as const;
      for (const [child, keys] of children) {
        await child.call(refund, (_args, context) => void keys.push(context.idempotencyKey));
      }
      if (outer.attempt < 3) throw reset();
      return "done";
    });
    expect(told.length).toBe(6);
    expect(new Set(told)).toEqual(new Set(told.slice(0, 2)));
    expect(told[0]).not.toBe(told[1]);
    expect(new Set(untold).size).toBe(3);
  });
});

test("tools that declare no effect are named once in a warning", async () => {
  const h = harness({ tools: { known: { effect: "read" } } });
  for (const tool of ["a", "known", "a", "b"]) await h.ok(tool, {}, 1);
  const warnings = h.events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
  expect(warnings).toEqual(["undeclared_effect: a", "undeclared_effect: b"]);
});

test("a tool that the model made up is not warned about", async () => {
  const h = harness();
  await h.ok("made_up", {}, 1, { availableTools: ["a"] });
  expect(h.events.some(({ type }) => type === "warning")).toBe(false);
});

test.each([
  [{ readOnlyHint: true }, "read"],
  [{ readOnlyHint: true, destructiveHint: true }, "read"],
  [{ idempotentHint: true, destructiveHint: true }, "idempotent"],
  [{ destructiveHint: true }, "write"],
  [{ destructiveHint: false }, "write"],
  [{}, undefined],
  [null, undefined],
  ["readOnlyHint", undefined],
] as const)("MCP annotations %j mean %s", (annotations, effect) => {
  expect(effectOfAnnotations(annotations)).toBe(effect);
});

test("a fault may say itself that the call took no effect", async () => {
  const h = harness({ tools: { t: { effect: "write" } } });
  const fault = ToolFault.timeout({ message: "queue full", outcome: "none" });
  const outcome = await h.call("t", {}, [{ error: fault }, { value: 1 }]);
  expect(outcome.ok).toBe(true);
});
