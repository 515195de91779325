import { describe, expect, it } from "vitest";
import { classifier, type Rule } from "../../src/classify.ts";

const rule = (part: Partial<Rule> & Pick<Rule, "name">): Rule => ({
  source: "the warehouse's manual",
  example: undefined,
  ...part,
});

const boom = (): never => {
  throw new Error("boom");
};

describe("a rule of the user's that throws", () => {
  it("is passed over for the next of the user's, then for ours, and told of once", () => {
    const told: [string, unknown][] = [];
    const classify = classifier({
      rules: [
        rule({ name: "broken", match: boom }),
        rule({ name: "broken-gate", codes: { W1: "corrupt_state" }, when: boom }),
        rule({ name: "works", codes: { W1: "not_found" } }),
      ],
      onRuleError: (name, error) => void told.push([name, (error as Error).message]),
    });
    expect(classify({ code: "W1" })).toMatchObject({ errorType: "not_found", rule: "works/W1" });
    expect(classify({ code: "ECONNREFUSED" }).errorType).toBe("upstream");
    expect(classify({ code: "W1" }).errorType).toBe("not_found");
    expect(told).toEqual([
      ["broken", "boom"],
      ["broken-gate", "boom"],
    ]);
  });

  it("does not hide a ToolFault", () => {
    const classify = classifier({
      rules: [rule({ name: "broken", match: boom })],
      onRuleError: () => {},
    });
    const fault = Object.assign(new Error("No order 17."), {
      name: "ToolFault",
      errorType: "not_found",
    });
    expect(classify(fault).errorType).toBe("not_found");
  });

  it("is told of on the console where nobody else is named", ({ onTestFinished }) => {
    const said: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => void said.push(text);
    onTestFinished(() => {
      console.warn = warn;
    });
    const classify = classifier({ rules: [rule({ name: "broken", match: boom })] });
    classify(new Error("a"));
    classify(new Error("b"));
    expect(said).toEqual([
      '[recourse] The rule "broken" of classifier() is passed over where it fails: boom',
    ]);
  });

  it("may tell somebody who throws as well", () => {
    const classify = classifier({
      rules: [rule({ name: "broken", match: boom })],
      onRuleError: boom,
    });
    expect(classify({ status: 404 }).errorType).toBe("not_found");
  });
});

it("a rule that gives nonsense is passed over and told of", () => {
  const told: string[] = [];
  const classify = classifier({
    rules: [rule({ name: "odd", match: () => "notfound" as never })],
    onRuleError: (name, error) => void told.push(`${name}: ${(error as Error).message}`),
  });
  expect(classify({ status: 404 }).errorType).toBe("not_found");
  expect(told).toEqual(["odd: match() gave neither undefined nor an error type."]);
});

it("a verdict that says no outcome has the usual one of its type", () => {
  const classify = classifier({
    rules: [
      rule({ name: "tables", codes: { W1: { errorType: "upstream" } as never } }),
      rule({
        name: "tests",
        match: ({ code }) => (code === "W2" ? ({ errorType: "not_found" } as never) : undefined),
      }),
    ],
  });
  expect(classify({ code: "W1" })).toMatchObject({ errorType: "upstream", outcome: "unknown" });
  expect(classify({ code: "W2" })).toMatchObject({ errorType: "not_found", outcome: "none" });
});
