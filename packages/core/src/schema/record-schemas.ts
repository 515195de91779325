import * as z from "zod";
import {
  type AttemptLogEntry,
  CALL_SCHEMA,
  type CallRecord,
  RUN_SCHEMA,
  type RunCounters,
  type RunRecord,
  type TraceRecord,
  type Tripped,
} from "../ledger/records.ts";
import {
  DECISIONS,
  type Decision,
  EFFECTS,
  ERROR_CLASSES,
  HALT_REASONS,
  MODES,
  STOP_REASONS,
} from "../vocabulary.ts";
import { errorTypeSchema } from "./observation-schema.ts";
import { optional } from "./optional.ts";

const count = z.int().min(0);
const milliseconds = z.number().min(0);
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("SHA-256, hex.");
const time = z.iso.datetime().describe("ISO 8601.");
const decision: z.ZodType<Decision> = z.enum(DECISIONS);

const labels = {
  runId: z.string(),
  parentRunId: optional(z.string()),
  framework: z.string().describe("The adapter, or `none` for a hand-written loop."),
  model: optional(z.string()),
  agent: optional(z.string()),
  attributes: optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  mode: z.enum(MODES),
};

/** What tripped a limit. */
export const trippedSchema: z.ZodType<Tripped> = z.looseObject({
  rule: z.string(),
  tool: optional(z.string()),
  args: optional(z.string()).describe("Redacted, shortened, as JSON text."),
  signature: optional(z.string()),
  errorType: optional(errorTypeSchema),
  counter: optional(z.string()),
  value: optional(z.number()),
  limit: optional(z.number()),
  detail: optional(z.string()),
});

const attemptSchema: z.ZodType<AttemptLogEntry> = z.looseObject({
  errorType: optional(errorTypeSchema).describe("Absent when the attempt succeeded."),
  waitMs: milliseconds.describe("Waited before this attempt."),
  durationMs: milliseconds,
});

/** The numbers of a run. */
export const countersSchema: z.ZodType<RunCounters> = z.looseObject({
  turns: count,
  calls: count,
  attempts: count,
  successes: count,
  errors: count,
  emptyResults: count,
  refused: count,
  hostRecovered: count,
  failedTurnsInRow: count,
  emptyTurnsInRow: count,
  errorTokens: count,
  waitMs: milliseconds,
  lateSettlements: count,
  duplicateResults: count,
  byErrorType: z.partialRecord(errorTypeSchema as z.ZodEnum, count) as z.ZodType<
    RunCounters["byErrorType"]
  >,
});

/** One tool call that settled. Further keys are let through: a newer version may have written it. */
export const callRecordSchema: z.ZodType<CallRecord> = z
  .looseObject({
    schema: z.literal(CALL_SCHEMA),
    ...labels,
    turn: z.int(),
    index: count,
    callId: z.string(),
    tool: z.string(),
    signature: hash.describe("SHA-256, hex, of tool + newline + canonical arguments."),
    args: optional(z.unknown()).describe("Redacted; only when the user opted in."),
    ok: z.boolean().describe("An empty result is true, with an errorType."),
    errorType: optional(errorTypeSchema),
    errorClass: optional(z.enum(ERROR_CLASSES)),
    decision,
    would: optional(decision).describe("In observe mode: what enforce would have decided."),
    retryable: optional(z.boolean()),
    outcome: optional(z.enum(["none", "unknown"])),
    attemptLog: z.array(attemptSchema),
    durationMs: milliseconds,
    contentHash: hash.describe("Of the text that the model reads."),
    contentChars: count.describe("UTF-16 units of that text."),
    contentTokens: count.describe("Tokens of that text, estimated unless counted."),
    outcomeHash: hash.describe("Of what two outcomes are compared by."),
    detail: optional(z.string()).describe("The operator's text, redacted."),
    rule: optional(z.string()).describe("The classifier's rule that matched."),
    tripped: optional(trippedSchema),
    effect: optional(z.enum(EFFECTS)),
    repeats: optional(z.enum(["refuse", "allow"])),
    verify: optional(z.string()),
    counts: optional(z.literal(false)),
    shape: optional(z.string()),
    time,
  })
  .meta({ title: "CallRecord", description: "One tool call that settled." });

/** Written once, when a run ends. */
export const runRecordSchema: z.ZodType<RunRecord> = z
  .looseObject({
    schema: z.literal(RUN_SCHEMA),
    ...labels,
    startedAt: time,
    endedAt: time,
    stopReason: z.enum(STOP_REASONS),
    would: optional(z.enum(HALT_REASONS)).describe(
      "In observe mode: why enforce would have ended the run earlier.",
    ),
    tripped: optional(trippedSchema),
    counters: countersSchema,
  })
  .meta({ title: "RunRecord", description: "One run that ended." });

/** Either kind of record: a line of a trace. */
export const traceRecordSchema: z.ZodType<TraceRecord> = z
  .union([callRecordSchema, runRecordSchema])
  .meta({ title: "TraceRecord", description: "A line of a trace." });
