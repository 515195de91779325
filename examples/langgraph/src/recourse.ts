import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { createRecovery } from "@recourse/core";
import type { AgentRequest, AgentResult } from "@recourse/example-support-desk";
import {
  callContext,
  RecoveringToolNode,
  RunEndHandler,
  recoveryCondition,
  recoveryState,
  repairInvalidToolCalls,
} from "@recourse/langgraph";
import { chatModel, finalTextOf, frameworkTools, resultOfError, startMessages } from "./parts.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });

/** The same graph with another tool node, and a condition on the edge out of it. */
export async function runWithRecourse(request: AgentRequest): Promise<AgentResult> {
  const recovery = createRecovery(request.recovery);
  const tools = frameworkTools(request.tools, callContext);
  const model = chatModel(request.model).bindTools(tools);
  const graph = new StateGraph(State)
    .addNode("agent", async ({ messages }) => ({
      messages: [repairInvalidToolCalls(await model.invoke(messages))],
    }))
    .addNode("tools", new RecoveringToolNode(tools, { recovery }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addConditionalEdges("tools", recoveryCondition, ["agent", END])
    .compile();
  try {
    const state = await graph.invoke(startMessages(request), {
      recursionLimit: 2 * request.maxTurns,
      configurable: { recourse: request.run },
      // Writes the run's record also where the graph throws: at its limit, or when it is given up.
      callbacks: [new RunEndHandler()],
      ...(request.signal && { signal: request.signal }),
    });
    return {
      finalText: state.userMessage ?? finalTextOf(state.messages),
      stopReason: state.stopReason ?? "completed",
    };
  } catch (error) {
    return resultOfError(error, request.signal);
  }
}
