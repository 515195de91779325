import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { LangChainTracer } from "@langchain/core/tracers/tracer_langchain";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import {
  createRecovery,
  RecoveringToolNode,
  recoveryCondition,
  recoveryState,
} from "@recourse/langgraph";
import { Client } from "langsmith";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { attemptsOf, OURS, type TracedAgent, type TracedRun, traceRun } from "./traced-run.ts";

/** LangSmith's own client, and what it sends. */
const sent: string[] = [];
const langSmith = new Client({
  apiUrl: "http://langsmith.invalid",
  apiKey: "none",
  autoBatchTracing: false,
  fetchImplementation: async (_input, init) => {
    if (init?.method === "POST") {
      const { run_type, name } = (await new Response(init.body).json()) as Record<string, unknown>;
      sent.push(`${run_type} ${name}`);
    }
    return Response.json({});
  },
});

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });

async function runAgent({ baseURL, task, recovery, getOrder, findUser }: TracedAgent) {
  const schema = z.object({ id: z.string() });
  const tools = [
    tool(async () => getOrder(), { name: "get_order", description: "Gets an order.", schema }),
    tool(async () => findUser(), { name: "find_user", description: "Finds a user.", schema }),
  ];
  const model = new ChatOpenAI({
    model: "scripted",
    apiKey: "scripted",
    configuration: { baseURL },
  }).bindTools(tools);
  const graph = new StateGraph(State)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new RecoveringToolNode(tools, { recovery: createRecovery(recovery) }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addConditionalEdges("tools", recoveryCondition, ["agent", END])
    .compile();
  await graph.invoke(
    { messages: [new HumanMessage(task)] },
    { callbacks: [new LangChainTracer({ client: langSmith })] },
  );
  await langSmith.awaitPendingTraceBatches();
}

describe("beside LangGraph's own tracing to LangSmith", () => {
  let alone: readonly string[];
  let together: TracedRun;
  beforeAll(async () => {
    await traceRun(runAgent, false);
    alone = sent.splice(0);
    together = await traceRun(runAgent, true);
  });

  it("LangSmith is sent the same runs as without us, each attempt of a tool among them", () => {
    const tools = alone.filter((run) => run.startsWith("tool "));
    expect(tools.toSorted()).toEqual(["tool find_user", "tool get_order", "tool get_order"]);
    expect(sent.toSorted()).toEqual(alone.toSorted());
  });

  it("each call is one span of ours, below the span that the application has open", () => {
    expect(together.tree).toEqual([
      " > request",
      "request > execute_tool find_user",
      "request > execute_tool get_order",
    ]);
    const [order] = together.callsOf("get_order");
    const [user] = together.callsOf("find_user");
    expect(order?.attributes).toMatchObject(OURS.getOrder.attributes);
    expect(user?.attributes).toMatchObject(OURS.findUser.attributes);
    expect(attemptsOf(order)).toEqual(OURS.getOrder.attempts);
    expect(attemptsOf(user)).toEqual(OURS.findUser.attempts);
  });
});
