import { describe, expect, it, vi } from "vitest";
import { createRedactor, literalsFromEnvironment, REDACTED, redact } from "../../src/redact.ts";

describe("personal data", () => {
  const text = "ana.lindt@example.org (+49 151 22530433) has no account";

  it("stays without being asked for, because the model may have to correct it", () => {
    expect(redact(text)).toBe(text);
  });

  it("goes kind by kind", () => {
    expect(redact(text, { pii: ["email"] })).toBe(`${REDACTED} (+49 151 22530433) has no account`);
    expect(redact(text, { pii: ["phone"] })).toBe(
      `ana.lindt@example.org (${REDACTED}) has no account`,
    );
  });

  it.each([
    "ana@example.com",
    "ana.maria+news@mail.shop.example",
    "o'brien@example.ie",
    "jörg@exämple.de",
    "ana%40example.com",
    "x@1.example.co.uk",
  ])("e-mail %s goes", (address) => {
    expect(redact(`user ${address} exists`, { pii: ["email"] })).toBe(`user ${REDACTED} exists`);
  });

  it.each([
    "+49 151 2253 0433",
    "+1-415-555-0132",
    "+442071838750",
    "(415) 555-0132",
    "415-555-0132",
    "415.555.0132",
    "0151 22530433",
    "0049 151 2253 0433",
    "030/1234567",
  ])("telephone number %s goes", (number) => {
    expect(redact(`SMS to ${number} failed`, { pii: ["phone"] })).toBe(`SMS to ${REDACTED} failed`);
  });
});

describe("createRedactor", () => {
  it("gives the text itself back when there is nothing to remove", () => {
    const redactor = createRedactor({ literals: ["velvet-orbit"], pii: ["email"] });
    expect(redactor("Order 1042 was not found")).toBe("Order 1042 was not found");
  });

  it("applies to the whole of a text, so that it can be cut afterwards", () => {
    const key = `${"gh"}${"p_"}${"a1B2c3D4e5F6".repeat(3)}`;
    const output = redact(`${"x".repeat(290)} ${key}`).slice(0, 300);
    expect(output).not.toContain("a1B2c3");
  });

  it("finds a padded bearer token to its last sign", () => {
    const padded = `${"Qm9".repeat(12)}==`;
    expect(redact(`Authorization: Bearer ${padded}`)).toBe(`Authorization: Bearer ${REDACTED}`);
  });
});

describe("literalsFromEnvironment", () => {
  it("gives the values of the variables that are set", () => {
    vi.stubEnv("RECOURSE_TEST_SECRET", "velvet-orbit");
    const literals = literalsFromEnvironment(["RECOURSE_TEST_SECRET", "RECOURSE_TEST_UNSET"]);
    expect(redact("it is velvet-orbit", { literals })).toBe(`it is ${REDACTED}`);
    expect(literals).toHaveLength(1);
  });

  it("reads the environment of a platform without a process when it is given", () => {
    expect(literalsFromEnvironment(["KEY", "EMPTY"], { KEY: "abc", EMPTY: "" })).toEqual(["abc"]);
  });
});
