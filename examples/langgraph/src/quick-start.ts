// The quick start of the README, compiled. `readme.test.ts` in the comparison holds the two together.

import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";
import type { StructuredToolInterface } from "@langchain/core/tools";

declare const tools: StructuredToolInterface[];
declare const model: Runnable<BaseMessage[], AIMessageChunk>;

// #region readme
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import {
  createRecovery,
  RecoveringToolNode,
  recoveryCondition,
  recoveryState,
  repairInvalidToolCalls,
} from "@recourse/langgraph";

const recovery = createRecovery({
  tools: { get_order: { effect: "read" }, refund_order: { effect: "write", verify: "get_order" } },
});
// The run in the state: it survives checkpoints, and its record is written when the graph ends.
const State = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });
const graph = new StateGraph(State)
  // Calls whose JSON did not parse are answered too; LangGraph alone would end the run on them.
  .addNode("agent", async ({ messages }) => ({
    messages: [repairInvalidToolCalls(await model.invoke(messages))],
  }))
  .addNode("tools", new RecoveringToolNode(tools, { recovery }))
  .addEdge(START, "agent")
  .addConditionalEdges("agent", toolsCondition, ["tools", END])
  .addConditionalEdges("tools", recoveryCondition, ["agent", END])
  .compile();
const { messages, userMessage } = await graph.invoke({
  messages: [["user", "Refund order A-1042"]],
});
// Calm words where the run was ended; the last message is then the tool's, for the model to read.
console.log(userMessage ?? messages.at(-1)?.text);
// #endregion
