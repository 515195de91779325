// The quick start of the README, compiled. `readme.test.ts` in the comparison holds the two together.

import type { BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";

declare const tools: StructuredToolInterface[];
declare const callModel: (state: {
  messages: BaseMessage[];
}) => Promise<{ messages: BaseMessage[] }>;

// #region readme
import { createRecovery, RecoveringToolNode, recoveryCondition } from "@recourse/langgraph";

const recovery = createRecovery({
  tools: { get_order: { effect: "read" }, refund_order: { effect: "write", verify: "get_order" } },
});
const graph = new StateGraph(MessagesAnnotation)
  .addNode("agent", callModel)
  .addNode("tools", new RecoveringToolNode(tools, { recovery }))
  .addEdge(START, "agent")
  .addConditionalEdges("agent", toolsCondition, ["tools", END])
  .addConditionalEdges("tools", recoveryCondition, ["agent", END])
  .compile();
const { messages } = await graph.invoke({ messages: [["user", "Refund order A-1042"]] });
console.log(messages.at(-1)?.text);
// #endregion
