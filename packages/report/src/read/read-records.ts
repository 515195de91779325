import { CALL_SCHEMA, type CallRecord, RUN_SCHEMA, type RunRecord } from "@recourse/core";
import type { Input } from "./find-inputs.ts";
import { readLines } from "./read-lines.ts";
import { type LooseRecord, soundCall, soundRun } from "./sound-record.ts";

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
  /** Fields that this version does not know, by name. */
  readonly unknownFields: Map<string, number>;
}

/** Takes records one by one. */
export interface RecordConsumer {
  /** A call settled. */
  call(record: CallRecord): void;
  /** A run ended. */
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
  would: true,
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
    for await (const { lines, cutOff, broken } of readLines(input, onBytes)) {
      for (const line of lines) {
        if (!takeLine(line, consumer, tally)) tally.unreadable += 1;
      }
      if (cutOff !== undefined && !takeLine(cutOff, consumer, tally)) tally.truncated += 1;
      if (broken !== undefined) tally.broken.push(`${input.path}: ${broken}`);
      onProgress(tally);
    }
  }
  return tally;
}

/** @returns whether the line is a JSON object, or blank. */
function takeLine(line: string, consumer: RecordConsumer, tally: ReadTally): boolean {
  if (line.trim() === "") return true;
  tally.lines += 1;
  const value = parseObject(line);
  if (value === undefined) return false;
  if (value.schema === CALL_SCHEMA) takeCall(value, consumer, tally);
  else if (value.schema === RUN_SCHEMA) takeRun(value, consumer, tally);
  else bump(tally.otherSchemas, schemaName(value.schema));
  return true;
}

function parseObject(text: string): LooseRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as LooseRecord;
  } catch {
    return undefined;
  }
}

function takeCall(value: LooseRecord, consumer: RecordConsumer, tally: ReadTally): void {
  const record = soundCall(value);
  if (record === undefined) {
    tally.incomplete += 1;
    return;
  }
  noteUnknown(value, CALL_FIELDS, tally);
  tally.calls += 1;
  consumer.call(record);
}

function takeRun(value: LooseRecord, consumer: RecordConsumer, tally: ReadTally): void {
  const record = soundRun(value);
  if (record === undefined) {
    tally.incomplete += 1;
    return;
  }
  noteUnknown(value, RUN_FIELDS, tally);
  tally.runs += 1;
  consumer.run(record);
}

function noteUnknown(
  value: LooseRecord,
  known: Readonly<Record<string, true | undefined>>,
  tally: ReadTally,
): void {
  for (const key in value) {
    if (known[key] !== true) bump(tally.unknownFields, key.slice(0, 60));
  }
}

function schemaName(schema: unknown): string {
  return typeof schema === "string" ? schema.slice(0, 60) : "(no schema)";
}

/** Counts under a name, as long as there are few names: they come from the records. */
function bump(counts: Map<string, number>, name: string): void {
  const key = counts.has(name) || counts.size < MAX_NAMES ? name : "(others)";
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
