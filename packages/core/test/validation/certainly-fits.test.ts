import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validateArguments } from "../../src/adapter.ts";
import type { JsonSchema } from "../../src/index.ts";
import { certainlyFits } from "../../src/validation/certainly-fits.ts";
import { RUNS } from "../engine/support/script.ts";

/** Longer than vitest's own limit, for as many cases as are asked for. */
const LIMIT_MS = 300_000;

/** The library's word alone, all misfits looked for; it knows nothing of what no JSON can hold. */
function library(schema: JsonSchema, value: unknown): boolean | "cannot say" {
  try {
    return new Validator(structuredClone(schema), "2020-12", false).validate(value).valid;
  } catch {
    return "cannot say";
  }
}

const names = fc.constantFrom("id", "qty", "size", "tags", "toString", "__proto__x", "");
const size = fc.integer({ min: -1, max: 4 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });

/** Without the keywords that are undefined: as somebody would have written it. */
function written(schema: object): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

const { schema: schemas } = fc.letrec<{ schema: JsonSchema; leaf: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    fc
      .record({ items: maybe(tie("schema")), minItems: maybe(size), maxItems: maybe(size) })
      .map((keywords) => written({ type: "array", ...keywords })),
    fc
      .record({
        properties: maybe(fc.dictionary(names, tie("schema"), { maxKeys: 4 })),
        required: maybe(fc.array(names, { maxLength: 3 })),
        additionalProperties: maybe(
          fc.oneof(fc.boolean(), fc.constant({ type: "string" } as JsonSchema)),
        ),
        minProperties: fc.option(size, { nil: undefined, freq: 8 }),
      })
      .map((keywords) => written({ type: "object", ...keywords })),
  ),
  leaf: fc.oneof(
    fc
      .record({
        minLength: maybe(size),
        maxLength: maybe(size),
        format: maybe(fc.constant("date")),
      })
      .map((keywords) => written({ type: "string", ...keywords })),
    fc
      .record({
        type: fc.constantFrom("number", "integer"),
        minimum: maybe(size),
        maximum: maybe(size),
        multipleOf: fc.option(fc.constant(2), { nil: undefined, freq: 8 }),
      })
      .map(written),
    fc
      .record({
        type: maybe(fc.constantFrom("string", "integer")),
        enum: fc.array(fc.constantFrom<unknown>("s", "m", 1, null), { maxLength: 3 }),
        description: maybe(fc.constant("One of few.")),
      })
      .map(written),
    fc.constantFrom<JsonSchema>(
      { type: "boolean" },
      { type: "null" },
      { type: ["string", "null"] },
      {},
    ),
  ),
}));

/** What a model sends, and what no JSON could hold. */
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>("", "s", "m", "😀", "😀a", "e\u0301", "long enough", 0, 1, 2, 3, 1.5),
    fc.constantFrom<unknown>(true, false, null, undefined, Number.NaN, Number.POSITIVE_INFINITY),
    fc.constantFrom<unknown>(7n, new Date(0), new Map(), Object.create({ qty: 1 })),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(names, tie("value"), { maxKeys: 5, noNullPrototype: false }),
    fc.tuple(names, tie("value")).map(([name, value]) =>
      // There, and in no list of keys.
      Object.defineProperty({ id: 1 } as Record<string, unknown>, name, {
        value,
        enumerable: false,
      }),
    ),
  ),
})).value;

describe("a value that is let through without asking the library", () => {
  it("fits by the library's word too, whatever the schema and the value", {
    timeout: LIMIT_MS,
  }, () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        if (certainlyFits(schema)?.(value) !== true) return;
        expect(library(schema, value)).toBe(true);
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it("is all that differs: every other answer is the library's", { timeout: LIMIT_MS }, () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const result = validateArguments(schema, value) as { readonly ok: boolean };
        expect(result.ok).toBe(library(schema, value) !== false);
      }),
      { numRuns: RUNS },
    );
  });

  it("is the common case: flat objects, closed lists, bounds, lists and objects inside", () => {
    const certain = certainlyFits({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      description: "Finds orders.",
      properties: {
        query: { type: "string", minLength: 1, maxLength: 200 },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        status: { type: "string", enum: ["open", "closed"] },
        tags: { type: "array", items: { type: "string" }, maxItems: 5 },
        range: { type: "object", properties: { from: { type: "number" } }, required: ["from"] },
      },
      required: ["query"],
      additionalProperties: false,
    });
    expect(certain?.({ query: "t" })).toBe(true);
    const all = { query: "tea", limit: 50, status: "open", tags: ["a"], range: { from: 1.5 } };
    expect(certain?.(all)).toBe(true);
    expect(certain?.({ query: "" })).toBe(false);
    expect(certain?.({ query: "tea", page: 2 })).toBe(false);
    expect(certain?.({ query: "tea", limit: "50" })).toBe(false);
  });

  it("is never of a schema with a keyword that needs the library", () => {
    const inside = (part: JsonSchema): JsonSchema => ({ type: "object", properties: { a: part } });
    for (const part of [
      { type: "string", pattern: "^a" },
      { type: "string", format: "date" },
      { $ref: "#" },
      { anyOf: [{ type: "string" }] },
      { type: ["string", "null"] },
      { type: "integer", multipleOf: 2 },
    ]) {
      expect(certainlyFits(inside(part))).toBeUndefined();
    }
  });
});
