import { HumanMessage } from "@langchain/core/messages";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import {
  createRecovery,
  RecoveringToolNode,
  type RecoveryOptions,
  wrapToolNode,
} from "../src/index.ts";
import { asks, type ScriptedCall } from "./support/scripted-model.ts";
import { doing, greet, throwing } from "./support/tools.ts";

const input = (...calls: ScriptedCall[]) => ({
  messages: [new HumanMessage("hi"), asks(...calls)],
});
const recovery = (options: RecoveryOptions = {}) =>
  createRecovery({ onEvent: () => {}, ...options });
const tools = [greet, doing("work", () => "done"), throwing("void", undefined)];

describe.each([
  [
    "RecoveringToolNode",
    (options?: RecoveryOptions) =>
      new RecoveringToolNode(tools, { recovery: recovery(options), handleToolErrors: false }),
  ],
  [
    "wrapToolNode",
    (options?: RecoveryOptions) =>
      wrapToolNode(new ToolNode(tools, { handleToolErrors: false }), {
        recovery: recovery(options),
      }),
  ],
])(
  "%s with handleToolErrors: false rejects with an error that says what failed",
  (_title, make) => {
    it("where arguments do not fit", async () => {
      await expect(
        make().invoke(input({ name: "greet", args: { name: 3 } })),
      ).rejects.toMatchObject({
        name: "ToolFault",
        errorType: "invalid_args",
        message: expect.stringContaining("name must be a string"),
      });
    });

    it("where a call is refused", async () => {
      const same = { name: "work" };
      await expect(make().invoke(input(same, same, same))).rejects.toMatchObject({
        errorType: "repeated_call",
        message: expect.stringContaining("Not executed"),
      });
    });

    it("where a tool throws nothing", async () => {
      await expect(make().invoke(input({ name: "void" }))).rejects.toMatchObject({
        errorType: "internal",
        message: expect.stringContaining("void failed"),
      });
    });

    it("as LangChain words it, where Recourse only observes", async () => {
      const failed = make({ mode: "observe" }).invoke(input({ name: "greet", args: { name: 3 } }));
      await expect(failed).rejects.toThrow("Received tool input did not match expected schema");
    });
  },
);
