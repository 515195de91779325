import { describe, expect, test } from "vitest";
import { ToolFault } from "../../src/index.ts";
import { harness, httpError } from "./support/harness.ts";

const schema = { type: "object", properties: { q: { type: "string" } }, required: ["q"] } as const;

describe('mode "observe"', () => {
  test("rejects with the very object that the tool threw, and records what it would have done", async () => {
    const h = harness({ mode: "observe", tools: { get: { effect: "read" } } });
    const error = httpError(404);
    await expect(h.fail("get", {}, error)).rejects.toBe(error);
    expect(h.records).toMatchObject([
      {
        mode: "observe",
        ok: false,
        errorType: "not_found",
        decision: "pass_through",
        would: "replan",
      },
    ]);
  });

  test("hands on a returned failure as it is", async () => {
    const h = harness({ mode: "observe" });
    const value = { isError: true, content: [{ type: "text", text: "no" }] };
    const outcome = await h.ok("get", {}, value);
    expect(outcome).toMatchObject({ ok: false, intervened: false });
    expect(outcome.value).toBe(value);
  });

  test("never repeats, never times out, and says where it would have", async () => {
    const h = harness({ mode: "observe", tools: { get: { effect: "read" } } });
    await expect(h.fail("get", {}, httpError(503))).rejects.toThrow("503");
    expect(h.executions.get("get")).toBe(1);
    expect(h.clock.waits).toEqual([]);
    expect(h.records).toMatchObject([{ errorType: "upstream", would: "retry" }]);
  });

  test("executes what it would have refused, and never ends the run", async () => {
    const h = harness({ mode: "observe", tools: { get: { effect: "read" } } });
    for (let i = 0; i < 6; i++) expect((await h.ok("get", {}, 1)).content).toBe("1");
    expect(h.executions.get("get")).toBe(6);
    expect(h.records.map((record) => ("would" in record ? record.would : undefined))).toEqual([
      undefined,
      undefined,
      "refuse",
      "halt",
      "halt",
      "halt",
    ]);
    expect(h.run.halt).toBeUndefined();
    await h.run.finish();
    expect(h.records.at(-1)).toMatchObject({ stopReason: "completed", would: "no_progress" });
  });

  test("executes what does not fit the schema, with the arguments untouched", async () => {
    const h = harness({ mode: "observe", tools: { get: { effect: "read", schema } } });
    const args = { q: 1 };
    let got: unknown;
    await h.run.call({ id: "a", tool: "get", args, turn: 0 }, (given) => {
      got = given;
      return "x";
    });
    expect(got).toBe(args);
    expect(h.records).toMatchObject([{ ok: true, would: "repair" }]);
  });

  test("leaves an empty result and a missing one as they are", async () => {
    const h = harness({ mode: "observe" });
    expect(await h.ok("a", {}, [])).toMatchObject({ ok: true, content: "[]", intervened: false });
    expect(await h.ok("b", {}, undefined)).toMatchObject({ ok: true, intervened: false });
  });

  test("gives preflight nothing to say", async () => {
    const h = harness({ mode: "observe", tools: { get: { schema } } });
    expect(await h.run.preflight({ id: "a", tool: "get", args: {}, turn: 0 })).toBeUndefined();
  });
});

describe('mode "off"', () => {
  test("neither acts nor records", async () => {
    const h = harness({ mode: "off", tools: { get: { effect: "read", schema } } });
    const error = httpError(503);
    await expect(h.fail("get", {}, error)).rejects.toBe(error);
    expect(await h.ok("get", { q: 1 }, [])).toMatchObject({
      ok: true,
      content: "[]",
      intervened: false,
    });
    await h.run.finish();
    expect(h.records).toEqual([]);
    expect(h.executions.get("get")).toBe(2);
  });
});

describe("a mode for each part", () => {
  test("messages off: retries and guards act, texts stay the framework's", async () => {
    const h = harness({ mode: { messages: "off" }, tools: { get: { effect: "read" } } });
    await expect(h.fail("get", {}, httpError(503))).rejects.toThrow("503");
    expect(h.executions.get("get")).toBe(3);
    await h.ok("get", { a: 1 }, []).then(({ content }) => expect(content).toBe("[]"));
  });

  test("retry observe: no further attempt, but the message is ours", async () => {
    const h = harness({ mode: { retry: "observe" }, tools: { get: { effect: "read" } } });
    const outcome = await h.fail("get", {}, httpError(503));
    expect(outcome).toMatchObject({ ok: false, intervened: true, record: { would: "retry" } });
    expect(h.executions.get("get")).toBe(1);
  });

  test("guards observe: nothing is refused or ended, the message is ours", async () => {
    const h = harness({ mode: { guards: "observe" } });
    const outcome = await h.fail("get", {}, ToolFault.corruptState({ message: "half" }));
    expect(outcome).toMatchObject({ intervened: true, record: { would: "halt" } });
    expect(h.run.halt).toBeUndefined();
    expect((await h.ok("get", { b: 1 }, 1)).ok).toBe(true);
  });

  test("a run's own mode wins over the recovery's, and is shared by its children", async () => {
    const h = harness({ mode: "enforce" }, { mode: "observe" });
    expect(h.run.modes).toEqual({ messages: "observe", retry: "observe", guards: "observe" });
    expect(h.run.child().modes).toEqual(h.run.modes);
  });
});
