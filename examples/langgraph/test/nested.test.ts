import { HumanMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { createRecovery, type Recovery, ToolFault } from "@recourse/core";
import { type NestedAgents, nestingSuite } from "@recourse/example-support-desk/suites";
import { RecoveringToolNode, recoveryCondition, recoveryState } from "@recourse/langgraph";
import { z } from "zod";
import { chatModel, finalTextOf } from "../src/parts.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });

nestingSuite(askExpert);

async function askExpert({ recovery, model, lookup, task }: NestedAgents): Promise<string> {
  const graphOf = graphsFor(createRecovery(recovery), chatModel(model));
  const expert = graphOf([
    tool(async (args: { id: string }) => lookup.execute(args, {}), {
      name: "lookup",
      description: "Looks a parcel up.",
      schema: z.object({ id: z.string() }),
    }),
  ]);
  const outer = graphOf([
    tool(
      async ({ input }: { input: string }, config) => {
        const state = await expert.invoke({ messages: [new HumanMessage(input)] }, config);
        if (state.stopReason === "completed") return finalTextOf(state.messages);
        throw ToolFault.internal({ message: `The expert was stopped. ${state.userMessage}` });
      },
      {
        name: "ask_expert",
        description: "Asks the expert.",
        schema: z.object({ input: z.string() }),
      },
    ),
  ]);
  const state = await outer.invoke({ messages: [new HumanMessage(task)] });
  return finalTextOf(state.messages);
}

/** The loop of model and tools, for the tools that it is given. */
function graphsFor(recovery: Recovery, chat: ReturnType<typeof chatModel>) {
  return (tools: StructuredToolInterface[]) => {
    const model = chat.bindTools(tools);
    return new StateGraph(State)
      .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("tools", new RecoveringToolNode(tools, { recovery }))
      .addEdge(START, "agent")
      .addConditionalEdges("agent", toolsCondition, ["tools", END])
      .addConditionalEdges("tools", recoveryCondition, ["agent", END])
      .compile();
  };
}
