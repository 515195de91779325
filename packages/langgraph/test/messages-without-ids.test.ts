import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import {
  callContext,
  createRecovery,
  RecoveringToolNode,
  type RecoveryOptions,
  recoveryCondition,
  recoveryState,
} from "../src/index.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, keeping } from "./support/tools.ts";

/** A reducer of one's own, which gives messages no ids. */
const State = Annotation.Root({
  messages: Annotation<BaseMessage[]>({
    reducer: (before, more) => before.concat(more),
    default: () => [],
  }),
  ...recoveryState,
});

/** A loop that pays once for each request; the keys are what the service would know a payment by. */
function paying(options: RecoveryOptions, checkpointer = new MemorySaver()) {
  const keys: unknown[] = [];
  const pay = doing("pay", (config) => {
    keys.push(callContext(config)?.idempotencyKey);
    return "paid";
  });
  const model = new ScriptedModel((messages) => {
    return messages.at(-1)?.getType() === "human" ? asks({ name: "pay" }) : says("done");
  });
  const graph = new StateGraph(State)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new RecoveringToolNode([pay], { recovery: createRecovery(options) }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addConditionalEdges("tools", recoveryCondition, ["agent", END])
    .compile({ checkpointer });
  return { graph, keys };
}

const request = () => ({ messages: [new HumanMessage("pay them")] });
const thread = { configurable: { thread_id: "t" } };

describe("A thread whose messages have no ids", () => {
  it("has a run and a record of its own for each request, written when the graph ends", async () => {
    const kept = keeping();
    const { graph, keys } = paying(kept.options);
    await graph.invoke(request(), thread);
    await kept.flushed();
    expect(kept.runs).toMatchObject([{ stopReason: "completed", counters: { turns: 1 } }]);
    await graph.invoke(request(), thread);
    await kept.flushed();
    expect(kept.runs).toMatchObject([{ counters: { turns: 1 } }, { counters: { turns: 1 } }]);
    expect(new Set(kept.runs.map(({ runId }) => runId)).size).toBe(2);
    // Asked for twice, it is to be paid twice.
    expect(new Set(keys).size).toBe(2);
  });

  it("calls a run the same in another process, so that its calls keep their keys", async () => {
    const checkpointer = new MemorySaver();
    const before = paying({}, checkpointer);
    await before.graph.invoke(request(), { ...thread, interruptAfter: ["agent"] });
    const { config } = await before.graph.getState(thread);
    await before.graph.invoke(null, config);
    const after = paying({}, checkpointer);
    await after.graph.invoke(null, config);
    expect(after.keys).toEqual(before.keys);
    expect(after.keys).toHaveLength(1);
  });
});
