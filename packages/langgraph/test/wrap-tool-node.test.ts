import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { parseObservation } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { createRecovery, wrapToolNode } from "../src/index.ts";
import { asks } from "./support/scripted-model.ts";
import { greet, httpError, throwing } from "./support/tools.ts";

function envelope(message: ToolMessage | undefined) {
  return parseObservation(message?.content as string);
}

describe("wrapToolNode", () => {
  it("keeps what a subclass overrides, and its own messages", async () => {
    class Loud extends ToolNode {
      readonly #log: string[] = [];
      get log(): readonly string[] {
        return this.#log;
      }
      protected override async runTool(
        ...args: Parameters<ToolNode["runTool"]>
      ): ReturnType<ToolNode["runTool"]> {
        this.#log.push(args[0].name);
        return super.runTool(...args);
      }
    }
    const loud = new Loud([greet, throwing("boom", httpError(404))]);
    const node = wrapToolNode(loud, { recovery: createRecovery() });
    const message = asks(
      { name: "greet", args: { name: "Ana" } },
      { name: "boom" },
      { name: "gret" },
    );
    const output = await node.invoke({ messages: [message] });
    expect(node).toBe(loud);
    expect(loud.log).toEqual(["greet", "boom"]);
    expect(output.messages[0].content).toBe("Hello Ana");
    const types = output.messages
      .slice(1)
      .map((result: ToolMessage) => envelope(result)?.error_type);
    expect(types).toEqual(["not_found", "unknown_tool"]);
  });

  it("shows a subclass the whole history, and only what is open where an id is used again", async () => {
    const seen: number[] = [];
    class Reading extends ToolNode {
      protected override run(
        input: { messages: unknown[] },
        config: Parameters<ToolNode["run"]>[1],
      ): ReturnType<ToolNode["run"]> {
        seen.push(input.messages.length);
        return super.run(input, config);
      }
    }
    const node = wrapToolNode(new Reading([greet]), { recovery: createRecovery() });
    const ask = (id: string) => asks({ name: "greet", args: { name: "Ana" }, id });
    const before = [
      new HumanMessage("hi"),
      ask("a"),
      new ToolMessage({ content: "Hello Ana", tool_call_id: "a" }),
    ];
    for (const id of ["b", "a"]) {
      const { messages } = await node.invoke({ messages: [...before, ask(id)] });
      expect(messages[0].content).toBe("Hello Ana");
    }
    expect(seen).toEqual([4, 1]);
  });
});
