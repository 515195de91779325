import { createAgent, createMiddleware } from "langchain";
import { expectTypeOf } from "vitest";
import { z } from "zod/v4";
import { createRecovery, type StopReason } from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";

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

// TypeScript forgets that a list is one of one when it is an entry as well, so that others cannot
// follow it where it is spread. A list for others to stand around can, though nobody does.
// @ts-expect-error langchain takes no list of unknown length with something behind it
createAgent({ model: "m", middleware: [...recoverMiddleware({ recovery }), tagging] });
const spreadBeside = createAgent({
  model: "m",
  middleware: [...recoverMiddleware({ recovery, around: [] }), tagging],
});
type SpreadBeside = Awaited<ReturnType<typeof spreadBeside.invoke>>;
expectTypeOf<Pick<SpreadBeside, keyof TaggedEnds>>().toEqualTypeOf<TaggedEnds>();

// @ts-expect-error with others around it, it is a list and not one entry of one
createAgent({ model: "m", middleware: [recoverMiddleware({ recovery, around: [tagging] })] });
