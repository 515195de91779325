/**
 * The core of Recourse: what an agent does next when a tool fails. Settings (`createRecovery`) make
 * runs; a run executes calls under a policy and gives, for each, what the model reads, the record,
 * and the end of the run where there is one.
 */

export { classify } from "./classify/classify.ts";
export type { ClassifyContext, Diagnosis } from "./classify/diagnosis.ts";
export { isRetryable, type RetryableOptions } from "./classify/is-retryable.ts";
export type { Clock } from "./engine/clock.ts";
export { createRecovery } from "./engine/create-recovery.ts";
export { effectOfAnnotations, type ToolAnnotations } from "./engine/effect-of-annotations.ts";
export type { InCall, InRun, RecoveryEvent } from "./engine/events.ts";
export type { Policy, PolicyInput, RetriedType, RetryPolicy } from "./engine/policy.ts";
export { RecourseError } from "./engine/recourse-error.ts";
export type { Recovery, RecoveryOptions, Sink } from "./engine/recovery.ts";
export { type ReplayedCall, type ReplayedRun, replay } from "./engine/replay.ts";
export { defaultPolicy, strictPolicy } from "./engine/resolve-policy.ts";
export type {
  CallContext,
  CallOutcome,
  CallSummary,
  ChildOptions,
  Halt,
  HistoryCall,
  Incident,
  ModeByPart,
  Run,
  RunOptions,
  RunReport,
  SettledCall,
  ToolCall,
} from "./engine/run.ts";
export type {
  EmptyDescription,
  Explanation,
  JsonSchema,
  ToolOptions,
  ToolSchema,
  ZodLikeSchema,
} from "./engine/tool-options.ts";
export { withRecovery } from "./engine/with-recovery.ts";
export { isFailure, isRefusal, isResult } from "./ledger/counters.ts";
export { type CountedAs, type Metrics, MetricsBuilder, metricsOf } from "./ledger/metrics.ts";
export type { Doubt } from "./ledger/open-turn.ts";
export {
  type AttemptLogEntry,
  type AttributeValue,
  CALL_SCHEMA,
  type CallRecord,
  type RecordLabels,
  RUN_SCHEMA,
  type RunCounters,
  type RunRecord,
  type TraceRecord,
  type Tripped,
} from "./ledger/records.ts";
export { signature } from "./ledger/signature.ts";
export {
  type RunSnapshot,
  SNAPSHOT_SCHEMA,
  type SnapshotResult,
  type SnapshotSignature,
  type SnapshotTool,
  type SnapshotTurn,
} from "./ledger/snapshot.ts";
export { type Rate, wilson } from "./ledger/wilson.ts";
export type { IssueFacts, IssueText, MessageFacts } from "./observation/message-facts.ts";
export type { Observation } from "./observation/observation.ts";
export { parseObservation } from "./observation/parse-observation.ts";
export {
  type FaultInit,
  type FaultText,
  isToolFault,
  ToolFault,
} from "./observation/tool-fault.ts";
export {
  englishWording,
  type MessageTemplate,
  type Wording,
  type WordingInput,
} from "./observation/wording.ts";
export { type RedactOptions, redact } from "./redact/redact.ts";
export { callbackSink } from "./sinks/callback-sink.ts";
export { type ConsoleSinkOptions, consoleSink, type LogEntry } from "./sinks/console-sink.ts";
export type { ArgumentIssue, ValidationResult } from "./validation/issue.ts";
export type { StandardResult, StandardSchema } from "./validation/standard-schema.ts";
export {
  type CallEffectOutcome,
  DECISIONS,
  type Decision,
  EFFECTS,
  type Effect,
  ERROR_CLASSES,
  ERROR_TYPES,
  type ErrorClass,
  type ErrorType,
  type Fault,
  HALT_REASONS,
  type HaltReason,
  isErrorType,
  MODES,
  type Mode,
  STOP_REASONS,
  type StopReason,
} from "./vocabulary.ts";
