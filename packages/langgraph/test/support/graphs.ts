import type { BaseMessage } from "@langchain/core/messages";
import {
  Annotation,
  type AnnotationRoot,
  type BaseCheckpointSaver,
  END,
  MessagesAnnotation,
  MessagesValue,
  MessagesZodState,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { type ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import {
  type RecoveryState,
  recoveryCondition,
  recoveryState,
  type SavedRun,
  withRecoveryState,
} from "../../src/index.ts";
import type { ScriptedModel } from "./scripted-model.ts";

interface LoopOptions {
  readonly checkpointer?: BaseCheckpointSaver;
  /** Leaves the edge out of the tools as it was: always back to the agent. */
  readonly unwired?: boolean;
}

/** A state as the tests read it. */
export interface LoopState {
  readonly messages: BaseMessage[];
  readonly stopReason?: string | null;
  readonly userMessage?: string | null;
  readonly recovery?: SavedRun | null;
  readonly __interrupt__?: readonly { readonly value: unknown }[];
}

/** A compiled graph as the tests use it. */
export interface Loop {
  invoke(input: unknown, config?: object): Promise<LoopState>;
  stream(input: unknown, config?: object): Promise<AsyncIterable<unknown>>;
  getState(config: object): Promise<{ values: LoopState; next: readonly string[]; config: object }>;
  getStateHistory(
    config: object,
  ): AsyncIterable<{ values: LoopState; next: readonly string[]; config: object }>;
  updateState(config: object, values: object, asNode?: string): Promise<object>;
}

/** LangGraph's own tool-calling loop on `MessagesAnnotation`. */
export function messagesLoop(
  model: ScriptedModel,
  node: ToolNode,
  options: LoopOptions = {},
): Loop {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", node)
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END]);
  if (options.unwired === true) graph.addEdge("tools", "agent");
  else graph.addConditionalEdges("tools", recoveryCondition, ["agent", END]);
  return graph.compile(
    options.checkpointer === undefined ? {} : { checkpointer: options.checkpointer },
  );
}

/** The state that keeps the run. */
export const RecoveredState: AnnotationRoot<typeof MessagesAnnotation.spec & RecoveryState> =
  Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });

type MakeLoop = (model: ScriptedModel, node: ToolNode, options?: LoopOptions) => Loop;

/** The same loop with the run in its state, in each of LangGraph's ways to write a state. */
export const recoveredLoop: MakeLoop = loopOf(RecoveredState);
export const schemaLoop: MakeLoop = loopOf(
  withRecoveryState(new StateSchema({ messages: MessagesValue })),
);
export const zodLoop: MakeLoop = loopOf(withRecoveryState(MessagesZodState));

function loopOf(state: unknown): MakeLoop {
  return (model, node, options = {}) =>
    new StateGraph(state as typeof RecoveredState)
      .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("tools", node)
      .addEdge(START, "agent")
      .addConditionalEdges("agent", toolsCondition, ["tools", END])
      .addConditionalEdges("tools", recoveryCondition, ["agent", END])
      .compile(compileOptions(options)) as unknown as Loop;
}

function compileOptions({ checkpointer }: LoopOptions) {
  return checkpointer === undefined ? {} : { checkpointer };
}
