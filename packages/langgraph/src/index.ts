/**
 * Recourse for LangGraph. `RecoveringToolNode` takes the place of the prebuilt `ToolNode`,
 * `recoveryCondition` lets it end a run, `recoveryState` lets a run survive a checkpoint. What
 * users of any framework share comes along from `@recourse/core`, so that one import is enough.
 *
 * @module
 */
export type {
  CallContext,
  CallOutcome,
  CallRecord,
  Incident,
  Observation,
  Recovery,
  RecoveryEvent,
  RecoveryOptions,
  Run,
  RunOptions,
  RunRecord,
  RunReport,
  RunSnapshot,
  Sink,
  StopReason,
  ToolOptions,
} from "@recourse/core";
export { createRecovery, strictPolicy, ToolFault, withRecovery } from "@recourse/core";
export { type AskHumanNode, type AskHumanOptions, askHuman } from "./ask-human.ts";
export { callContext } from "./call-link.ts";
export { closeDanglingToolCalls } from "./close-dangling-tool-calls.ts";
export type { HumanDecision, HumanQuestion } from "./human-decision.ts";
export type { WithUpdateSchema } from "./langgraph-internals.ts";
export { type RecoverToolsOptions, recoverTools } from "./recover-tools.ts";
export {
  RecoveringToolNode,
  type RecoveringToolNodeOptions,
} from "./recovering-tool-node.ts";
export {
  type RecoveryConditionOptions,
  type RecoveryRouter,
  recoveryCondition,
} from "./recovery-condition.ts";
export { type RecoveryState, recoveryState } from "./recovery-state.ts";
export { repairInvalidToolCalls, type StateWithMessages } from "./repair-invalid-tool-calls.ts";
export { type EndListener, RunEndHandler, type RunEndHandlerOptions } from "./run-end-handler.ts";
export type { SavedRun } from "./saved-run.ts";
export type { InvocationOptions } from "./scope.ts";
export type { ToolRecoveryEvent } from "./stream-outcome.ts";
export type { RecoveryNote } from "./tool-message.ts";
export {
  type FieldsOfZod,
  type RecoveryFields,
  type SerializableSchema,
  withRecoveryState,
  type ZodLike,
  type ZodObjectLike,
} from "./with-recovery-state.ts";
export { type WrapToolNodeOptions, wrapToolNode } from "./wrap-tool-node.ts";
