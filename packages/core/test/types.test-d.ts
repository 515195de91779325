import { expectTypeOf } from "vitest";
import { z } from "zod";
import {
  type CallOutcome,
  classify,
  createRecovery,
  type Diagnosis,
  type ErrorType,
  type HaltReason,
  type RecoveryEvent,
  type StopReason,
  ToolFault,
  withRecovery,
} from "../src/index.ts";
import { redact } from "../src/redact.ts";

// What a tool is, it stays: name, arguments and result are those of the tool that went in.
const tool = { name: "get_order" as const, execute: (args: { id: number }) => ({ id: args.id }) };
expectTypeOf(withRecovery(tool, { effect: "read" })).toEqualTypeOf<typeof tool>();

// Arguments and value of a call are inferred from its executor.
const run = createRecovery().run();
const outcome = await run.call(
  { id: "1", tool: "get_order", args: { id: 7 }, turn: 0 },
  async (args: { id: number }, { signal, attempt, idempotencyKey }) => {
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    expectTypeOf(attempt).toEqualTypeOf<number>();
    expectTypeOf(idempotencyKey).toEqualTypeOf<string>();
    return { id: args.id, status: "shipped" as const };
  },
);
expectTypeOf(outcome).toEqualTypeOf<CallOutcome<{ id: number; status: "shipped" }>>();
expectTypeOf(outcome.value).toEqualTypeOf<{ id: number; status: "shipped" } | undefined>();
expectTypeOf(outcome.halt?.reason).toEqualTypeOf<HaltReason | undefined>();
expectTypeOf(run.stopReason).toEqualTypeOf<StopReason | undefined>();

// Chunks of a streaming tool keep their type.
const stream = run.stream({ id: "2", tool: "count", args: {}, turn: 0 }, async function* () {
  yield 1;
});
expectTypeOf(stream).toEqualTypeOf<AsyncGenerator<number, CallOutcome<number>>>();

// The lists are closed.
expectTypeOf(classify(new Error("x"))).toEqualTypeOf<Diagnosis>();
expectTypeOf<ErrorType>().not.toBeAny();
expectTypeOf<"no_such_type">().not.toExtend<ErrorType>();
expectTypeOf<RecoveryEvent["type"]>().not.toEqualTypeOf<string>();
expectTypeOf(redact).parameter(0).toEqualTypeOf<string>();

// Any of the schemas fits; settings with a word that does not exist do not compile.
createRecovery({ tools: { get_order: { effect: "read", schema: z.object({ id: z.number() }) } } });
createRecovery({ tools: { get_order: { schema: { type: "object" } } } });
// @ts-expect-error "writes" is no effect
createRecovery({ tools: { get_order: { effect: "writes" } } });
// @ts-expect-error an option that does not exist
createRecovery({ retries: 3 });
new ToolFault({ errorType: "not_found", message: "No such order." });
// @ts-expect-error an error type that does not exist
new ToolFault({ errorType: "missing", message: "No such order." });
