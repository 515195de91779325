import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import {
  createRecovery,
  RecoveringToolNode,
  type RecoveryOptions,
  RunEndHandler,
  recoveryCondition,
} from "../src/index.ts";
import { RecoveredState } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, keeping, throwing } from "./support/tools.ts";

type State = typeof RecoveredState.State;

/** A loop that sends each call to the tools as a branch of its own, with this as its input. */
function branching(
  model: ScriptedModel,
  options: RecoveryOptions,
  input: (state: State, call: object) => object,
) {
  const tools = [doing("work", () => "done"), throwing("break", new Error("broken"))];
  const send = (state: State) => {
    const calls = (state.messages.at(-1) as AIMessage).tool_calls ?? [];
    return calls.length === 0 ? END : calls.map((call) => new Send("tools", input(state, call)));
  };
  return new StateGraph(RecoveredState)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new RecoveringToolNode(tools, { recovery: createRecovery(options) }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", send, ["tools", END])
    .addConditionalEdges("tools", recoveryCondition, ["agent", END])
    .compile({ checkpointer: new MemorySaver() });
}

/** Longer than a run whose calls came by `Send` waits for more of them. */
const settled = () => new Promise((done) => setTimeout(done, 150));
const input = () => ({ messages: [new HumanMessage("hi")] });
const thread = { configurable: { thread_id: "t" } };

describe.each([
  [
    "as createReactAgent sends them",
    (state: State, call: object) => ({ ...state, lg_tool_call: call }),
  ],
  ["with the state alone", (state: State) => state],
])("A run whose calls are branches, %s", (_title, sent) => {
  const script = (turns: number) =>
    new ScriptedModel((_messages, spoken) => {
      const step = { step: spoken };
      return spoken % (turns + 1) < turns
        ? asks({ name: "work", args: step }, { name: "break", args: step })
        : says("all done");
    });

  it("writes its record when the graph has ended, and not in between", async () => {
    const kept = keeping();
    const graph = branching(script(3), kept.options, sent);
    expect(await graph.invoke(input(), thread)).toMatchObject({ stopReason: "completed" });
    await settled();
    expect(kept.runs).toMatchObject([{ stopReason: "completed", counters: { turns: 3 } }]);
  });

  it("writes it at once where a RunEndHandler looks on, and only once", async () => {
    const kept = keeping();
    const graph = branching(script(2), kept.options, sent);
    await graph.invoke(input(), { ...thread, callbacks: [new RunEndHandler()] });
    await kept.flushed();
    expect(kept.runs).toHaveLength(1);
    await settled();
    expect(kept.runs).toMatchObject([{ stopReason: "completed", counters: { turns: 2 } }]);
  });

  it("has one record for each of two requests that follow at once", async () => {
    const kept = keeping();
    const graph = branching(script(2), kept.options, sent);
    await graph.invoke(input(), thread);
    await graph.invoke(input(), thread);
    await settled();
    expect(kept.runs).toMatchObject([{ counters: { turns: 2 } }, { counters: { turns: 2 } }]);
    expect(new Set(kept.runs.map(({ runId }) => runId)).size).toBe(2);
  });
});
