/**
 * Recourse for the OpenAI Agents SDK. Make a recovery, make tools with `recoverTool` in place of
 * `tool`, and run agents with `recoveringRunner` in place of `Runner`.
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
export {
  type AgentsRecovery,
  type AgentsRun,
  agentsRecovery,
  createRecovery,
  type RunOptionsLike,
} from "./create-recovery.ts";
export { RunHaltedError } from "./halted-error.ts";
export {
  type AgentToolParameters,
  type DefaultAgentToolParameters,
  recoverAgentTool,
} from "./recover-agent-tool.ts";
export { type RecoverMcpServerSettings, recoverMcpServer } from "./recover-mcp-server.ts";
export { type RecoverToolSettings, recoverTool } from "./recover-tool.ts";
export {
  type RecoveringRunnerOptions,
  recoveringRunner,
  recoveryRunOf,
} from "./recovering-runner.ts";
export type { HaltOptions } from "./run-options.ts";
