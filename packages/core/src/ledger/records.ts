import type {
  CallEffectOutcome,
  Decision,
  Effect,
  ErrorClass,
  ErrorType,
  HaltReason,
  Mode,
  StopReason,
} from "../vocabulary.ts";

/** The schema tag of a call record. */
export const CALL_SCHEMA = "recourse.call/1";
/** The schema tag of a run record. */
export const RUN_SCHEMA = "recourse.run/1";

/** The rule of a call that was refused and is asked for again with nothing changed: it ends the run. */
export const ASKED_AGAIN = "refused_call_asked_again";

/** A value that a label may have. */
export type AttributeValue = string | number | boolean;

/** What both kinds of record carry to say where they come from. */
export interface RecordLabels {
  readonly runId: string;
  readonly parentRunId?: string;
  /** The adapter: `langgraph`, `ai-sdk`, `openai-agents`, or `none` for a hand-written loop. */
  readonly framework: string;
  readonly model?: string;
  readonly agent?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly mode: Mode;
}

/** One attempt of the host at a call. */
export interface AttemptLogEntry {
  /** Absent when the attempt succeeded. */
  readonly errorType?: ErrorType;
  /** Milliseconds waited before this attempt. */
  readonly waitMs: number;
  readonly durationMs: number;
}

/** What tripped a limit: enough to find the exact call again. */
export interface Tripped {
  /** The rule: a stop reason, or `repeated_call`, `unverified_write`, `repairs`, … */
  readonly rule: string;
  readonly tool?: string;
  /** Redacted, shortened arguments as JSON text. */
  readonly args?: string;
  readonly signature?: string;
  readonly errorType?: ErrorType;
  /** The counter that reached its limit, its value, and the limit. */
  readonly counter?: string;
  readonly value?: number;
  readonly limit?: number;
  /** What the caller said when it stopped the run; redacted. */
  readonly detail?: string;
}

/** Every tool call that settles becomes one of these. Plain JSON. */
export interface CallRecord extends RecordLabels {
  readonly schema: typeof CALL_SCHEMA;
  readonly turn: number;
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  /** SHA-256, hex, of tool + "\n" + canonical arguments. */
  readonly signature: string;
  /** Redacted; only when the user opted in. */
  readonly args?: unknown;
  /** An empty result is `ok: true` with an `errorType`. */
  readonly ok: boolean;
  readonly errorType?: ErrorType;
  readonly errorClass?: ErrorClass;
  readonly decision: Decision;
  /** In observe mode: what enforce would have decided. */
  readonly would?: Decision;
  readonly retryable?: boolean;
  readonly outcome?: CallEffectOutcome;
  readonly attemptLog: readonly AttemptLogEntry[];
  readonly durationMs: number;
  /** SHA-256, hex, of the text that the model reads. */
  readonly contentHash: string;
  /** UTF-16 units of that text. */
  readonly contentChars: number;
  /** Tokens of that text, estimated unless the user gave a tokenizer. */
  readonly contentTokens: number;
  /** SHA-256, hex, of what the outcome is compared by: the value, or error type and message. */
  readonly outcomeHash: string;
  /** The operator's text: redacted, never shown to the model. */
  readonly detail?: string;
  /** The classifier's rule that matched. */
  readonly rule?: string;
  readonly tripped?: Tripped;
  /** The tool's declared effect, so that the fold needs nothing but records. Absent: undeclared. */
  readonly effect?: Effect;
  /** The tool's `repeats`, where it is not the default. */
  readonly repeats?: "refuse" | "allow";
  /** The tool that shows whether a write took effect, where one is named. */
  readonly verify?: string;
  /** `false` when failures of the tool stay out of the budgets. */
  readonly counts?: false;
  /** For malformed calls: what makes two of them the same mistake. */
  readonly shape?: string;
  /** ISO 8601, when the call settled. */
  readonly time: string;
}

/** The numbers of a run, a pure fold over its call records. */
export interface RunCounters {
  readonly turns: number;
  readonly calls: number;
  readonly attempts: number;
  readonly successes: number;
  readonly errors: number;
  readonly emptyResults: number;
  readonly refused: number;
  readonly hostRecovered: number;
  readonly failedTurnsInRow: number;
  readonly emptyTurnsInRow: number;
  readonly errorTokens: number;
  readonly waitMs: number;
  readonly lateSettlements: number;
  readonly duplicateResults: number;
  readonly byErrorType: Readonly<Partial<Record<ErrorType, number>>>;
}

/** Written once, when a run ends. */
export interface RunRecord extends RecordLabels {
  readonly schema: typeof RUN_SCHEMA;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly stopReason: StopReason;
  /** In observe mode: why enforce would have ended the run earlier. `tripped` is then of that. */
  readonly would?: HaltReason;
  readonly tripped?: Tripped;
  readonly counters: RunCounters;
}

/** What a sink is given. */
export type TraceRecord = CallRecord | RunRecord;
