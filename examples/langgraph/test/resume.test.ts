import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  END,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { createRecovery } from "@recourse/core";
import { resumeSuite } from "@recourse/example-support-desk/suites";
import {
  callContext,
  RecoveringToolNode,
  recoveryCondition,
  recoveryState,
  repairInvalidToolCalls,
} from "@recourse/langgraph";
import type { Driver } from "@recourse/testing";
import { chatModel, finalTextOf } from "../src/parts.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });

/** The example's graph, compiled anew for every turn, as another worker would. */
const driver: Driver = {
  name: "langgraph",
  async run({ model: endpoint, system, task, tools, recovery, run, maxTurns }) {
    const checkpointer = new MemorySaver();
    const build = () => {
      const ours = tools.map(({ name, description, parameters, execute }) =>
        tool(
          async (args: Record<string, unknown>, config) => execute(args, callContext(config) ?? {}),
          {
            name,
            description,
            schema: parameters,
          },
        ),
      );
      const model = chatModel(endpoint).bindTools(ours);
      return new StateGraph(State)
        .addNode("agent", async ({ messages }) => ({
          messages: [repairInvalidToolCalls(await model.invoke(messages))],
        }))
        .addNode("tools", new RecoveringToolNode(ours, { recovery: createRecovery(recovery) }))
        .addEdge(START, "agent")
        .addConditionalEdges("agent", toolsCondition, ["tools", END])
        .addConditionalEdges("tools", recoveryCondition, ["agent", END])
        .compile({ checkpointer, interruptAfter: ["tools"] });
    };
    const config = { configurable: { thread_id: run.id } };
    let input: object | null = { messages: [new SystemMessage(system), new HumanMessage(task)] };
    for (let turn = 0; turn < maxTurns; turn++) {
      const graph = build();
      const state = await graph.invoke(input, config);
      const { next } = await graph.getState(config);
      if (next.length === 0) {
        const finalText = state.userMessage ?? finalTextOf(state.messages);
        return { finalText, stopReason: state.stopReason ?? "completed" };
      }
      input = null;
    }
    return { finalText: "", stopReason: "max_steps" };
  },
};

resumeSuite(driver);
