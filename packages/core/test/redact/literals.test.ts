import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, REDACTED, redact } from "../../src/redact.ts";

/** No part of the marker: a literal that the marker contains can never be gone. */
const literal = fc
  .string({ minLength: 2, maxLength: 24 })
  .filter((value) => !REDACTED.includes(value) && value.trim() !== "");

describe("a registered value", () => {
  it("does not survive in any text, whatever stands around it", () => {
    fc.assert(
      fc.property(literal, fc.string(), fc.string(), (value, before, after) => {
        expect(redact(before + value + after, { literals: [value] })).not.toContain(value);
      }),
      { numRuns: 2000 },
    );
  });

  it("does not survive when others overlap it", () => {
    fc.assert(
      fc.property(
        fc.array(literal, { minLength: 1, maxLength: 6 }),
        fc.string(),
        (values, text) => {
          const output = redact(values.join("") + text, { literals: values });
          for (const value of values) expect(output).not.toContain(value);
        },
      ),
      { numRuns: 1000 },
    );
  });

  const value = "h8#0$&(|.*)+[z/é \"q'";
  it.each([
    ["raw", value],
    ["URL-encoded", encodeURIComponent(value)],
    ["URL-encoded twice", encodeURIComponent(encodeURIComponent(value))],
    ["in a form body", encodeURIComponent(value).replaceAll("%20", "+")],
    ["in lower-case URL encoding", encodeURIComponent(value).toLowerCase()],
    ["JSON-escaped", JSON.stringify(value).slice(1, -1)],
    ["JSON-escaped twice", JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ["in base64", Buffer.from(value).toString("base64")],
    ["in base64 for URLs", Buffer.from(value).toString("base64url")],
    ["in hexadecimal", Buffer.from(value).toString("hex")],
    ["in capitals", value.toUpperCase()],
    [
      "HTML-escaped",
      value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    ],
  ])("goes %s", (_form, written) => {
    const output = redact(`seen ${written} here`, { literals: [value] });
    expect(output).toBe(`seen ${REDACTED} here`);
  });

  it.each([0, 1, 2])("goes in base64 behind %i bytes of other text", (shift) => {
    const secret = "velvet-orbit-77x";
    const encoded = Buffer.from(`${"u:x".slice(0, shift)}${secret}tail`).toString("base64");
    const output = redact(`blob ${encoded}`, { literals: [secret] });
    const inner = Buffer.from(secret).toString("base64").slice(4, 16);
    expect(output).toContain(REDACTED);
    expect(output).not.toContain(inner);
  });

  it("goes when a printer broke it into lines", () => {
    const output = redact("said velvet-or\n    bit-77x twice", { literals: ["velvet-orbit-77x"] });
    expect(output).toBe(`said ${REDACTED} twice`);
  });

  it("goes with terminal colours in the middle of it", () => {
    const output = redact("said velvet\u001b[31m-orbit-77x\u001b[0m", {
      literals: ["velvet-orbit-77x"],
    });
    expect(output).toBe(`said ${REDACTED}\u001b[0m`);
  });

  it("that contains another one goes whole", () => {
    const output = redact("tried abcd12 then abcd12-fallback", {
      literals: ["abcd12", "abcd12-fallback"],
    });
    expect(output).toBe(`tried ${REDACTED} then ${REDACTED}`);
  });

  it.each(["a&b c", 'q"x'])("%s, short as it is, goes in its escaped forms too", (short) => {
    for (const written of [encodeURIComponent(short), JSON.stringify(short).slice(1, -1)]) {
      expect(redact(`seen ${written} here`, { literals: [short] })).toBe(`seen ${REDACTED} here`);
    }
  });

  it("that is empty or a single character is ignored", () => {
    expect(redact("nothing to hide here", { literals: ["", "h"] })).toBe("nothing to hide here");
  });

  it("that is part of the marker does not eat the marker", () => {
    const redactor = createRedactor({ literals: ["RED"] });
    expect(redactor(redactor("a RED car"))).toBe(`a ${REDACTED} car`);
  });
});
