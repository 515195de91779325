import { checkEach, checkFields, checkValue, kinds } from "@recourse/core/adapter";
import type { RunDefaults } from "./live-run.ts";

type Kind = (typeof kinds)["text"];
type Kinds = Readonly<Record<string, Kind>>;

/** What `createRecovery` returned. */
export const recoveryKind: Kind = { ...kinds.recovery, advice: "Make one with createRecovery()." };

const modeWord = kinds.oneOf(["enforce", "observe", "off"]);

const runKinds: Readonly<Record<keyof RunDefaults, Kind>> = {
  runTimeoutMs: kinds.number(1),
  attributes: kinds.object,
  model: kinds.text,
  agent: kinds.text,
  mode: {
    ...modeWord,
    wanted: `${modeWord.wanted}, or an object with one for each of messages, retry, guards`,
    fits: (value) => modeWord.fits(value) || kinds.object.fits(value),
  },
  literals: { ...kinds.list, secret: true },
};

/** Where an option belongs that is often put beside `recovery`. */
const elsewhere = {
  policy: "createRecovery()",
  sinks: "createRecovery()",
  effect: "createRecovery({ tools }) or withRecovery()",
  timeoutMs: "createRecovery({ defaults })",
  id: "configurable.recourse of an invocation",
};

/**
 * Checks what stands beside `recovery`: all of it at once, when a node or a middleware is made, not
 * at the first failure of a tool.
 *
 * @param of the function or class that was given the options
 * @param own the options that it has besides those of every run
 * @throws RecourseError `invalid_option`
 */
export function checkOptions(of: string, options: unknown, own: Kinds = {}): void {
  const owner = { of, elsewhere };
  // First, since it is what most often is missing.
  const given = kinds.object.fits(options) ? (options as { recovery?: unknown }) : {};
  checkValue("recovery", given.recovery, recoveryKind, owner);
  checkFields("", options, { recovery: recoveryKind, ...runKinds, ...own }, owner);
}

/**
 * Checks a list of tools.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkTools(of: string, tools: unknown): void {
  checkEach("tools", tools, kinds.tool, { of });
}

/** The names of nodes that a run leads to. */
export const nodeKinds: Readonly<Record<"agent" | "end" | "human", Kind>> = {
  agent: kinds.text,
  end: kinds.text,
  human: kinds.text,
};
