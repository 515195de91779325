import { checkEach, checkFields, checkValue, kinds, type Owner } from "@recourse/core/adapter";
import type { AgentOptions } from "./agent.ts";
import type { WiringInput } from "./wire.ts";

type Kind = (typeof kinds)["object"];

const tools: Kind = { ...kinds.object, wanted: "an object with tools by name" };
const messages: Kind = { ...kinds.object, wanted: "a message" };
const writer = kinds.having(
  ["write"],
  "the writer of a UI message stream",
  "It is what createUIMessageStream({ execute }) gives as `writer`.",
);
const promise: Kind = {
  ...kinds.having(["then"], "a promise"),
  advice: "Give it what generateText() or agent.generate() returned; a stream ends its run itself.",
};
const ownRun: Kind = {
  ...kinds.having(["wire"], "a run of the AI SDK"),
  advice: 'Make its recovery with createRecovery of "@recourse/ai-sdk", not of "@recourse/core".',
};
const options: Kind = {
  wanted: "an object",
  fits: (value) => kinds.object.fits(value) && !kinds.recovery.fits(value),
  advice:
    'A recovery is used as it is; where core\'s was meant, import createRecovery of "@recourse/ai-sdk".',
};

/** Of what `wire` takes, all that a run takes part in; the rest is the SDK's to check. */
const functions = [
  "prepareStep",
  "repairToolCall",
  "experimental_repairToolCall",
  "onStepFinish",
  "onStepEnd",
  "onFinish",
  "onEnd",
  "onAbort",
  "onError",
  "onStepError",
] as const satisfies readonly (keyof WiringInput)[];

/** @throws RecourseError `invalid_option` */
export function checkRecoveryOptions(value: unknown): void {
  checkValue("options", value, options, { of: "createRecovery()" });
}

/**
 * What `wire` was given. Each run is checked, so what is right costs a look at it.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkWiring(input: WiringInput, owner: Owner): void {
  checkValue("settings", input, kinds.object, owner);
  if (input.tools === undefined) refuseTools(input, owner);
  else checkTools(input.tools, owner);
  if (input.stopWhen !== undefined) checkConditions(input.stopWhen, owner);
  for (const name of functions) {
    const value = input[name];
    if (value !== undefined && typeof value !== "function") {
      checkValue(name, value, kinds.callable, owner);
    }
  }
  if (input.abortSignal !== undefined) {
    checkValue("abortSignal", input.abortSignal, kinds.signal, owner);
  }
}

/** Tools that were given in place of the settings would pass for settings that nobody knows. */
function refuseTools(input: object, owner: Owner): void {
  for (const [name, value] of Object.entries(input)) {
    if (!isTool(value)) continue;
    const place = {
      wanted: "a setting, not a tool",
      fits: () => false,
      advice: `Tools go under \`tools\`: { tools: { ${name} } }.`,
    };
    checkValue(name, value, place, owner);
  }
}

function isTool(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "inputSchema" in value || typeof (value as { execute?: unknown }).execute === "function";
}

/** @throws RecourseError `invalid_option` */
export function checkTools(value: object, owner: Owner): void {
  checkValue("tools", value, tools, owner);
  for (const name of Object.keys(value)) {
    const tool: unknown = value[name as keyof typeof value];
    if (typeof tool !== "object" || tool === null) {
      checkValue(`tools.${name}`, tool, kinds.object, owner);
    }
  }
}

/** @throws RecourseError `invalid_option` */
export function checkConditions(value: unknown, owner: Owner): void {
  if (typeof value === "function") return;
  if (Array.isArray(value)) checkEach("stopWhen", value, kinds.callable, owner);
  else checkValue("stopWhen", value, kinds.callable, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkFunction(name: string, value: unknown, owner: Owner): void {
  if (value !== undefined) checkValue(name, value, kinds.callable, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkMessages(value: unknown, owner: Owner): void {
  checkEach("messages", value, messages, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkPromise(value: unknown): void {
  checkValue("result", value, promise, { of: "run.track()" });
}

/** @throws RecourseError `invalid_option` */
export function checkWriter(value: unknown): void {
  checkValue("writer", value, writer, { of: "run.writeTo()" });
}

const agentKinds: Readonly<Record<keyof AgentOptions, Kind>> = {
  run: {
    wanted: "the options of a run, or a function that makes them",
    fits: (value) => kinds.object.fits(value) || kinds.callable.fits(value),
  },
  onRun: kinds.callable,
  resume: kinds.callable,
};

/** The SDK would take no notice of them. */
function misplaced(name: string): Kind {
  return {
    wanted: "left out of the agent's settings",
    fits: (value) => value === undefined,
    advice: `It belongs into the second argument: recovery.agent(settings, { ${name} }).`,
  };
}

/** @throws RecourseError `invalid_option` */
export function checkAgent(settings: unknown, agentOptions: unknown): void {
  const owner = { of: "recovery.agent()" };
  checkValue("settings", settings, kinds.object, owner);
  for (const name of Object.keys(agentKinds)) {
    checkValue(name, (settings as Record<string, unknown>)[name], misplaced(name), owner);
  }
  const given = (settings as { readonly tools?: object }).tools;
  if (given === undefined) refuseTools(settings as object, owner);
  else checkTools(given, owner);
  checkFields("", agentOptions, agentKinds, owner);
}

/** @throws RecourseError `invalid_option` */
export function checkResumed(run: unknown): void {
  checkValue("resume(…)", run, ownRun, { of: "recovery.agent()" });
}
