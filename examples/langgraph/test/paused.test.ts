import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { type PausedAgent, pausingSuite } from "@recourse/example-support-desk/suites";
import {
  createRecovery,
  RecoveringToolNode,
  recoveryCondition,
  recoveryState,
  ToolFault,
} from "@recourse/langgraph";
import { chatModel } from "../src/parts.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });

pausingSuite(runToEnd);

/** The tool itself asks, by `interrupt`; the answer comes with `Command({ resume })`. */
async function runToEnd(agent: PausedAgent): Promise<void> {
  const { name, description, parameters } = agent.tool;
  const asking = tool(
    async (args: Record<string, unknown>) => {
      if (interrupt("May I?") !== "yes") throw ToolFault.rejected({ message: "A person said no." });
      return agent.tool.execute(args, {});
    },
    { name, description, schema: parameters },
  );
  const model = chatModel(agent.model).bindTools([asking]);
  const recovery = createRecovery(agent.recovery);
  const graph = new StateGraph(State)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new RecoveringToolNode([asking], { recovery }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addConditionalEdges("tools", recoveryCondition, ["agent", END])
    .compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "paused" } };
  await graph.invoke({ messages: [new HumanMessage(agent.task)] }, thread);
  await graph.invoke(new Command({ resume: agent.approve ? "yes" : "no" }), thread);
}
