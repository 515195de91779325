import { HumanMessage } from "@langchain/core/messages";
import {
  END,
  MemorySaver,
  MessagesValue,
  MessagesZodState,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { describe, expect, it } from "vitest";
import { z as z3 } from "zod/v3";
import { z } from "zod/v4";
import {
  createRecovery,
  RecoveringToolNode,
  recoveryCondition,
  withRecoveryState,
} from "../src/index.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, keeping } from "./support/tools.ts";

const notes = {
  inputSchema: z.string(),
  reducer: (before: string[], note: string) => [...before, note],
};
const messages = MessagesZodState.shape.messages as never as z.ZodType<HumanMessage[]>;

// The same state of a user's own, in each of the ways that are no annotation.
const states = {
  "a StateSchema": withRecoveryState(
    new StateSchema({
      messages: MessagesValue,
      steps: z.number().default(3),
      notes: new ReducedValue(
        z.array(z.string()).default(() => []),
        notes,
      ),
    }),
  ),
  "an object of zod 4": withRecoveryState(
    z.object({
      messages,
      steps: z.number().default(3),
      notes: withLangGraph(z.array(z.string()), {
        reducer: { schema: notes.inputSchema, fn: notes.reducer },
        default: () => [],
      }),
    }),
  ),
  "an object of zod 3": withRecoveryState(
    MessagesZodState.extend({
      steps: z3.number().default(3),
      notes: withLangGraph(z3.array(z3.string()) as never, {
        reducer: { schema: z3.string() as never, fn: notes.reducer },
        default: () => [],
      }) as z3.ZodTypeAny,
    }),
  ),
};

describe.each(Object.entries(states))("%s with a place for the run", (_, given) => {
  const state = given as unknown as (typeof states)["a StateSchema"];

  function graphOf(model: ScriptedModel, node: RecoveringToolNode) {
    return new StateGraph(state)
      .addNode("agent", async ({ messages }) => ({
        messages: [await model.invoke(messages)],
        notes: "asked",
      }))
      .addNode("tools", node)
      .addEdge(START, "agent")
      .addConditionalEdges("agent", (now) => (asking(now.messages) ? "tools" : END))
      .addConditionalEdges("tools", recoveryCondition, ["agent", END])
      .compile({ checkpointer: new MemorySaver() });
  }

  const asking = (all: readonly object[]): boolean =>
    ((all.at(-1) as { tool_calls?: unknown[] }).tool_calls ?? []).length > 0;
  const hello = { messages: [new HumanMessage("hello")] };
  const thread = { configurable: { thread_id: "t" } };

  it("keeps its own fields, their defaults and their reducers", async () => {
    const model = new ScriptedModel([asks({ name: "greet", args: { name: "Ana" } }), says("done")]);
    const node = new RecoveringToolNode([greet], { recovery: createRecovery() });
    const final = await graphOf(model, node).invoke(hello, thread);
    expect(final).toMatchObject({ steps: 3, notes: ["asked", "asked"], stopReason: "completed" });
    expect(final.messages).toHaveLength(4);
    await expect(
      graphOf(model, node).invoke({ ...hello, steps: "three" as never }, thread),
    ).rejects.toThrow(/steps|expected number/i);
  });

  it("writes the run record when the graph ends", async () => {
    const kept = keeping();
    const model = new ScriptedModel([asks({ name: "greet", args: { name: "Ana" } }), says("done")]);
    const node = new RecoveringToolNode([greet], { recovery: createRecovery(kept.options) });
    await graphOf(model, node).invoke(hello, thread);
    await kept.flushed();
    expect(kept.runs).toMatchObject([{ stopReason: "completed", counters: { calls: 1 } }]);
  });

  it("says why a run was ended, and forgets it with the next message", async () => {
    const boom = doing("boom", () => {
      throw new Error("kaputt");
    });
    const model = new ScriptedModel((all) => {
      const last = all.findLast((message) => message.getType() === "human");
      return last?.content === "hello" ? asks({ name: "boom" }) : says("fine");
    });
    const node = new RecoveringToolNode([boom], { recovery: createRecovery() });
    const graph = graphOf(model, node);
    const first = await graph.invoke(hello, thread);
    expect(first.stopReason).toBe("no_progress");
    expect(first.userMessage).toEqual(expect.any(String));
    const second = await graph.invoke({ messages: [new HumanMessage("thanks")] }, thread);
    expect(second).toMatchObject({ stopReason: "completed", userMessage: null });
  });

  it("can still be described as JSON Schema, for Studio", () => {
    expect(state.getJsonSchema()).toMatchObject({ type: "object" });
    expect(Object.keys(state.fields)).toEqual(
      expect.arrayContaining(["messages", "steps", "notes", "recovery", "stopReason"]),
    );
  });
});
