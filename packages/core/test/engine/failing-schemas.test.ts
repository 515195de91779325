import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { ToolSchema } from "../../src/index.ts";
import { harness } from "./support/harness.ts";

const boom = (): never => {
  throw new TypeError("boom");
};

const standard = (validate: () => unknown): ToolSchema =>
  ({ "~standard": { version: 1, vendor: "mine", validate } }) as never;

const schemas: readonly [string, ToolSchema][] = [
  ["a Standard Schema that throws", standard(boom)],
  ["one that rejects", standard(() => Promise.reject(new TypeError("boom")))],
  ["zod whose refinement throws", z.object({ n: z.number().refine(boom) })],
  ["a JSON Schema that refers to nowhere", { properties: { n: { $ref: "#/nowhere" } } }],
];

describe("a schema that fails itself", () => {
  test.each(schemas)(
    "lets calls run with what was sent, and is named once: %s",
    async (_, schema) => {
      const h = harness({ tools: { t: { effect: "read", schema } } });
      const outcomes = [await h.ok("t", { n: 1 }, "tea"), await h.ok("t", { n: 2 }, "milk")];
      expect(outcomes.map(({ content }) => content)).toEqual(["tea", "milk"]);
      const warnings = h.events.filter((event) => event.type === "warning");
      expect(warnings).toEqual([
        {
          type: "warning",
          code: "schema_failed: t",
          message: expect.stringMatching(
            /^The schema of the tool "t" fails itself \(.+\), so its calls/,
          ),
        },
      ]);
    },
  );

  test.each(schemas)("does not stop preflight before an approval: %s", async (_, schema) => {
    const h = harness({ tools: { t: { effect: "read", schema } } });
    const call = { id: "1", tool: "t", args: { n: 1 }, turn: 0 };
    expect(await h.run.preflight(call)).toBeUndefined();
    expect(h.events.map(({ type }) => type)).toEqual(["warning"]);
  });

  test("gives the tool the arguments as they were sent", async () => {
    const schema = z.object({ n: z.coerce.number().transform(boom) });
    const { run } = harness({ tools: { t: { effect: "read", schema } } });
    const seen: unknown[] = [];
    await run.call({ id: "1", tool: "t", args: '{"n":"7"}', turn: 0 }, (args) => seen.push(args));
    expect(seen).toEqual([{ n: "7" }]);
  });

  test("still counts for the rule of repeats", async () => {
    const h = harness({ tools: { t: { effect: "read", schema: standard(boom) } } });
    for (let time = 0; time < 2; time++) await h.fail("t", { n: 1 }, new Error("no"));
    const third = await h.fail("t", { n: 1 }, new Error("no"));
    expect(third.observation.error_type).toBe("repeated_call");
  });
});

test("a transform that cannot read a text says so of the arguments", async () => {
  const schema = z.object({ filter: z.string().transform((text) => JSON.parse(text) as unknown) });
  const h = harness({ tools: { t: { effect: "read", schema } } });
  const outcome = await h.ok("t", { filter: "{" }, "tea");
  expect(outcome.observation.error_type).toBe("invalid_args");
  expect(h.executions.get("t")).toBeUndefined();
});

test("a refinement that rejects is heard of, also when its schema is asked for the first time", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  try {
    const lookUp = () => Promise.reject(new TypeError("the database is down"));
    const schema = z.object({ n: z.number().refine(lookUp) });
    const h = harness({ tools: { t: { effect: "read", schema } } });
    for (const n of [1, 2]) expect((await h.ok("t", { n }, "tea")).content).toBe("tea");
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
    expect(h.events.filter(({ type }) => type === "warning")).toHaveLength(1);
  } finally {
    process.off("unhandledRejection", note);
  }
});
