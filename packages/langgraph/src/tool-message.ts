import { ToolMessage } from "@langchain/core/messages";
import type { CallOutcome, HaltReason } from "@recourse/core";
import type { MessageToolCall } from "./messages.ts";

/**
 * What the application finds on a ToolMessage that Recourse wrote: under `response_metadata.recourse`,
 * and under `artifact.recourse` when the tool left no artifact of its own. Neither reaches the model.
 */
export interface RecoveryNote {
  readonly runId: string;
  readonly turn: number;
  readonly index: number;
  readonly signature: string;
  /** What the outcome is compared by, and how its mistake is recognised, for a run restored from messages. */
  readonly outcomeHash: string;
  readonly shape?: string;
  readonly decision: string;
  readonly errorType?: string;
  readonly errorClass?: string;
  readonly retryable?: boolean;
  readonly outcome?: string;
  readonly attempts: number;
  /** The rule that tripped a limit, if one did: `repairs`, `repeated_call`, … */
  readonly tripped?: string;
  readonly stopReason?: HaltReason;
  readonly userMessage?: string;
}

/** The short account of an outcome for application code, streams and traces. */
export function noteOf(outcome: CallOutcome): RecoveryNote {
  const { record, halt, userMessage } = outcome;
  const note: Writable<RecoveryNote> = {
    runId: record.runId,
    turn: record.turn,
    index: record.index,
    signature: record.signature,
    outcomeHash: record.outcomeHash,
    decision: record.decision,
    attempts: record.attemptLog.length,
  };
  if (record.shape !== undefined) note.shape = record.shape;
  if (record.errorType !== undefined) note.errorType = record.errorType;
  if (record.errorClass !== undefined) note.errorClass = record.errorClass;
  if (record.retryable !== undefined) note.retryable = record.retryable;
  if (record.outcome !== undefined) note.outcome = record.outcome;
  if (record.tripped !== undefined) note.tripped = record.tripped.rule;
  if (halt !== undefined) note.stopReason = halt.reason;
  if (userMessage !== undefined) note.userMessage = userMessage;
  return note;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The message by which an outcome reaches the model; what the tool's own message carried stays on it. */
export function messageOfOutcome(
  call: MessageToolCall,
  outcome: CallOutcome,
  own: ToolMessage | undefined,
): ToolMessage {
  const recourse = noteOf(outcome);
  return new ToolMessage({
    content: outcome.content,
    status: outcome.ok ? "success" : "error",
    name: own?.name ?? call.name,
    tool_call_id: own?.tool_call_id ?? call.id ?? "",
    artifact: own?.artifact ?? (outcome.ok ? undefined : { recourse }),
    ...(own?.id === undefined ? {} : { id: own.id }),
    ...(own === undefined ? {} : { additional_kwargs: own.additional_kwargs }),
    ...(own?.metadata === undefined ? {} : { metadata: own.metadata }),
    response_metadata: { ...own?.response_metadata, recourse },
  });
}
