import { describe, expect, test } from "vitest";
import { harness, httpError } from "./support/harness.ts";

const schema = {
  type: "object",
  properties: {
    qty: { type: "integer" },
    lines: { type: "array", items: { type: "object", properties: { n: { type: "integer" } } } },
  },
  required: ["qty"],
} as const;
const tools = { create: { effect: "write", schema } } as const;

describe("arguments that do not fit the schema", () => {
  test("are never executed; the first time the model may repair them", async () => {
    const h = harness({ tools });
    const outcome = await h.ok("create", { qty: "many" }, 1);
    expect(h.executions.size).toBe(0);
    expect(outcome.observation).toMatchObject({ error_type: "invalid_args", retryable: true });
    expect(outcome.record).toMatchObject({
      decision: "repair",
      errorClass: "malformed-args",
      attemptLog: [],
    });
  });

  test("wrong the same way a second time: a schema problem, closed and escalated", async () => {
    const h = harness({ tools });
    await h.ok("create", { qty: "many" }, 1);
    const second = await h.ok("create", { qty: "lots" }, 1);
    expect(second.observation).toMatchObject({ error_type: "invalid_args", retryable: false });
    expect(second.record).toMatchObject({
      decision: "stop_branch",
      errorClass: "forbidden",
      tripped: { rule: "repairs", tool: "create", value: 2, limit: 1 },
    });
    expect(h.escalations).toMatchObject([{ tripped: { rule: "repairs", tool: "create" } }]);
    expect(h.run.stopReason).toBeUndefined();
  });

  test("escalate once, however long the same mistake goes on", async () => {
    const h = harness({ tools, policy: { failedTurns: false } });
    for (const qty of ["a", "b", "c", "d"]) await h.ok("create", { qty }, 1);
    expect(h.escalations.length).toBe(1);
    expect(h.events.filter(({ type }) => type === "escalated").length).toBe(1);
  });

  test("wrong in another way is another mistake, with a repair of its own", async () => {
    const h = harness({ tools });
    await h.ok("create", { qty: "many" }, 1);
    expect((await h.ok("create", {}, 1)).observation.retryable).toBe(true);
  });

  test("row 3 or row 7 is the same mistake", async () => {
    const h = harness({ tools });
    await h.ok("create", { qty: 1, lines: [{ n: "x" }] }, 1);
    const second = await h.ok("create", { qty: 1, lines: [{ n: 1 }, { n: "y" }] }, 1);
    expect(second.observation.retryable).toBe(false);
  });

  test("twice in one turn count once: the model had not seen the first", async () => {
    const h = harness({ tools });
    await h.ok("create", { qty: "a" }, 1, { turn: 0, index: 0 });
    const sibling = await h.ok("create", { qty: "b" }, 1, { turn: 0, index: 1 });
    expect(sibling.observation.retryable).toBe(true);
    expect((await h.ok("create", { qty: "c" }, 1, { turn: 1 })).observation.retryable).toBe(false);
  });

  test("after a success of the tool the episode begins anew", async () => {
    const h = harness({ tools });
    await h.ok("create", { qty: "many" }, 1);
    await h.ok("create", { qty: 1 }, "made");
    expect((await h.ok("create", { qty: "lots" }, 1)).observation.retryable).toBe(true);
  });

  test("on a critical tool the second time ends the run", async () => {
    const h = harness({ tools: { create: { ...tools.create, critical: true } } });
    await h.ok("create", { qty: "many" }, 1);
    const second = await h.ok("create", { qty: "lots" }, 1);
    expect(second.halt).toMatchObject({ reason: "repair_exhausted", tripped: { tool: "create" } });
    expect(h.halts.length).toBe(1);
  });

  test("policy.repairs sets how many, and false takes the limit off", async () => {
    const two = harness({ tools, policy: { repairs: 2 } });
    const off = harness({ tools, policy: { repairs: false } });
    const said = { two: [] as unknown[], off: [] as unknown[] };
    for (const qty of ["a", "b", "c"]) {
      said.two.push((await two.ok("create", { qty }, 1)).observation.retryable);
      said.off.push((await off.ok("create", { qty }, 1)).observation.retryable);
    }
    expect(said).toEqual({ two: [true, true, false], off: [true, true, true] });
  });
});

test("an unrecognised exception is the tool's fault, and may be tried once another way", async () => {
  const h = harness({ tools: { edit: { effect: "idempotent" } } });
  const first = await h.fail("edit", { a: 1 }, new Error("anchor is ambiguous"));
  const second = await h.fail("edit", { a: 2 }, new Error("anchor is ambiguous"));
  expect(first.record).toMatchObject({
    errorType: "internal",
    decision: "repair",
    retryable: true,
  });
  expect(second.record).toMatchObject({
    errorType: "internal",
    decision: "stop_branch",
    retryable: false,
  });
});

test.each([
  ["not an object", "[1"],
  ["cut off", '{"qty": 1'],
  ["prose", "I would like to"],
])("arguments that are no JSON (%s) are invalid_args, not executed", async (_, args) => {
  const h = harness({ tools });
  const outcome = await h.ok("create", args, 1);
  expect(outcome.observation.error_type).toBe("invalid_args");
  expect(h.executions.size).toBe(0);
});

test("arguments cut off by the output limit are not executed, even if they parse", async () => {
  const h = harness({ tools });
  const outcome = await h.ok("create", '{"qty":1}', 1, { truncated: true });
  expect(outcome.observation.error_type).toBe("invalid_args");
  expect(h.executions.size).toBe(0);
});

test("JSON text is unwrapped once, and the tool gets what the schema made of it", async () => {
  const h = harness({ tools });
  let got: unknown;
  await h.run.call({ id: "a", tool: "create", args: '{ "qty" : 2 }', turn: 0 }, (args) => {
    got = args;
  });
  expect(got).toEqual({ qty: 2 });
});

test("a name that is not on the list is unknown_tool and lists what is", async () => {
  const h = harness();
  const outcome = await h.ok("get_ordr", {}, 1, { availableTools: ["get_order", "refund"] });
  expect(outcome.observation).toMatchObject({ error_type: "unknown_tool", retryable: false });
  expect(outcome.content).toContain("get_order");
  expect(h.executions.size).toBe(0);
});

test("a conflict is repaired once", async () => {
  const h = harness({ tools: { t: { effect: "write" } } });
  expect((await h.fail("t", { n: 1 }, httpError(409))).record.decision).toBe("repair");
});

test("an asynchronous schema is waited for", async () => {
  const standard = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: async (value: unknown) =>
        (value as { ok?: boolean }).ok ? { value } : { issues: [{ message: "no", path: ["ok"] }] },
    },
  } as const;
  const h = harness({ tools: { t: { effect: "read", schema: standard } } });
  expect((await h.ok("t", { ok: false }, 1)).observation.error_type).toBe("invalid_args");
  expect((await h.ok("t", { ok: true }, 1)).ok).toBe(true);
});
