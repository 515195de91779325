import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod3";
import { issueShape, unwrapArguments, validateArguments } from "../../src/adapter.ts";
import type { ArgumentIssue, ToolSchema, ValidationResult } from "../../src/index.ts";

async function issuesOf(schema: unknown, args: unknown): Promise<readonly ArgumentIssue[]> {
  const result = await validateArguments(schema as ToolSchema, args);
  return result.ok ? [] : result.issues;
}

const jsonSchema = {
  type: "object",
  properties: { qty: { type: "integer", minimum: 1 }, size: { enum: ["s", "m"] } },
  required: ["qty"],
  additionalProperties: false,
};

/** One schema, written for every library. */
const LIBRARIES: Readonly<Record<string, unknown>> = {
  "JSON Schema": jsonSchema,
  "zod 4": z.strictObject({ qty: z.int().min(1), size: z.enum(["s", "m"]).optional() }),
  "zod 4 mini": mini.strictObject({
    qty: mini.int().check(mini.minimum(1)),
    size: mini.optional(mini.enum(["s", "m"])),
  }),
  "zod 3": z3.z
    .object({ qty: z3.z.number().int().min(1), size: z3.z.enum(["s", "m"]).optional() })
    .strict(),
  valibot: v.strictObject({
    qty: v.pipe(v.number(), v.integer(), v.minValue(1)),
    size: v.optional(v.picklist(["s", "m"])),
  }),
  arktype: type({ "+": "reject", qty: "number.integer >= 1", "size?": "'s' | 'm'" }),
};

describe.each(Object.entries(LIBRARIES))("a schema of %s", (_, schema) => {
  it("lets fitting arguments through", async () => {
    expect(await validateArguments(schema as ToolSchema, { qty: 2, size: "s" })).toEqual({
      ok: true,
      args: { qty: 2, size: "s" },
    });
  });

  it("is asked without a promise", () => {
    expect(validateArguments(schema as ToolSchema, { qty: 2 })).not.toBeInstanceOf(Promise);
  });

  it.each<[unknown, ArgumentIssue["code"], (string | number)[]]>([
    [{}, "missing", ["qty"]],
    [{ qty: "2" }, "wrong_type", ["qty"]],
    [{ qty: 0 }, "out_of_range", ["qty"]],
    [{ qty: 1, size: "xl" }, "not_allowed", ["size"]],
    [{ qty: 1, colour: "red" }, "unknown_key", ["colour"]],
  ])("reads %j as the same issue as the others", async (args, code, path) => {
    expect(await issuesOf(schema, args)).toMatchObject([{ code, path }]);
  });

  it("names what is allowed", async () => {
    const [issue] = await issuesOf(schema, { qty: 1, size: "xl" });
    expect([...(issue?.allowed ?? [])].sort()).toEqual(["m", "s"]);
  });
});

describe("what the tool gets", () => {
  it("is what the schema made of the arguments", async () => {
    const schema = z.object({ n: z.coerce.number(), unit: z.string().default("kg") });
    expect(await validateArguments(schema, { n: "3" })).toEqual({
      ok: true,
      args: { n: 3, unit: "kg" },
    });
  });

  it("is the very arguments with a JSON Schema", async () => {
    const args = { qty: 1 };
    const result = (await validateArguments(jsonSchema, args)) as ValidationResult & { ok: true };
    expect(result.args).toBe(args);
  });
});

describe("a schema with asynchronous steps", () => {
  it.each([
    ["zod 4", z.object({ n: z.number() }).refine(async () => false, "n is taken")],
    ["zod 3", z3.z.object({ n: z3.z.number() }).refine(async () => false, "n is taken")],
    [
      "valibot",
      v.pipeAsync(
        v.object({ n: v.number() }),
        v.checkAsync(async () => false, "n is taken"),
      ),
    ],
  ])("of %s is waited for, also the second time", async (_, schema) => {
    for (let time = 0; time < 2; time++) {
      expect(await issuesOf(schema, { n: 1 })).toMatchObject([
        { code: "custom", message: "n is taken" },
      ]);
    }
  });
});

