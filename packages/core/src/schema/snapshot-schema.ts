import * as z from "zod";
import type { CallSummary, Halt } from "../engine/run.ts";
import type { Doubt } from "../ledger/open-turn.ts";
import {
  type RunSnapshot,
  SNAPSHOT_SCHEMA,
  type SnapshotResult,
  type SnapshotTurn,
} from "../ledger/snapshot.ts";
import { HALT_REASONS } from "../vocabulary.ts";
import { optional } from "./optional.ts";
import { callRecordSchema, countersSchema, trippedSchema } from "./record-schemas.ts";

const summarySchema: z.ZodType<CallSummary> = z.looseObject({
  tool: z.string(),
  callId: z.string(),
  signature: z.string(),
  args: optional(z.string()),
});

const resultSchema: z.ZodType<SnapshotResult> = z.looseObject({
  content: z.string(),
  value: optional(z.unknown()),
  intervened: z.boolean(),
});

const turnSchema: z.ZodType<SnapshotTurn> = z.looseObject({
  turn: z.int(),
  endsEpoch: z.boolean(),
  records: z.array(callRecordSchema),
  results: z.record(z.string(), resultSchema),
});

const doubtSchema: z.ZodType<Doubt> = z.looseObject({
  turn: z.int(),
  index: z.int(),
  callId: z.string(),
  tool: z.string(),
  signature: z.string(),
  verify: z.string(),
});

const haltSchema: z.ZodType<Halt> = z.looseObject({
  reason: z.enum(HALT_REASONS),
  tripped: optional(trippedSchema),
  userMessage: z.string(),
});

const number = z.number();
const signatureSchema = z.tuple([
  z.string(),
  number,
  number,
  number,
  number,
  number,
  z.string(),
  z.boolean(),
  number,
  number,
  number,
  z.string(),
]);
const mistakeSchema = z.tuple([z.string(), number, number]);

/** A run as `JSON.stringify` writes it. `resume` also checks that nothing in it was changed. */
export const runSnapshotSchema: z.ZodType<RunSnapshot> = z
  .looseObject({
    schema: z.literal(SNAPSHOT_SCHEMA),
    runId: z.string(),
    parentRunId: optional(z.string()),
    framework: z.string(),
    startedAt: z.string(),
    lastTurn: z.int(),
    counters: countersSchema,
    sharedErrors: z.number(),
    lastErrors: optional(z.number()),
    epoch: z.number(),
    lastRead: z.number(),
    changes: z.array(z.tuple([z.string(), number])),
    signatures: z.array(signatureSchema),
    tools: z.array(z.tuple([z.string(), number, z.array(mistakeSchema)])),
    cycle: z.array(z.tuple([z.string(), z.boolean(), z.boolean()])),
    done: z.array(summarySchema),
    unknown: z.array(summarySchema),
    open: optional(turnSchema),
    pending: optional(z.array(doubtSchema)),
    halt: optional(haltSchema),
    check: z.string(),
  })
  .meta({
    title: "RunSnapshot",
    description: "A run that can go on elsewhere: the fold of its closed turns and the open turn.",
  });
