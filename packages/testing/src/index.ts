/**
 * For tests of agents whose tools fail: a scripted model over HTTP, fault injection for what
 * tools depend on, a clock under a test's control, and scenarios.
 */
export { createFakeClock, type FakeClock, type FakeClockOptions } from "./clock/fake-clock.ts";
export type { Fault, FaultMoment, FaultRule, Strike } from "./faults/fault.ts";
export { type Faults, type FaultsOptions, faults, type HttpHandler } from "./faults/faults.ts";
export type { AsyncFunction } from "./faults/faulty-function.ts";
export { seededRandom } from "./faults/random.ts";
export type {
  ChatContentPart,
  ChatMessage,
  ChatMove,
  ChatRequest,
  ChatTool,
  ChatToolCall,
} from "./model/chat.ts";
export { textOf } from "./model/chat.ts";
export {
  type ConversationMetrics,
  measureConversation,
  resultsIn,
  type ToolResult,
} from "./model/metrics.ts";
export { nextMove } from "./model/policy.ts";
export type { Goal, ModelScript, WantedArgs } from "./model/script.ts";
export {
  listen,
  type ModelExchange,
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from "./model/server.ts";
export { readWords, type Words } from "./model/words.ts";
export { createRecordingSink, type RecordingSink } from "./recording-sink.ts";
export { type ComparableRun, runDifferences } from "./scenarios/differences.ts";
export { type NestedScenario, nestedCalls, nestedScenario } from "./scenarios/nested.ts";
export { answeredCalls, type PausedScenario, pausedScenario } from "./scenarios/paused.ts";
export {
  type Driver,
  type DriverRequest,
  runRecoveryScenario,
  type ScenarioResult,
  summariseCall,
} from "./scenarios/run-scenario.ts";
export type {
  Expectation,
  RecoveryScenario,
  ScenarioTool,
  ScenarioToolContext,
} from "./scenarios/scenario.ts";
export { recoveryScenarios, resumableScenarios } from "./scenarios/scenarios.ts";
