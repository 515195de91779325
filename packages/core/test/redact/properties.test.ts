import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact, redactValue } from "../../src/redact.ts";
import { LABELLED_CASES } from "./labelled.ts";
import { OWN_NEGATIVES } from "./own-negatives.ts";
import { OWN_POSITIVES } from "./own-positives.ts";

const pieces = [
  ...LABELLED_CASES.map(({ text }) => text),
  ...OWN_POSITIVES.map(({ text }) => text),
  "password=",
  '"token":"',
  "Authorization: Bearer ",
  "-----",
  "[REDACTED]",
  "://",
  "@",
  "\\",
  '"',
  "%3D",
  "\u001b[31m",
  "\u200b",
  "\n",
  "\ud800",
  "eyJ",
];
/** Texts that are near to what the rules look for: parts of the cases, in any order, and noise. */
const nearText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc
        .tuple(fc.constantFrom(...pieces), fc.nat(), fc.nat())
        .map(([text, from, length]) => text.substr(from % (text.length + 1), 1 + (length % 200))),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

describe("redact", () => {
  it("gives the same text when it is applied again", () => {
    fc.assert(
      fc.property(nearText, (text) => {
        const output = redact(text);
        expect(redact(output)).toBe(output);
      }),
      { numRuns: 3000 },
    );
  });

  it("never throws and always gives a text, with every option", () => {
    fc.assert(
      fc.property(nearText, fc.array(nearText, { maxLength: 3 }), (text, literals) => {
        expect(redact(text, { literals, pii: ["email", "phone"] })).toBeTypeOf("string");
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps no state between two texts", () => {
    const emails = { pii: ["email" as const] };
    for (let round = 0; round < 3; round++) {
      const output = redact("user ana@example.com and bob@example.org already exist", emails);
      expect(output).toBe("user [REDACTED] and [REDACTED] already exist");
    }
  });

  it("leaves two texts without a secret as they are when they stand one below the other", () => {
    const plain = OWN_NEGATIVES.filter(([, , pii]) => pii === undefined).map(([, text]) => text);
    fc.assert(
      fc.property(fc.constantFrom(...plain), fc.constantFrom(...plain), (first, second) => {
        const text = `${first}\n${second}`;
        expect(redact(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves texts of plain words and numbers as they are", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "token",
        "password",
        "key",
        "secret",
        "missing",
        "the",
        "is",
        "must",
        "order",
      ),
      fc.stringMatching(/^[a-z]{1,10}$/),
      fc.nat(99_999).map(String),
      fc.uuid(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const text = words.join(" ");
        expect(redact(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("redactValue", () => {
  it("never throws, and gives the same value when it is applied again", () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true }),
        (value) => {
          const once = redactValue(value);
          expect(redactValue(once)).toEqual(once);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
