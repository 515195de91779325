import { HumanMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { createRecovery, type Recovery, ToolFault } from "@recourse/core";
import { RecoveringToolNode, recoveryCondition, recoveryState } from "@recourse/langgraph";
import {
  createRecordingSink,
  nestedCalls,
  nestedScenario,
  type ScriptedModel,
  startScriptedModel,
} from "@recourse/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { chatModel, finalTextOf } from "../src/parts.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel({ scripts: nestedScenario.scripts });
});
afterEach(() => model.close());

test("an agent inside a tool has a run of its own that names its parent", async () => {
  const sink = createRecordingSink();
  const recovery = createRecovery({ sinks: [sink], onEvent: () => undefined });
  expect(await askExpert(recovery)).toBe(nestedScenario.expect.answer);
  await recovery.flush();
  expect(nestedCalls(sink.records)).toEqual({
    outer: nestedScenario.expect.outer,
    inner: nestedScenario.expect.inner,
    linked: true,
  });
  expect(sink.runs.map((run) => run.stopReason)).toEqual(["completed", "completed"]);
});

test("it shares its parent's budget of errors, and is one failed call when it is stopped", async () => {
  const sink = createRecordingSink();
  const recovery = createRecovery({
    sinks: [sink],
    onEvent: () => undefined,
    policy: { errors: 2 },
  });
  await askExpert(recovery);
  await recovery.flush();
  expect(nestedCalls(sink.records)).toEqual({
    outer: ["ask_expert internal repair"],
    inner: nestedScenario.expect.inner.slice(0, 2),
    linked: true,
  });
  expect(sink.runs.map((run) => run.stopReason)).toEqual([
    "tool_error_budget",
    "tool_error_budget",
  ]);
});

async function askExpert(recovery: Recovery): Promise<string> {
  const lookup = nestedScenario.lookup();
  const expert = graphOf(recovery, [
    tool(async (args: { id: string }) => lookup.execute(args, {}), {
      name: "lookup",
      description: "Looks a parcel up.",
      schema: z.object({ id: z.string() }),
    }),
  ]);
  const outer = graphOf(recovery, [
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
  const state = await outer.invoke({ messages: [new HumanMessage(nestedScenario.task)] });
  return finalTextOf(state.messages);
}

function graphOf(recovery: Recovery, tools: StructuredToolInterface[]) {
  const endpoint = { baseURL: model.baseURL, apiKey: "scripted", name: "scripted" };
  const chat = chatModel(endpoint).bindTools(tools);
  return new StateGraph(State)
    .addNode("agent", async ({ messages }) => ({ messages: [await chat.invoke(messages)] }))
    .addNode("tools", new RecoveringToolNode(tools, { recovery }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addConditionalEdges("tools", recoveryCondition, ["agent", END])
    .compile();
}
