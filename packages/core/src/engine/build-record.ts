import {
  type AttemptLogEntry,
  CALL_SCHEMA,
  type CallRecord,
  type Tripped,
} from "../ledger/records.ts";
import { sha256Hex } from "../ledger/sha256.ts";
import { toJsonText } from "../observation/to-json-text.ts";
import { redactValue } from "../redact/redact-value.ts";
import type { CallEffectOutcome, Decision, ErrorClass, ErrorType } from "../vocabulary.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import { shownId } from "./shown-name.ts";
import type { ToolOptions } from "./tool-options.ts";

/** What is known of a settled call when its record is written. */
export interface RecordInput {
  readonly slot: CallSlot;
  /** The tool's name as it is shown. @default the slot's: a tool that was executed exists */
  readonly tool?: string | undefined;
  readonly options: ToolOptions;
  readonly ok: boolean;
  readonly decision: Decision;
  readonly would?: Decision | undefined;
  readonly errorType?: ErrorType | undefined;
  readonly errorClass?: ErrorClass | undefined;
  readonly retryable?: boolean | undefined;
  readonly outcome?: CallEffectOutcome | undefined;
  readonly attemptLog: readonly AttemptLogEntry[];
  readonly durationMs: number;
  readonly content: string;
  readonly tokens: number;
  /** The text that the outcome is compared by. */
  readonly comparedBy: string;
  readonly detail?: string | undefined;
  readonly rule?: string | undefined;
  readonly shape?: string | undefined;
  readonly tripped?: Tripped | undefined;
}

/** The record of a call. Absent keys are left out, so that records stay small and comparable. */
export function buildRecord(state: RunState, input: RecordInput): CallRecord {
  const { slot, options, content } = input;
  const contentHash = sha256Hex(content);
  const record: Mutable<CallRecord> = {
    schema: CALL_SCHEMA,
    ...state.labels,
    turn: slot.turn,
    index: slot.index,
    callId: shownId(state, slot.callId),
    tool: input.tool ?? slot.tool,
    signature: slot.signature,
    ok: input.ok,
    decision: input.decision,
    attemptLog: input.attemptLog,
    durationMs: input.durationMs,
    contentHash,
    contentChars: content.length,
    contentTokens: input.tokens,
    outcomeHash: input.comparedBy === content ? contentHash : sha256Hex(input.comparedBy),
    time: state.isoNow(),
  };
  if (state.core.options.recordArgs === true && slot.args !== undefined) {
    record.args = plainArgs(redactValue(slot.args, state.redact));
  }
  if (input.errorType !== undefined) record.errorType = input.errorType;
  if (input.errorClass !== undefined) record.errorClass = input.errorClass;
  if (input.would !== undefined) record.would = input.would;
  if (input.retryable !== undefined) record.retryable = input.retryable;
  if (input.outcome !== undefined) record.outcome = input.outcome;
  if (input.detail !== undefined && input.detail !== "") record.detail = input.detail;
  if (input.rule !== undefined) record.rule = input.rule;
  if (input.shape !== undefined) record.shape = input.shape;
  if (input.tripped !== undefined) record.tripped = input.tripped;
  if (options.effect !== undefined) record.effect = options.effect;
  if (options.repeats !== undefined && options.repeats !== "refuse-unchanged") {
    record.repeats = options.repeats;
  }
  if (options.verify !== undefined && options.effect === "write") record.verify = options.verify;
  if (options.counts === false) record.counts = false;
  return record;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What JSON can hold of arguments: a schema may parse them into dates, big numbers or cycles. */
function plainArgs(args: unknown): unknown {
  try {
    return JSON.parse(toJsonText(args)) as unknown;
  } catch {
    return "[unreadable]";
  }
}
