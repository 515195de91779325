import { CALL_SCHEMA, type CallRecord, RUN_SCHEMA, type RunRecord } from "@recourse/core";
import type { Input } from "./find-inputs.ts";
import { type Line, readLines } from "./read-lines.ts";

/** What was read, and what could not be. Shown in every report; never fatal. */
export interface ReadTally {
  files: number;
  bytes: number;
  lines: number;
  calls: number;
  runs: number;
  /** Lines that are no JSON object, apart from a last one that broke off. */
  unreadable: number;
  /** Last lines that broke off: a process was killed while it wrote. */
  truncated: number;
  /** Inputs that ended with an error, with its words. */
  readonly broken: string[];
  /** Records of a schema that this version does not know, by its tag. */
  readonly otherSchemas: Map<string, number>;
  /** Records of a known schema that lack a field that every reader needs. */
  incomplete: number;
  /** Fields that this version does not know, by name. They are left alone. */
  readonly unknownFields: Map<string, number>;
}

/** Takes records one by one. */
export interface RecordConsumer {
  call(record: CallRecord): void;
  run(record: RunRecord): void;
}

/** Names of unknown fields that are kept apart; the rest is counted together. */
const MAX_NAMES = 100;

/** The fields of a call record. A total table, so that a new field cannot be forgotten here. */
const CALL_FIELDS: Readonly<Record<keyof CallRecord, true>> = {
  schema: true,
  runId: true,
  parentRunId: true,
  framework: true,
  model: true,
  agent: true,
  attributes: true,
  mode: true,
  turn: true,
  index: true,
  callId: true,
  tool: true,
  signature: true,
  args: true,
  ok: true,
  errorType: true,
  errorClass: true,
  decision: true,
  would: true,
  retryable: true,
  outcome: true,
  attemptLog: true,
  durationMs: true,
  contentHash: true,
  contentChars: true,
  contentTokens: true,
  outcomeHash: true,
  detail: true,
  rule: true,
  tripped: true,
  effect: true,
  repeats: true,
  verify: true,
  counts: true,
  shape: true,
  time: true,
};

const RUN_FIELDS: Readonly<Record<keyof RunRecord, true>> = {
  schema: true,
  runId: true,
  parentRunId: true,
  framework: true,
  model: true,
  agent: true,
  attributes: true,
  mode: true,
  startedAt: true,
  endedAt: true,
  stopReason: true,
  tripped: true,
  counters: true,
};

/** A tally with nothing in it. */
export function emptyTally(): ReadTally {
  return {
    files: 0,
    bytes: 0,
    lines: 0,
    calls: 0,
    runs: 0,
    unreadable: 0,
    truncated: 0,
    broken: [],
    otherSchemas: new Map(),
    incomplete: 0,
    unknownFields: new Map(),
  };
}

/**
 * Streams the records of inputs into a consumer. Reads line by line: memory does not grow with the
 * size of the trace.
 */
export async function readRecords(
  inputs: readonly Input[],
  consumer: RecordConsumer,
  onProgress: (tally: ReadTally) => void = () => {},
): Promise<ReadTally> {
  const tally = emptyTally();
  for (const input of inputs) {
    tally.files += 1;
    const onBytes = (bytes: number): void => {
      tally.bytes += bytes;
    };
    for await (const batch of readLines(input, onBytes)) {
      for (const line of batch) takeLine(line, input, consumer, tally);
      onProgress(tally);
    }
  }
  return tally;
}

function takeLine(line: Line, input: Input, consumer: RecordConsumer, tally: ReadTally): void {
  if ("broken" in line) {
    tally.broken.push(`${input.path}: ${line.broken}`);
    return;
  }
  if (line.text.trim() === "") return;
  tally.lines += 1;
  const value = parseObject(line.text);
  if (value === undefined) {
    if (line.complete) tally.unreadable += 1;
    else tally.truncated += 1;
    return;
  }
  if (value["schema"] === CALL_SCHEMA) takeCall(value, consumer, tally);
  else if (value["schema"] === RUN_SCHEMA) takeRun(value, consumer, tally);
  else bump(tally.otherSchemas, schemaName(value["schema"]));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function takeCall(
  value: Record<string, unknown>,
  consumer: RecordConsumer,
  tally: ReadTally,
): void {
  const complete =
    typeof value["runId"] === "string" &&
    typeof value["tool"] === "string" &&
    typeof value["signature"] === "string" &&
    typeof value["ok"] === "boolean" &&
    typeof value["turn"] === "number" &&
    typeof value["index"] === "number" &&
    typeof value["decision"] === "string" &&
    typeof value["time"] === "string" &&
    Array.isArray(value["attemptLog"]);
  if (!complete) {
    tally.incomplete += 1;
    return;
  }
  noteUnknown(value, CALL_FIELDS, tally);
  tally.calls += 1;
  consumer.call(value as unknown as CallRecord);
}

function takeRun(value: Record<string, unknown>, consumer: RecordConsumer, tally: ReadTally): void {
  const complete =
    typeof value["runId"] === "string" &&
    typeof value["stopReason"] === "string" &&
    typeof value["counters"] === "object" &&
    value["counters"] !== null;
  if (!complete) {
    tally.incomplete += 1;
    return;
  }
  noteUnknown(value, RUN_FIELDS, tally);
  tally.runs += 1;
  consumer.run(value as unknown as RunRecord);
}

function noteUnknown(
  value: Record<string, unknown>,
  known: Readonly<Record<string, true>>,
  tally: ReadTally,
): void {
  for (const key in value) {
    if (!Object.hasOwn(known, key)) {
      const named = tally.unknownFields.has(key) || tally.unknownFields.size < MAX_NAMES;
      bump(tally.unknownFields, named ? key : "(others)");
    }
  }
}

function schemaName(schema: unknown): string {
  return typeof schema === "string" ? schema.slice(0, 60) : "(no schema)";
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
