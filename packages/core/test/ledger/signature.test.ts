import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/adapter.ts";
import { signature } from "../../src/index.ts";
import { portableSha256Hex, sha256Hex } from "../../src/ledger/sha256.ts";

const sha256 = (text: string): string =>
  createHash("sha256").update(Buffer.from(text.toWellFormed(), "utf8")).digest("hex");

describe("signature", () => {
  test("is the SHA-256 of tool, line feed and RFC 8785 JSON of the arguments", () => {
    expect(signature("get_order", { b: 1, a: "x" })).toBe(sha256('get_order\n{"a":"x","b":1}'));
  });

  test.each([
    ["key order", { file: "a", line: 1 }, { line: 1, file: "a" }],
    [
      "nested key order",
      { a: { y: 1, x: [{ q: 1, p: 2 }] } },
      { a: { x: [{ p: 2, q: 1 }], y: 1 } },
    ],
    ["an undefined property", { q: "x", page: undefined }, { q: "x" }],
    ["equal dates", { d: new Date(0) }, { d: new Date(0) }],
    ["negative zero", { n: -0 }, { n: 0 }],
    ["a prototype", Object.create(null, { a: { value: 1, enumerable: true } }), { a: 1 }],
  ])("does not depend on %s", (_, a, b) => {
    expect(signature("t", a)).toBe(signature("t", b));
  });

  test.each([
    ["array order", { ids: [1, 2] }, { ids: [2, 1] }],
    ["number and text", { n: 7 }, { n: "7" }],
    ["null and absent", { q: null }, {}],
    ["zero and absent", { page: 0 }, {}],
    ["different dates", { d: new Date(0) }, { d: new Date(1) }],
    ["large integers", { n: 9007199254740993n }, { n: 9007199254740992n }],
    ["a key named __proto__", JSON.parse('{"__proto__":{"a":1}}'), {}],
    ["a Map's entries", { m: new Map([["a", 1]]) }, { m: new Map([["a", 2]]) }],
    ["another tool", "x", "y"],
  ])("tells apart: %s", (what, a, b) => {
    if (what === "another tool") expect(signature("a", {})).not.toBe(signature("b", {}));
    else expect(signature("t", a)).not.toBe(signature("t", b));
  });

  test("takes what JSON cannot hold without throwing", () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const odd = [
      cyclic,
      deep,
      Symbol("s"),
      () => 1,
      Number.NaN,
      new Set([1]),
      new Error("x"),
      undefined,
    ];
    for (const value of odd) expect(signature("t", value)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("canonical JSON", () => {
  test("agrees with a plain implementation of RFC 8785 for every JSON value", () => {
    const plain = (value: unknown): string => {
      if (typeof value !== "object" || value === null) return JSON.stringify(value);
      if (Array.isArray(value)) return `[${value.map(plain).join(",")}]`;
      const entries = Object.keys(value)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${plain((value as Record<string, unknown>)[key])}`);
      return `{${entries.join(",")}}`;
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(canonicalJson(value)).toBe(plain(JSON.parse(JSON.stringify(value))));
      }),
      { numRuns: 2_000 },
    );
  });

  test("does not depend on the order in which keys were added, whatever their names", () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom("1", "10", "2", "__proto__", "toJSON", "constructor", "é"),
    );
    const entries = fc.uniqueArray(fc.tuple(key, fc.jsonValue({ maxDepth: 1 })), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(entries, (pairs) => {
        expect(canonicalJson(Object.fromEntries(pairs))).toBe(
          canonicalJson(Object.fromEntries([...pairs].reverse())),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

test("the portable SHA-256 agrees with the platform's for every text", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: "binary", maxLength: 300 }),
  );
  fc.assert(
    fc.property(text, (value) => {
      expect(portableSha256Hex(value)).toBe(sha256(value));
      expect(sha256Hex(value)).toBe(sha256(value));
    }),
    { numRuns: 500 },
  );
  for (const length of [0, 55, 56, 63, 64, 65, 119, 120, 8_000, 100_000]) {
    expect(portableSha256Hex("é".repeat(length))).toBe(sha256("é".repeat(length)));
  }
  expect(portableSha256Hex("\ud800x")).toBe(sha256("\ud800x"));
}, 60_000);
