import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HexIndex } from "../../src/ledger/hex-index.ts";
import { sha256Hex } from "../../src/ledger/sha256.ts";

/** Signatures some of which share the place where they are looked for. */
const signatures = fc.oneof(
  fc.nat(200).map((n) => sha256Hex(`${n}`)),
  fc.nat(20).map((n) => `00000000${sha256Hex(`${n}`).slice(8)}`),
);
const steps = fc.array(fc.tuple(fc.constantFrom("add", "add", "delete"), signatures), {
  maxLength: 120,
});

describe("the index of signatures", () => {
  it("finds what a map would find, few or many, whatever was taken out before", () => {
    fc.assert(
      fc.property(steps, (given) => {
        const index = new HexIndex<{ readonly signature: string; tag: number }>();
        const expected = new Map<string, { readonly signature: string; tag: number }>();
        for (const [step, signature] of given) {
          const known = expected.get(signature);
          expect(index.find(signature)).toBe(known);
          if (step === "add" && known === undefined) {
            const entry = { signature, tag: 0 };
            index.add(entry);
            expected.set(signature, entry);
          } else if (step === "delete" && known !== undefined) {
            index.delete(known);
            expected.delete(signature);
          }
          expect(index.size).toBe(expected.size);
        }
        for (const [signature, entry] of expected) expect(index.find(signature)).toBe(entry);
      }),
    );
  });
});