describe("a schema that misbehaves", () => {
  it("gives an issue when its own transform throws over the arguments", async () => {
    const schema = z.string().transform((text) => JSON.parse(text) as unknown);
    expect(await issuesOf(schema, "{")).toMatchObject([{ code: "custom" }]);
  });

  it("lets arguments through when it is no JSON Schema at all", () => {
    const schema = { type: "object", properties: { a: { $ref: "#/nowhere" } } };
    expect(validateArguments(schema, { a: 1 })).toEqual({
      ok: true,
      args: { a: 1 },
      unchecked: { error: expect.any(Error) },
    });
  });

  it("is neither changed nor has to be changeable", async () => {
    const schema = Object.freeze({
      ...jsonSchema,
      properties: Object.freeze(jsonSchema.properties),
    });
    const before = JSON.stringify(schema);
    expect(await issuesOf(schema, {})).toHaveLength(1);
    expect(Object.getOwnPropertyNames(schema)).toEqual(Object.keys(jsonSchema));
    expect(JSON.stringify(schema)).toBe(before);
  });
});

describe("issues", () => {
  it("of a union come from the branch that fits best", async () => {
    const schema = z.object({
      shape: z.union([
        z.strictObject({ kind: z.literal("circle"), radius: z.number() }),
        z.strictObject({ kind: z.literal("rect"), w: z.number(), h: z.number() }),
      ]),
    });
    expect(await issuesOf(schema, { shape: { kind: "rect", w: 1 } })).toMatchObject([
      { code: "missing", path: ["shape", "h"] },
    ]);
  });

  it("of a schema that contains itself are found at any depth", async () => {
    const node = {
      $defs: {
        node: {
          type: "object",
          properties: {
            name: { type: "string" },
            kids: { type: "array", items: { $ref: "#/$defs/node" } },
          },
          required: ["name"],
        },
      },
      $ref: "#/$defs/node",
    };
    const args = { name: "a", kids: [{ name: "b", kids: [{ name: 5 }] }] };
    expect(await issuesOf(node, args)).toMatchObject([
      { path: ["kids", 0, "kids", 0, "name"], received: 5 },
    ]);
  });

  it("name a field that holds JSON as a string", async () => {
    const schema = z.object({ tags: z.array(z.string()) });
    expect(await issuesOf(schema, { tags: '["a"]' })).toMatchObject([
      { code: "json_in_string", path: ["tags"] },
    ]);
  });

  it("come with the description of the field", async () => {
    const schema = z.object({ id: z.string().describe("order number, e.g. A-17") });
    expect(await issuesOf(schema, {})).toMatchObject([{ description: "order number, e.g. A-17" }]);
  });

  it("are ordered by what to fix first", async () => {
    const schema = z.strictObject({
      a: z.int().max(3),
      b: z.string(),
      c: z.int(),
      d: z.array(z.int()),
    });
    const codes = (await issuesOf(schema, { a: 9, c: "x", d: "[1]", e: 1 })).map(
      ({ code }) => code,
    );
    expect(codes).toEqual([
      "json_in_string",
      "missing",
      "wrong_type",
      "out_of_range",
      "unknown_key",
    ]);
  });

  it("keep the author's own sentence of a rule in code", async () => {
    const schema = z
      .object({ from: z.int(), to: z.int() })
      .refine(({ from, to }) => from < to, "to must be later");
    expect(await issuesOf(schema, { from: 2, to: 1 })).toMatchObject([
      { code: "custom", message: "to must be later" },
    ]);
  });

  it("have one shape for the same mistake in any row", async () => {
    const schema = z.object({ rows: z.array(z.object({ n: z.int() })) });
    const shape = async (rows: unknown[]): Promise<string> =>
      issueShape(await issuesOf(schema, { rows }));
    expect(await shape([{ n: "x" }])).toBe(
      await shape([{ n: 1 }, { n: 2 }, { n: "y" }, { n: true }]),
    );
    expect(await shape([{ n: "x" }])).not.toBe(await shape([{}]));
  });
});

describe("arguments as text", () => {
  it("are unwrapped once", () => {
    expect(unwrapArguments('{"a":1}')).toEqual({ ok: true, args: { a: 1 } });
    expect(unwrapArguments('"{\\"a\\":1}"')).toEqual({ ok: true, args: '{"a":1}' });
  });

  it("are no arguments when blank or not given", () => {
    expect(unwrapArguments("  ")).toEqual({ ok: true, args: {} });
    expect(unwrapArguments(undefined)).toEqual({ ok: true, args: {} });
  });

  it("stay text for a tool that takes a text", () => {
    expect(unwrapArguments("hello", { schema: { type: "string" } })).toEqual({
      ok: true,
      args: "hello",
    });
  });

  it("are never used when the response was cut off", () => {
    expect(unwrapArguments('{"a":1}', { truncated: true })).toMatchObject({
      issues: [{ code: "truncated" }],
    });
  });
});
