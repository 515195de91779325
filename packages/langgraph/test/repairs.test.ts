import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createReactAgent, toolsCondition } from "@langchain/langgraph/prebuilt";
import { parseObservation, type Recovery } from "@recourse/core";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import {
  closeDanglingToolCalls,
  createRecovery,
  RecoveringToolNode,
  RunEndHandler,
  recoveryCondition,
  repairInvalidToolCalls,
} from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { messagesLoop } from "./support/graphs.ts";
import { asks, type ScriptedCall, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, type Kept, keeping } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };

function broken(args: string, ...valid: readonly ScriptedCall[]): AIMessage {
  return new AIMessage({
    content: "",
    tool_calls: valid.length === 0 ? [] : (asks(...valid).tool_calls ?? []),
    invalid_tool_calls: [
      { type: "invalid_tool_call", id: "bad", name: "greet", args, error: "bad JSON" },
    ],
  });
}

function results(messages: readonly unknown[]): ToolMessage[] {
  return (messages as ToolMessage[]).filter((message) => message.getType() === "tool");
}

describe("calls whose arguments did not parse", () => {
  const bad = '{"name": "Ana"';

  it("are answered in a graph whose agent repairs the response", async () => {
    const model = new ScriptedModel([broken(bad), says("done")]);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("agent", async ({ messages }) => ({
        messages: [repairInvalidToolCalls(await model.invoke(messages))],
      }))
      .addNode("tools", new RecoveringToolNode([greet], { recovery: createRecovery() }))
      .addEdge(START, "agent")
      .addConditionalEdges("agent", toolsCondition, ["tools", END])
      .addEdge("tools", "agent")
      .compile({ checkpointer: new MemorySaver() });
    const state = await graph.invoke(hello, { configurable: { thread_id: "t" } });
    const [result] = results(state.messages);
    expect(result?.tool_call_id).toBe("bad");
    expect(parseObservation(result?.content as string)?.error_type).toBe("invalid_args");
    expect(state.messages.at(-1)?.content).toBe("done");
  });

  it("are answered by createReactAgent with the function as its postModelHook", async () => {
    for (const version of ["v1", "v2"] as const) {
      const model = new ScriptedModel([
        broken(bad, { name: "greet", args: { name: "Bo" }, id: "good" }),
        says("done"),
      ]);
      const agent = createReactAgent({
        llm: model,
        tools: new RecoveringToolNode([greet], { recovery: createRecovery() }),
        postModelHook: (state) => repairInvalidToolCalls(state),
        version,
      });
      const { messages } = await agent.invoke(hello);
      expect(results(messages).map(({ tool_call_id, status }) => [tool_call_id, status])).toEqual([
        ["good", "success"],
        ["bad", "error"],
      ]);
    }
  });

  it("are answered by createAgent with recoverMiddleware, alone and beside others", async () => {
    for (const version of ["v1", "v2"] as const) {
      const model = new ScriptedModel([
        broken(bad),
        broken(bad, { name: "greet", args: { name: "Bo" }, id: "good" }),
        says("done"),
      ]);
      const recovery = createRecovery();
      const agent = createAgent({
        model,
        tools: [greet],
        middleware: recoverMiddleware({ recovery }),
        version,
      });
      const { messages } = await agent.invoke(hello);
      const found = results(messages);
      expect(found).toHaveLength(3);
      expect(
        found.filter(({ tool_call_id }) => tool_call_id === "good").map(({ content }) => content),
      ).toEqual(["Hello Bo"]);
      expect(
        (messages as AIMessage[]).flatMap((message) => message.invalid_tool_calls ?? []),
      ).toEqual([]);
      expect((messages.at(-1) as AIMessage).content).toBe("done");
    }
  });

  describe("that nobody repairs are named once", () => {
    const graphOf = (recovery: Recovery, responses: readonly AIMessage[]) => {
      const model = new ScriptedModel([...responses]);
      return new StateGraph(MessagesAnnotation)
        .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
        .addNode("tools", new RecoveringToolNode([greet], { recovery }))
        .addEdge(START, "agent")
        .addConditionalEdges("agent", toolsCondition, ["tools", END])
        .addConditionalEdges("tools", recoveryCondition, ["agent", END])
        .compile({ checkpointer: new MemorySaver() });
    };
    const good = { name: "greet", args: { name: "Bo" }, id: "good" };
    const config = { configurable: { thread_id: "t" } };
    const unparsed = ({ events }: Kept) =>
      events.filter((event) => event.type === "warning" && event.code.endsWith("unparsed_calls"));

    it("beside calls that parsed", async () => {
      const kept = keeping();
      const graph = graphOf(createRecovery(kept.options), [broken(bad, good), says("done")]);
      await graph.invoke(hello, config);
      expect(unparsed(kept)).toMatchObject([
        { message: expect.stringMatching(/repairInvalidToolCalls/) },
      ]);
    });

    it("in a later turn beside calls that parsed", async () => {
      const kept = keeping();
      const later = broken(bad, { ...good, id: "later" });
      const graph = graphOf(createRecovery(kept.options), [asks(good), later, says("done")]);
      await graph.invoke(hello, config);
      expect(unparsed(kept)).toHaveLength(1);
    });

    it("when the next message of the thread brings along the run that ended on them", async () => {
      const kept = keeping();
      const graph = graphOf(createRecovery(kept.options), [broken(bad), asks(good), says("done")]);
      await graph.invoke(hello, config);
      expect(unparsed(kept)).toHaveLength(0);
      await graph.invoke({ messages: [new HumanMessage("again")] }, config);
      expect(unparsed(kept)).toHaveLength(1);
    });

    it("by a RunEndHandler at the end of the run", async () => {
      const kept = keeping();
      const graph = graphOf(createRecovery(kept.options), [asks(good), broken(bad)]);
      await graph.invoke(hello, { ...config, callbacks: [new RunEndHandler()] });
      expect(unparsed(kept)).toHaveLength(1);
    });

    it("by a RunEndHandler with the recovery also when no tool was called before", async () => {
      const kept = keeping();
      const recovery = createRecovery(kept.options);
      const callbacks = [new RunEndHandler({ recovery })];
      const fine = graphOf(recovery, [asks(good), says("done")]);
      await fine.invoke(hello, { ...config, callbacks });
      expect(unparsed(kept)).toHaveLength(0);
      const graph = graphOf(recovery, [broken(bad)]);
      await graph.invoke(hello, { ...config, callbacks });
      await graph.invoke(hello, { ...config, callbacks });
      expect(unparsed(kept)).toHaveLength(1);
    });

    it("unless somebody has answered them", async () => {
      const kept = keeping();
      const graph = graphOf(createRecovery(kept.options), [asks(good), says("done")]);
      const answer = new ToolMessage({ content: "no JSON", tool_call_id: "bad" });
      await graph.invoke({ messages: [...hello.messages, broken(bad), answer] }, config);
      expect(unparsed(kept)).toEqual([]);
    });
  });

  it("that were streamed without any arguments are plain calls without arguments", async () => {
    const ping = doing("greet", () => "pong");
    const message = repairInvalidToolCalls(broken(""));
    const node = new RecoveringToolNode([ping], { recovery: createRecovery() });
    const { messages } = await node.invoke({ messages: [new HumanMessage("hi"), message] });
    expect(messages[0].content).toBe("pong");
  });

  it("leave a response without them as it is", () => {
    const message = asks({ name: "greet" });
    expect(repairInvalidToolCalls(message)).toBe(message);
    expect(repairInvalidToolCalls({ messages: [message] })).toEqual({ messages: [] });
  });
});

