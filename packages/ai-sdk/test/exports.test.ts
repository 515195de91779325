import { describe, expect, it } from "vitest";
import * as exported from "../src/index.ts";

describe("the package", () => {
  it("exports these names and no others", () => {
    expect(Object.keys(exported).toSorted()).toEqual([
      "ToolFault",
      "ToolRecoveryError",
      "callContext",
      "closeDanglingToolCalls",
      "createRecovery",
      "strictPolicy",
      "uiOnError",
      "withRecovery",
    ]);
  });

  it("names what is wrong with an option", () => {
    expect(() =>
      exported.createRecovery({ tools: { pay: { effect: "writes" as never } } }),
    ).toThrow(/effect/);
  });
});

describe("ToolRecoveryError", () => {
  it("is recognised by its brand, whichever copy of the package made it", () => {
    const other = Object.assign(new Error("x"), {
      [Symbol.for("recourse.ToolRecoveryError")]: true,
    });
    expect(exported.ToolRecoveryError.isInstance(other)).toBe(true);
    expect(exported.ToolRecoveryError.isInstance(new Error("x"))).toBe(false);
    expect(exported.ToolRecoveryError.isInstance(null)).toBe(false);
  });
});
