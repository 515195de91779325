/**
 * Recourse for the Vercel AI SDK, ai 6 and 7: `createRecovery` is core's, its runs have in addition
 * what `generateText`, `streamText` and `ToolLoopAgent` are to be given.
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
export { strictPolicy, ToolFault, withRecovery } from "@recourse/core";
export { callContext } from "@recourse/core/adapter";
export type { AgentOptions } from "./agent.ts";
export type { AiSdkRun } from "./ai-sdk-run.ts";
export { closeDanglingToolCalls } from "./close-dangling-tool-calls.ts";
export {
  type AgentCallbacks,
  type AiSdkRecovery,
  type CallToPrepare,
  createRecovery,
} from "./create-recovery.ts";
export { ToolRecoveryError } from "./tool-recovery-error.ts";
export {
  type DataWriter,
  type RecourseDataPart,
  type RecourseDataParts,
  type StopData,
  type StopPart,
  uiOnError,
  type WaitData,
  type WaitPart,
} from "./ui.ts";
export type {
  AbortedStream,
  ExtraSettings,
  FailedStep,
  OwnPrepareStep,
  OwnRepair,
  OwnStopCondition,
  Passed,
  PrepareStepFor,
  PrepareStepOf,
  RepairOf,
  SettingsByTool,
  StepMessages,
  StopWhenOf,
  Wired,
  WiredSettings,
  WireOptions,
} from "./wire-types.ts";
