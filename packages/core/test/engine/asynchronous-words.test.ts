import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type CallOutcome, ToolFault, type ToolOptions } from "../../src/index.ts";
import { harness } from "./support/harness.ts";

const messageOf = ({ content }: Pick<CallOutcome, "content">): string =>
  JSON.parse(content).message as string;

const later =
  <T>(value: T): (() => Promise<T>) =>
  async () => {
    for (let step = 0; step < 10; step++) await undefined;
    return value;
  };

const never = () => new Promise<never>(() => {});

const schema = z.object({
  region: z.string().refine((name) => name === "north", "no such region"),
});
const tool = (options: ToolOptions): { tools: Record<string, ToolOptions> } => ({
  tools: { find: { effect: "read", schema, ...options } },
});

describe("what an author's hook must fetch first is waited for", () => {
  test("where the arguments are wrong", async () => {
    const enumerate = later(["north", "south"]);
    const explain = later({ next: "Ask the user for the region" });
    const { fail } = harness(tool({ enumerate, explain }));
    const outcome = await fail("find", { region: "nroth" }, new Error("never executed"));
    expect(outcome.record).toMatchObject({ errorType: "invalid_args", attemptLog: [] });
    expect(messageOf(outcome)).toContain("Nearest: north");
    expect(messageOf(outcome)).toContain("Ask the user for the region.");
  });

  test("where nothing was found", async () => {
    const enumerate = later(["billing", "shipping"]);
    const { ok } = harness({ tools: { search: { effect: "read", enumerate } } });
    const outcome = await ok("search", { label: "biling" }, []);
    expect(outcome.record).toMatchObject({ ok: true, errorType: "empty_result" });
    expect(messageOf(outcome)).toContain("Nearest: billing");
  });

  test("by preflight, before a person is asked", async () => {
    const h = harness(tool({ enumerate: later(["north"]) }));
    const call = { id: "1", tool: "find", args: { region: "nroth" }, turn: 0, index: 0 };
    const asked = h.run.preflight(call);
    const joined = h.run.call(call, () => "executed");
    const outcome = await asked;
    expect(messageOf(outcome as CallOutcome)).toContain("Nearest: north");
    expect((await joined).record).toBe(outcome?.record);
    expect(h.records).toHaveLength(1);
  });

  test("but not for ever: after five seconds the message goes without it", async () => {
    const h = harness({
      tools: {
        ...tool({ enumerate: never, explain: never }).tools,
        search: { effect: "read", enumerate: never },
      },
    });
    const wrong = await h.ok("find", { region: "nroth" }, "never executed");
    const empty = await h.ok("search", { label: "biling" }, []);
    expect([wrong.record.errorType, empty.record.errorType]).toEqual([
      "invalid_args",
      "empty_result",
    ]);
    expect(h.clock.waits.filter((ms) => ms === 5_000)).toHaveLength(3);
    expect(h.events.filter(({ type }) => type === "engine_error")).toHaveLength(3);
  });

  test("and one that rejects is left out", async () => {
    const enumerate = () => Promise.reject(new Error("down"));
    const { ok } = harness(tool({ enumerate }));
    const outcome = await ok("find", { region: "nroth" }, "never executed");
    expect(outcome.record.errorType).toBe("invalid_args");
    expect(messageOf(outcome)).not.toContain("down");
  });
});

test("a call of the same turn that comes meanwhile has its own place and its own record", async () => {
  const h = harness(tool({ enumerate: later(["north"]) }));
  const [wrong, right] = await Promise.all([
    h.ok("find", { region: "nroth" }, "never executed", { turn: 0, index: 0 }),
    h.ok("find", { region: "north" }, "tea", { turn: 0, index: 1 }),
  ]);
  expect([wrong.record.index, right.record.index]).toEqual([0, 1]);
  expect(right.content).toBe("tea");
  h.run.closeTurn();
  expect(h.run.counters).toMatchObject({ turns: 1, calls: 2, errors: 1, successes: 1 });
});

test("a call that is settled at once keeps what is there at once", () => {
  const enumerate = () => ["north", "south"];
  const { run } = harness(tool({ enumerate, explain: never }));
  const call = { id: "1", tool: "find", args: { region: "nroth" }, turn: 0 };
  const outcome = run.settle(call, ToolFault.notFound("No region nroth."));
  expect(messageOf(outcome)).toContain("Nearest: north");
});
