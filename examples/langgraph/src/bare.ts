import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import { chatModel, finalTextOf, frameworkTools, resultOfError, startMessages } from "./parts.ts";

/** The graph as the documentation draws it: agent, prebuilt `ToolNode`, back to the agent. */
export async function runBare(request: AgentRequest): Promise<AgentResult> {
  const tools = frameworkTools(request.tools);
  const model = chatModel(request.model).bindTools(tools);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new ToolNode(tools))
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", "__end__"])
    .addEdge("tools", "agent")
    .compile();
  try {
    // Two supersteps a turn: the agent and the tools.
    const state = await graph.invoke(startMessages(request), {
      recursionLimit: 2 * request.maxTurns,
    });
    return { finalText: finalTextOf(state.messages), stopReason: "completed" };
  } catch (error) {
    return resultOfError(error);
  }
}
