import { describe, expect, it } from "vitest";
import { redact } from "../../src/redact.ts";
import { LABELLED_CASES, leak } from "./labelled.ts";
import { OWN_NEGATIVES } from "./own-negatives.ts";
import { OWN_POSITIVES } from "./own-positives.ts";

const labelled = LABELLED_CASES.filter((one) => !one.contested);
const positives = labelled.filter((one) => one.label === "positive");
const negatives = labelled.filter((one) => one.label === "negative");

it("is judged by at least 150 texts with a secret and 150 without", () => {
  expect(positives.length + OWN_POSITIVES.length).toBeGreaterThanOrEqual(150);
  expect(negatives.length + OWN_NEGATIVES.length).toBeGreaterThanOrEqual(150);
});

describe("a labelled text with a secret", () => {
  it.each(positives.map((one) => [one.id, one.kind, one] as const))(
    "%s (%s) loses the secret, keeps the words around it, and is stable",
    (_id, _kind, { text, options, secrets, keep }) => {
      const output = redact(text, options);
      expect(secrets.map((secret) => leak(output, secret)).filter(Boolean)).toEqual([]);
      expect(keep.filter((word) => !output.includes(word))).toEqual([]);
      expect(redact(output, options)).toBe(output);
    },
  );
});

describe("a labelled text without a secret", () => {
  it.each(negatives.map((one) => [one.id, one.kind, one] as const))(
    "%s (%s) comes back byte for byte",
    (_id, _kind, { text, options }) => {
      expect(redact(text, options)).toBe(text);
    },
  );
});

describe("a text with a secret in another notation", () => {
  it.each(OWN_POSITIVES.map((one) => [one.kind, one] as const))(
    "%s loses the secret, keeps the words around it, and is stable",
    (_kind, { text, secrets, keep }) => {
      const output = redact(text);
      expect(secrets.map((secret) => leak(output, secret)).filter(Boolean)).toEqual([]);
      expect(keep.filter((word) => !output.includes(word))).toEqual([]);
      expect(redact(output)).toBe(output);
    },
  );

  it("holds at least one secret each", () => {
    expect(OWN_POSITIVES.filter(({ secrets }) => secrets.length === 0)).toEqual([]);
  });
});

describe("a text that a model needs whole", () => {
  it.each(OWN_NEGATIVES.map((one) => [one[0], one] as const))(
    "%s comes back byte for byte",
    (_kind, [, text, pii]) => {
      expect(redact(text, pii === undefined ? undefined : { pii: [pii] })).toBe(text);
    },
  );
});
