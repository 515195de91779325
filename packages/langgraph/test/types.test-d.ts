import type { BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  END,
  MessagesAnnotation,
  MessagesValue,
  MessagesZodState,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { createReactAgent, ToolNode } from "@langchain/langgraph/prebuilt";
import { withLangGraph } from "@langchain/langgraph/zod";
import { expectTypeOf } from "vitest";
import { z as z3 } from "zod/v3";
import { z } from "zod/v4";
import {
  askHuman,
  createRecovery,
  RecoveringToolNode,
  RunEndHandler,
  recoveryCondition,
  recoveryState,
  repairInvalidToolCalls,
  type SavedRun,
  type StopReason,
  withRecovery,
  withRecoveryState,
  wrapToolNode,
} from "../src/index.ts";

// Compiled with each LangGraph that is supported, the oldest too: see `tsconfig.langgraph14.json`.

// The node fits wherever the prebuilt one does.
const recovery = createRecovery();
const node = new RecoveringToolNode([], { recovery });
expectTypeOf(node).toExtend<ToolNode>();
expectTypeOf(wrapToolNode(new ToolNode([]), { recovery })).toEqualTypeOf<ToolNode>();
createReactAgent({
  llm: "m" as never,
  tools: node,
  postModelHook: (state) => repairInvalidToolCalls(state),
}).withConfig({ callbacks: [new RunEndHandler()] });

// A tool that is made where it is given keeps what its schema says of its arguments.
new RecoveringToolNode(
  [
    withRecovery(
      tool(
        ({ id }) => {
          expectTypeOf(id).toEqualTypeOf<string>();
          return id;
        },
        { name: "look", schema: z.object({ id: z.string() }) },
      ),
      { effect: "read" },
    ),
  ],
  { recovery },
);

// Each way to write a state has the same keys of ours, and keeps its own.

interface Ours {
  recovery: SavedRun | null;
  stopReason: StopReason | null;
  userMessage: string | null;
}

const annotation = Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState });
expectTypeOf<Pick<typeof annotation.State, keyof Ours>>().toEqualTypeOf<Ours>();

const schema = withRecoveryState(
  new StateSchema({
    messages: MessagesValue,
    steps: z.number().default(0),
    notes: new ReducedValue(z.array(z.string()), {
      inputSchema: z.string(),
      reducer: (notes, note) => [...notes, note],
    }),
  }),
);
expectTypeOf<Pick<typeof schema.State, keyof Ours>>().toEqualTypeOf<Ours>();
expectTypeOf(schema.State.messages).toEqualTypeOf<BaseMessage[]>();
expectTypeOf(schema.State.steps).toEqualTypeOf<number>();
expectTypeOf(schema.State.notes).toEqualTypeOf<string[]>();

const zod4 = withRecoveryState(
  z.object({
    messages: MessagesZodState.shape.messages as never as z.ZodType<BaseMessage[]>,
    steps: z.number().default(0),
    notes: withLangGraph(z.array(z.string()), {
      reducer: {
        schema: z.string(),
        fn: (notes: string[], note: string) => [...notes, note],
      },
    }),
  }),
);
expectTypeOf<Pick<typeof zod4.State, keyof Ours>>().toEqualTypeOf<Ours>();
expectTypeOf(zod4.State.steps).toEqualTypeOf<number>();
expectTypeOf(zod4.State.notes).toEqualTypeOf<string[]>();

const zod3 = withRecoveryState(MessagesZodState.extend({ plan: z3.enum(["free", "paid"]) }));
expectTypeOf<Pick<typeof zod3.State, keyof Ours>>().toEqualTypeOf<Ours>();
expectTypeOf(zod3.State.messages).toEqualTypeOf<BaseMessage[]>();
expectTypeOf(zod3.State.plan).toEqualTypeOf<"free" | "paid">();

const graph = new StateGraph(zod3)
  .addNode("agent", ({ plan }) => ({ messages: { role: "ai", content: plan } }))
  .addNode("tools", node)
  .addNode("human", askHuman({ recovery }), { ends: ["agent", END] })
  .addEdge(START, "agent")
  .addConditionalEdges("tools", recoveryCondition({ human: "human" }), ["agent", "human", END])
  .compile();
expectTypeOf(graph.invoke).returns.resolves.toHaveProperty("stopReason");

// @ts-expect-error an annotation takes `recoveryState` instead
withRecoveryState(MessagesAnnotation);
// @ts-expect-error a state is not a list
withRecoveryState([]);
