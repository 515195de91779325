/** The support desk: one agent, its tools, its world and its scenarios, for every framework. */
export {
  type AgentRequest,
  type AgentResult,
  type ModelEndpoint,
  type RunAgent,
  SYSTEM_PROMPT,
  type Variant,
} from "./agent.ts";
export { runDemo } from "./demo.ts";
export { type RealModel, realModelFrom } from "./real-model.ts";
export { runScenario, type ScenarioOutcome, type ScenarioRun } from "./run-scenario.ts";
export type { Scenario } from "./scenarios/scenario.ts";
export { SCENARIOS } from "./scenarios/scenarios.ts";
export type { SupportTool, ToolContext } from "./tool.ts";
export { createSupportTools } from "./tools/tools.ts";
export { openWorld, type World } from "./world/world.ts";
