/** Tests that every framework's example has to pass, written once. Only for test files: needs vitest. */
export { agentSuite } from "./suites/agent-suite.ts";
export { type NestedAgents, nestingSuite } from "./suites/nesting-suite.ts";
export { type PausedAgent, pausingSuite } from "./suites/pausing-suite.ts";
export { resumeSuite } from "./suites/resume-suite.ts";
