import type { Recovery, ToolOptions } from "@recourse/core";
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
  const own = { onHalt: kinds.callable, run: kinds.object };
  const meant = pick(options, (name) => {
    return (
      Object.hasOwn(runOptionPlaces, name) || Object.keys(own).some((known) => isLike(name, known))
    );
  });
  checkFields("", meant, own, { ...owner, elsewhere: runOptionPlaces });
}

/** Where options of a run belong that are put beside the SDK's. Its `model` is another one. */
const runOptionPlaces: Readonly<Record<string, string>> = {
  runTimeoutMs: "run",
  attributes: "run",
  literals: "run",
  mode: "run",
  policy: "createRecovery()",
  sinks: "createRecovery()",
};

/** Settings of a tool that are put among the SDK's, which would take no notice of them. */
const toolSettingPlaces: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      "effect",
      "retry",
      "repeats",
      "counts",
      "critical",
      "verify",
      "classify",
      "enumerate",
      "explain",
      "isEmpty",
      "describeEmpty",
      "maxResultChars",
      "recovery",
    ] satisfies (keyof ToolOptions | "recovery")[]
  ).map((name) => [name, "settings"]),
);

/** Refuses what belongs into the second argument. What else there is, is the SDK's own. */
function refuseMisplaced(options: unknown, owner: Owner): void {
  const misplaced = pick(options, (name) => Object.hasOwn(toolSettingPlaces, name));
  checkFields("", misplaced, {}, { ...owner, elsewhere: toolSettingPlaces });
}

function pick(options: unknown, isWanted: (name: string) => boolean): object {
  const given = Object.entries(options as object);
  return Object.fromEntries(given.filter(([name, value]) => value !== undefined && isWanted(name)));
}

/** The same but for capitals: the SDK's own names are not known, so nothing else is a mistake. */
function isLike(name: string, known: string): boolean {
  return name.toLowerCase() === known.toLowerCase();
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
  refuseMisplaced(options, owner);
  checkValue("execute", (options as { execute?: unknown }).execute, kinds.callable, owner);
  checkToolSettings(settings, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkAgentTool(given: unknown, options: unknown, settings: unknown): void {
  const owner: Owner = { of: "recoverAgentTool()" };
  checkValue("agent", given, agent, owner);
  checkValue("options", options, kinds.object, owner);
  refuseMisplaced(options, owner);
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
