import { describe, expect, it } from "vitest";
import { classify, rules } from "../../src/classify.ts";
import { ERROR_TYPES } from "../../src/vocabulary.ts";
import { revive } from "./values.ts";

describe("the built-in rules", () => {
  it.each(rules.map((rule) => [rule.name, rule] as const))(
    "%s recognises its own example",
    (name, rule) => {
      const origin =
        name.startsWith("json-rpc/body") || name === "telegram" ? "returned" : "thrown";
      const diagnosis = classify(revive(rule.example), { origin });
      expect(diagnosis.rule === name || diagnosis.rule.startsWith(`${name}/`)).toBe(true);
      expect(Object.hasOwn(ERROR_TYPES, diagnosis.errorType)).toBe(true);
    },
  );

  it("all have a name of their own and a source", () => {
    const names = rules.map((rule) => rule.name);
    expect(new Set(names).size).toBe(names.length);
    for (const rule of rules) expect(rule.source.length).toBeGreaterThan(10);
  });

  it("call nothing transient that their tables call forbidden or corrupt", () => {
    for (const rule of rules) {
      for (const table of [rule.codes ?? {}, rule.names ?? {}]) {
        for (const verdict of Object.values(table)) {
          if (typeof verdict === "string" || verdict.errorClass === undefined) continue;
          expect(verdict.errorClass).not.toBe("transient");
        }
      }
    }
  });
});
