import type { Recovery } from "@recourse/core";
import {
  checkFields,
  checkToolOptions,
  checkValue,
  kinds,
  type Owner,
} from "@recourse/core/adapter";

/** What is checked is what programmers hand to us: in words of theirs, before anything runs. */

const mcpServer = kinds.having(
  ["listTools", "callTool", "connect", "close"],
  "an MCP server of the SDK",
  "Pass the server itself: recoverMcpServer(new MCPServerStdio({ … })).",
);

const agent = kinds.having(
  ["asTool"],
  "an agent of the SDK",
  "Pass the agent itself: recoverAgentTool(researcher, { toolName: … }).",
);

const runState = {
  wanted: "a run state of the SDK",
  fits: (value: unknown) => kinds.object.fits(value) && "history" in (value as object),
  advice: "Pass `result.state`, or what `RunState.fromString` gave; it has to be awaited.",
};

/** @throws RecourseError `invalid_option` */
export function checkRecovery(recovery: unknown, of: string): void {
  checkValue("recovery", recovery, kinds.recovery, { of });
}

/** @throws RecourseError `invalid_option` */
export function checkRunnerOptions(recovery: unknown, options: unknown): void {
  const owner: Owner = { of: "recoveringRunner()" };
  checkValue("recovery", recovery, kinds.recovery, owner);
  checkValue("options", options, kinds.object, owner);
  // The rest is the SDK's own.
  const { onHalt, run } = options as { readonly onHalt?: unknown; readonly run?: unknown };
  checkFields("", { onHalt, run }, { onHalt: kinds.callable, run: kinds.object }, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkRunOptions(options: unknown, halt: unknown): void {
  const owner: Owner = { of: "run.runOptions()" };
  if (options !== undefined) checkValue("options", options, kinds.object, owner);
  if (halt !== undefined) checkFields("halt", halt, { onHalt: kinds.callable }, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkState(state: unknown): void {
  checkValue("state", state, runState, { of: "run.bindState()" });
}

/** @throws RecourseError `invalid_option` */
export function checkTool(options: unknown, settings: unknown): void {
  const owner: Owner = { of: "recoverTool()" };
  checkValue("options", options, kinds.object, owner);
  checkValue("execute", (options as { execute?: unknown }).execute, kinds.callable, owner);
  checkToolSettings(settings, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkAgentTool(given: unknown, options: unknown, settings: unknown): void {
  const owner: Owner = { of: "recoverAgentTool()" };
  checkValue("agent", given, agent, owner);
  checkValue("options", options, kinds.object, owner);
  checkToolSettings(settings, owner);
}

function checkToolSettings(settings: unknown, owner: Owner): void {
  const warnings = checkToolOptions("", settings, owner, { recovery: kinds.recovery });
  const { recovery } = settings as { readonly recovery?: Recovery };
  for (const { code, message } of warnings) recovery?.warnOnce(code, message);
}

/** @throws RecourseError `invalid_option` */
export function checkMcpServer(server: unknown, settings: unknown): void {
  const owner: Owner = { of: "recoverMcpServer()" };
  checkValue("server", server, mcpServer, owner);
  const fields = { defaults: kinds.object, annotations: kinds.flag, recovery: kinds.recovery };
  checkFields("", settings, fields, owner);
  const { defaults } = settings as { readonly defaults?: unknown };
  if (defaults !== undefined) checkToolOptions("defaults", defaults, owner);
}
