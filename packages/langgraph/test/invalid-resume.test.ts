import { HumanMessage } from "@langchain/core/messages";
import { Command, interrupt, isInvalidResume, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isControlFlow } from "../src/control-flow.ts";
import { createRecovery, RecoveringToolNode } from "../src/index.ts";
import { messagesLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing } from "./support/tools.ts";

// Older versions of LangGraph have no schema for the answer to an interrupt.
describe("an answer that does not fit the interrupt's schema", () => {
  it("is let through, instead of eaten, and recognised as LangGraph does", async () => {
    const ask = doing(
      "ask",
      () => `said ${interrupt("how many?", { responseSchema: z.number() })}`,
    );
    const model = new ScriptedModel([asks({ name: "ask" }), says("done")]);
    const node = new RecoveringToolNode([ask], { recovery: createRecovery() });
    const graph = messagesLoop(model, node, { checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "t" } };
    await graph.invoke({ messages: [new HumanMessage("hello")] }, thread);
    const error: unknown = await graph
      .invoke(new Command({ resume: "many" }), thread)
      .catch((reason: unknown) => reason);
    expect(isInvalidResume(error)).toBe(true);
    for (const value of [error, { cause: { cause: error } }, { cause: {} }, new Error("other")]) {
      expect(isControlFlow(value)).toBe(isInvalidResume(value));
    }
    const state = await graph.invoke(new Command({ resume: 3 }), thread);
    expect(state.messages.at(-2)?.content).toBe("said 3");
  });
});