describe("calls without a result", () => {
  const open = asks({ name: "greet", id: "a" }, { name: "greet", id: "b" });
  const answered = new ToolMessage({ content: "hi", tool_call_id: "a", name: "greet" });

  it("get one right behind the results of their response", () => {
    const messages = [
      new SystemMessage("s"),
      new HumanMessage("1"),
      open,
      answered,
      new HumanMessage("2"),
    ];
    const closed = closeDanglingToolCalls(messages);
    expect(closed.map((message) => message.getType())).toEqual([
      "system",
      "human",
      "ai",
      "tool",
      "tool",
      "human",
    ]);
    const added = closed[4] as ToolMessage;
    expect(added).toMatchObject({ tool_call_id: "b", status: "error", name: "greet" });
    expect(parseObservation(added.content as string)).toMatchObject({
      ok: false,
      outcome: "unknown",
    });
  });

  it("are closed by id and number, so that two calls of one id need two results", () => {
    const twice = asks({ name: "greet", id: "x" }, { name: "greet", id: "x" });
    const one = new ToolMessage({ content: "hi", tool_call_id: "x" });
    expect(results(closeDanglingToolCalls([twice, one]))).toHaveLength(2);
  });

  it("leave messages alone in which nothing is open", () => {
    const messages = [asks({ name: "greet", id: "a" }), answered];
    expect(closeDanglingToolCalls(messages)).toBe(messages);
    expect(closeDanglingToolCalls({ messages })).toEqual({ messages: [] });
  });

  it("left by an abort can be closed in the thread, which then goes on", async () => {
    const kept = keeping();
    const controller = new AbortController();
    const model = new ScriptedModel([asks({ name: "edit_file", id: "c1" }), says("well then")]);
    const edit = doing(
      "edit_file",
      () => new Promise(() => setTimeout(() => controller.abort(), 5)),
    );
    const recovery = createRecovery(kept.options);
    const node = new RecoveringToolNode([edit], { recovery });
    const graph = messagesLoop(model, node, { checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    await expect(graph.invoke(hello, { ...config, signal: controller.signal })).rejects.toThrow();
    const { values } = await graph.getState(config);
    await graph.updateState(config, closeDanglingToolCalls(values), "tools");
    const state = await graph.invoke({ messages: [new HumanMessage("and now?")] }, config);
    const ids = results(state.messages).map(({ tool_call_id }) => tool_call_id);
    expect(ids).toEqual(["c1"]);
    expect(state.messages.at(-1)?.content).toBe("well then");
    expect(kept.calls.filter(({ errorType }) => errorType !== "cancelled")).toEqual([]);
  });

  it("left by an abort are closed by the middleware with the next message", async () => {
    const controller = new AbortController();
    const model = new ScriptedModel([asks({ name: "edit_file", id: "c1" }), says("well then")]);
    const edit = doing(
      "edit_file",
      () => new Promise(() => setTimeout(() => controller.abort(), 5)),
    );
    const recovery = createRecovery();
    const agent = createAgent({
      model,
      tools: [edit],
      middleware: recoverMiddleware({ recovery }),
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: "t" } };
    await expect(agent.invoke(hello, { ...config, signal: controller.signal })).rejects.toThrow();
    const state = await agent.invoke({ messages: [new HumanMessage("and now?")] }, config);
    expect((state.messages as AIMessage[]).map((message) => message.getType())).toEqual([
      "human",
      "ai",
      "tool",
      "human",
      "ai",
    ]);
  });
});
