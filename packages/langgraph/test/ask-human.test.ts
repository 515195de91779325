import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import {
  Command,
  END,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import {
  askHuman,
  createRecovery,
  type HumanDecision,
  RecoveringToolNode,
  recoveryCondition,
} from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { type Loop, RecoveredState } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { greet, keeping, throwing } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };
const thread = { configurable: { thread_id: "t" } };
const tools = [greet, throwing("config", new Error("half"))];

interface Built {
  readonly model: ScriptedModel;
  readonly graph: Loop;
}

type Build = (
  script: readonly AIMessage[],
  checkpointer: MemorySaver,
  kept?: ReturnType<typeof keeping>,
) => Built;

const withNode =
  (State: typeof MessagesAnnotation): Build =>
  (script, checkpointer, kept = keeping()) => {
    const model = new ScriptedModel((messages) => {
      return (
        script[messages.filter((message) => message.getType() === "ai").length] ?? says("done")
      );
    });
    const recovery = createRecovery({
      ...kept.options,
      tools: { config: { classify: () => "corrupt_state" } },
    });
    const graph = new StateGraph(State)
      .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("tools", new RecoveringToolNode(tools, { recovery }))
      .addNode("human", askHuman({ recovery }) as never, { ends: ["agent", END] })
      .addEdge(START, "agent")
      .addConditionalEdges("agent", toolsCondition, ["tools", END])
      .addConditionalEdges("tools", recoveryCondition({ human: "human" }), [
        "agent",
        "human",
        END,
      ] as never)
      .compile({ checkpointer });
    return { model, graph: graph as unknown as Loop };
  };

const withMiddleware: Build = (script, checkpointer, kept = keeping()) => {
  const model = new ScriptedModel((messages) => {
    return script[messages.filter((message) => message.getType() === "ai").length] ?? says("done");
  });
  const recovery = createRecovery({
    ...kept.options,
    tools: { config: { classify: () => "corrupt_state" } },
  });
  const middleware = recoverMiddleware({ recovery, askHuman: true });
  return {
    model,
    graph: createAgent({ model, tools, middleware, checkpointer }) as unknown as Loop,
  };
};

const halting = [asks({ name: "config" })];
const escalating = [
  asks({ name: "greet", args: { name: 1 } }),
  asks({ name: "greet", args: { name: 2 } }),
];

describe.each([
  ["the askHuman node", withNode(MessagesAnnotation)],
  ["the askHuman node of a state with the run", withNode(RecoveredState as never)],
  ["recoverMiddleware({ askHuman })", withMiddleware],
] as const)("%s", (_title, build) => {
  it("shows a person the incident, and ends when the answer says so, also in another process", async () => {
    const checkpointer = new MemorySaver();
    const kept = keeping();
    const paused = await build(halting, checkpointer, kept).graph.invoke(hello, thread);
    expect(paused.__interrupt__?.[0]?.value).toMatchObject({
      type: "recourse_halted",
      incident: { stopReason: "corrupt_state" },
    });
    const elsewhere = build(halting, checkpointer, kept);
    await elsewhere.graph.invoke(new Command({ resume: { action: "end" } }), thread);
    expect(elsewhere.model.requests).toHaveLength(0);
    expect(kept.runs.map(({ stopReason }) => stopReason)).toContain("corrupt_state");
  });

  it("goes on with the person's words", async () => {
    const { graph, model } = build(halting, new MemorySaver());
    await graph.invoke(hello, thread);
    const resume = { action: "continue", message: "I repaired it; go on." };
    const state = await graph.invoke(new Command({ resume }), thread);
    expect(model.requests.at(-1)?.at(-1)?.content).toBe("I repaired it; go on.");
    expect(state.messages.at(-1)?.content).toBe("done");
  });

  it("asks when a repair failed twice, and goes on without words", async () => {
    const { graph, model } = build(escalating, new MemorySaver());
    const paused = await graph.invoke(hello, thread);
    expect(paused.__interrupt__?.[0]?.value).toMatchObject({ type: "recourse_escalated" });
    expect(model.requests).toHaveLength(2);
    const state = await graph.invoke(new Command({ resume: { action: "continue" } }), thread);
    expect(model.requests).toHaveLength(3);
    expect(state.messages.at(-1)?.content).toBe("done");
  });

  it("ends an escalated run with reason host when the person says so", async () => {
    const kept = keeping();
    const { graph } = build(escalating, new MemorySaver(), kept);
    await graph.invoke(hello, thread);
    await graph.invoke(new Command({ resume: { action: "end" } }), thread);
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["host"]);
  });
});

describe.each([
  ["the askHuman node", withNode(RecoveredState as never)],
  ["recoverMiddleware({ askHuman })", withMiddleware],
] as const)("the state after %s", (_title, build) => {
  it("says how the graph ended after the answer", async () => {
    const endOf = async (script: readonly AIMessage[], resume: HumanDecision) => {
      const { graph } = build(script, new MemorySaver());
      await graph.invoke(hello, thread);
      const { stopReason, userMessage } = await graph.invoke(new Command({ resume }), thread);
      return [stopReason, typeof userMessage];
    };
    const words = { action: "continue", message: "I repaired it; go on." } as const;
    expect(await endOf(halting, { action: "end" })).toEqual(["corrupt_state", "string"]);
    expect(await endOf(escalating, { action: "end" })).toEqual(["host", "string"]);
    expect(await endOf(halting, words)).toEqual(["completed", "object"]);
    expect(await endOf(escalating, { action: "continue" })).toEqual(["completed", "object"]);
  });
});
