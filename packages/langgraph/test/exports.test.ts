import { describe, expect, it } from "vitest";
import * as main from "../src/index.ts";
import * as middleware from "../src/middleware.ts";

describe("the public names", () => {
  it("of the main entry are these", () => {
    expect(Object.keys(main).sort()).toEqual([
      "RecoveringToolNode",
      "RunEndHandler",
      "ToolFault",
      "askHuman",
      "callContext",
      "closeDanglingToolCalls",
      "createRecovery",
      "recoverTools",
      "recoveryCondition",
      "recoveryState",
      "repairInvalidToolCalls",
      "strictPolicy",
      "withRecovery",
      "withRecoveryState",
      "wrapToolNode",
    ]);
  });

  it("of ./middleware is one", () => {
    expect(Object.keys(middleware)).toEqual(["recoverMiddleware"]);
  });
});
