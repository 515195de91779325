import { describe, expect, test } from "vitest";
import { harness, httpError } from "./support/harness.ts";

const read = { tools: { get: { effect: "read" } } } as const;
const call = { id: "a", tool: "get", args: {}, turn: 0 };

describe("a tool that streams", () => {
  test("has its chunks handed on, and the last one is the result", async () => {
    const h = harness(read);
    const stream = h.run.stream(call, async function* () {
      yield "1";
      yield "2";
      yield "3";
    });
    const chunks: unknown[] = [];
    let step = await stream.next();
    for (; !step.done; step = await stream.next()) chunks.push(step.value);
    expect(chunks).toEqual(["1", "2", "3"]);
    expect(step.value).toMatchObject({ ok: true, content: "3", record: { ok: true } });
  });

  test("is tried again only before its first chunk", async () => {
    const h = harness(read);
    let attempts = 0;
    const early = h.run.stream(call, async function* () {
      if (++attempts < 3) throw httpError(503);
      yield "tea";
    });
    expect((await early.next()).value).toBe("tea");
    const outcome = (await early.next()).value;
    expect(outcome).toMatchObject({ ok: true });
    expect(attempts).toBe(3);
  });

  test("that breaks after a chunk is not tried again", async () => {
    const h = harness(read);
    let attempts = 0;
    const late = h.run.stream({ ...call, id: "b", turn: 1 }, async function* () {
      attempts++;
      yield "half";
      throw httpError(503);
    });
    expect((await late.next()).value).toBe("half");
    const end = await late.next();
    expect(end.value).toMatchObject({ ok: false, observation: { error_type: "upstream" } });
    expect(attempts).toBe(1);
  });

  test("is refused without a chunk", async () => {
    const h = harness(read);
    for (let i = 0; i < 2; i++) await h.ok("get", {}, 1);
    const stream = h.run.stream({ ...call, turn: 2 }, async function* () {
      yield "never";
    });
    const end = await stream.next();
    expect(end).toMatchObject({ done: true, value: { record: { decision: "refuse" } } });
  });

  test("in observe mode throws what the tool threw", async () => {
    const h = harness({ ...read, mode: "observe" });
    const error = httpError(503);
    const stream = h.run.stream(call, async function* () {
      yield "half";
      throw error;
    });
    await stream.next();
    await expect(stream.next()).rejects.toBe(error);
  });
});
