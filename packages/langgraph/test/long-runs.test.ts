import { type BaseMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import {
  Annotation,
  END,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { type AgentMiddleware, summarizationMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import {
  createRecovery,
  RecoveringToolNode,
  type RecoveryOptions,
  RunEndHandler,
  recoveryCondition,
} from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { agent } from "./support/agents.ts";
import { recoveredLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, keeping } from "./support/tools.ts";

const hello = () => ({ messages: [new HumanMessage("hello")] });
const endless = { recursionLimit: 1_000, configurable: { thread_id: "t" } };

/** Asks for one tool so many times, whatever is left of the messages. */
function working(turns: number): ScriptedModel {
  return new ScriptedModel((_messages, spoken) => {
    return spoken < turns ? asks({ name: "work", args: { step: spoken } }) : says("done");
  });
}

/** Fails every third time. */
function work() {
  let times = 0;
  return doing("work", () => {
    times += 1;
    if (times % 3 === 0) throw new Error(`broken at ${times}`);
    return `ok ${times}`;
  });
}

describe("A run of more turns than the state keeps the places of", () => {
  it("writes its record, once", async () => {
    const kept = keeping();
    const node = new RecoveringToolNode([work()], { recovery: createRecovery(kept.options) });
    const graph = recoveredLoop(working(53), node, { checkpointer: new MemorySaver() });
    expect(await graph.invoke(hello(), endless)).toMatchObject({ stopReason: "completed" });
    await kept.flushed();
    expect(kept.runs).toMatchObject([
      { stopReason: "completed", counters: { turns: 53, calls: 53, errors: 17 } },
    ]);
  });

  it("goes on in another process from where it stands", async () => {
    const checkpointer = new MemorySaver();
    const build = (options: RecoveryOptions, model: ScriptedModel) =>
      recoveredLoop(
        model,
        new RecoveringToolNode([work()], { recovery: createRecovery(options) }),
        {
          checkpointer,
        },
      );
    const stopped = { ...endless, recursionLimit: 2 * 51 };
    await expect(build({}, working(53)).invoke(hello(), stopped)).rejects.toThrow("Recursion");
    const kept = keeping();
    const state = await build(kept.options, working(4)).invoke(null, endless);
    expect(state.recovery?.snapshot.counters).toMatchObject({ turns: 55, calls: 55 });
    await kept.flushed();
    expect(kept.runs).toMatchObject([{ counters: { turns: 55, calls: 55 } }]);
    expect(kept.calls.map(({ turn }) => turn)).toEqual([51, 52, 53, 54]);
  });
});

describe("A run whose history is trimmed to its last messages", () => {
  const State = Annotation.Root(MessagesAnnotation.spec);

  /** A loop that lets go of the oldest messages, the person's with them. */
  function trimming(model: ScriptedModel, options: RecoveryOptions) {
    const node = new RecoveringToolNode([work()], { recovery: createRecovery(options) });
    const old = (messages: readonly BaseMessage[]) =>
      messages.slice(0, -6).map(({ id = "" }) => new RemoveMessage({ id }));
    return new StateGraph(State)
      .addNode("agent", async ({ messages }) => ({
        messages: [...old(messages), await model.invoke(messages)],
      }))
      .addNode("tools", node)
      .addEdge(START, "agent")
      .addConditionalEdges("agent", toolsCondition, ["tools", END])
      .addConditionalEdges("tools", recoveryCondition, ["agent", END]);
  }

  it.each([
    ["on a thread", { checkpointer: new MemorySaver() }],
    ["without one", {}],
  ])("keeps its counters and its record, %s", async (_title, compiled) => {
    const kept = keeping();
    const graph = trimming(working(20), kept.options).compile(compiled);
    const { messages } = await graph.invoke(hello(), {
      ...endless,
      callbacks: [new RunEndHandler()],
    });
    expect(messages.some((message) => message.getType() === "human")).toBe(false);
    await kept.flushed();
    expect(kept.runs).toMatchObject([
      { stopReason: "completed", counters: { turns: 20, calls: 20, errors: 6 } },
    ]);
    expect(new Set(kept.calls.map(({ runId }) => runId)).size).toBe(1);
  });

  it("ends where its counters say so", async () => {
    const kept = keeping();
    const model = working(100);
    const graph = trimming(model, { ...kept.options, policy: { errors: 5 } }).compile({
      checkpointer: new MemorySaver(),
    });
    await graph.invoke(hello(), endless);
    expect(model.requests).toHaveLength(15);
    await kept.flushed();
    expect(kept.runs).toMatchObject([{ stopReason: "tool_error_budget" }]);
  });

  it("begins another with the next message, which is trimmed away too", async () => {
    const kept = keeping();
    const model = new ScriptedModel((_messages, spoken) => {
      return spoken % 11 < 10 ? asks({ name: "work", args: { step: spoken } }) : says("done");
    });
    const graph = trimming(model, kept.options).compile({ checkpointer: new MemorySaver() });
    const config = { ...endless, callbacks: [new RunEndHandler()] };
    await graph.invoke(hello(), config);
    await graph.invoke(hello(), config);
    await kept.flushed();
    expect(kept.runs).toMatchObject([{ counters: { turns: 10 } }, { counters: { turns: 10 } }]);
    expect(new Set(kept.calls.map(({ runId }) => runId)).size).toBe(2);
  });

  it("keeps them behind a summary in createAgent", async () => {
    const kept = keeping();
    const model = new ScriptedModel([says("worked a while")]);
    const options = { model, trigger: { messages: 12 }, keep: { messages: 6 } };
    // LangChain's declaration asks for fields that have defaults.
    const summarize = summarizationMiddleware(options as never) as unknown as AgentMiddleware;
    const recovery = createRecovery(kept.options);
    const graph = agent({
      model: working(30),
      tools: [work()],
      middleware: recoverMiddleware({ recovery, around: [summarize] }),
      checkpointer: new MemorySaver(),
    });
    expect(await graph.invoke(hello(), endless)).toMatchObject({ stopReason: "completed" });
    await kept.flushed();
    expect(kept.runs).toMatchObject([{ counters: { turns: 30, calls: 30, errors: 10 } }]);
  });
});
