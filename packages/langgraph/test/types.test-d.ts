import type { BaseMessage } from "@langchain/core/messages";
import {
  Annotation,
  MessagesAnnotation,
  MessagesValue,
  MessagesZodState,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { createAgent, createMiddleware } from "langchain";
import { expectTypeOf } from "vitest";
import { z as z3 } from "zod/v3";
import { z } from "zod/v4";
import {
  createRecovery,
  RecoveringToolNode,
  recoveryCondition,
  recoveryState,
  type SavedRun,
  type StopReason,
  withRecoveryState,
} from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";

// Each way to write a state has the same keys of ours, and keeps its own.
const node = new RecoveringToolNode([], { recovery: createRecovery() });

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
  .addEdge(START, "agent")
  .addConditionalEdges("tools", recoveryCondition, ["agent", "__end__"])
  .compile();
expectTypeOf(graph.invoke).returns.resolves.toHaveProperty("stopReason");

// @ts-expect-error an annotation takes `recoveryState` instead
withRecoveryState(MessagesAnnotation);
// @ts-expect-error a state is not a list
withRecoveryState([]);

// An agent's result tells how its run ended, whichever way the middleware is given.
interface Ends {
  stopReason: StopReason | null;
  userMessage: string | null;
}
interface TaggedEnds extends Ends {
  tag: string;
}
const recovery = createRecovery();
const tagging = createMiddleware({
  name: "tagging",
  stateSchema: z.object({ tag: z.string().default("") }),
});
const alone = createAgent({ model: "m", middleware: recoverMiddleware({ recovery }) });
type Alone = Awaited<ReturnType<typeof alone.invoke>>;
expectTypeOf<Pick<Alone, keyof Ends>>().toEqualTypeOf<Ends>();

const entry = createAgent({ model: "m", middleware: [recoverMiddleware({ recovery }), tagging] });
type Entry = Awaited<ReturnType<typeof entry.invoke>>;
expectTypeOf<Pick<Entry, keyof TaggedEnds>>().toEqualTypeOf<TaggedEnds>();

const around = createAgent({
  model: "m",
  middleware: recoverMiddleware({ recovery, around: [tagging] }),
});
type Around = Awaited<ReturnType<typeof around.invoke>>;
expectTypeOf<Pick<Around, keyof TaggedEnds>>().toEqualTypeOf<TaggedEnds>();

const spread = createAgent({
  model: "m",
  middleware: [...recoverMiddleware({ recovery, around: [tagging] })],
});
type Spread = Awaited<ReturnType<typeof spread.invoke>>;
expectTypeOf<Pick<Spread, keyof TaggedEnds>>().toEqualTypeOf<TaggedEnds>();

// @ts-expect-error with others around it, it is a list and not one entry of one
createAgent({ model: "m", middleware: [recoverMiddleware({ recovery, around: [tagging] })] });
