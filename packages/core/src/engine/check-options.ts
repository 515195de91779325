import { MODES } from "../vocabulary.ts";
import { checkPolicy } from "./check-policy.ts";
import { checkToolOptions } from "./check-tool-options.ts";
import {
  anything,
  callable,
  checkFields,
  flag,
  type Kind,
  list,
  number,
  type OptionWarning,
  object,
  oneOf,
  text,
  whole,
  wrong,
} from "./option-reader.ts";
import { RecourseError } from "./recourse-error.ts";
import type { RecoveryOptions } from "./recovery.ts";
import type { ModeByPart, RunOptions } from "./run.ts";

export type { OptionWarning } from "./option-reader.ts";

const mode = oneOf(MODES);

const modeOrParts: Kind = {
  wanted: `${mode.wanted}, or an object with one for each of messages, retry, guards`,
  fits: (value) => mode.fits(value) || object.fits(value),
};

const recoveryKinds: Readonly<Record<keyof RecoveryOptions, Kind>> = {
  mode: modeOrParts,
  tools: object,
  defaults: object,
  policy: object,
  sinks: list,
  onEvent: callable,
  onEscalate: callable,
  onHalt: callable,
  clock: object,
  successText: oneOf(["plain", "envelope"]),
  wording: object,
  redaction: object,
  redactResults: flag,
  recordArgs: flag,
  tokenizer: callable,
  maxMessageTokens: whole(20),
  attributes: object,
  model: text,
  agent: text,
};

/**
 * Checks what `createRecovery` was given.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkOptions(options: RecoveryOptions): readonly OptionWarning[] {
  checkFields("", options, recoveryKinds);
  checkMode("mode", options.mode);
  if (options.policy !== undefined) checkPolicy("policy", options.policy);
  checkAttributes("attributes", options.attributes);
  checkSinks(options.sinks);
  checkClock(options.clock);
  checkRedaction(options.redaction);
  const warnings: OptionWarning[] = [];
  if (options.defaults !== undefined) {
    warnings.push(...checkToolOptions("defaults", options.defaults));
  }
  for (const [name, settings] of Object.entries(options.tools ?? {})) {
    if (name.trim() === "") {
      throw new RecourseError(
        "invalid_option",
        "A tool without a name stands in `tools`. Name it as the model calls it, or put what holds for every tool under `defaults`.",
      );
    }
    warnings.push(...checkToolOptions(`tools.${name}`, settings));
  }
  return warnings;
}

const runKinds: Readonly<Record<keyof RunOptions, Kind>> = {
  id: text,
  runTimeoutMs: anything,
  attributes: object,
  model: text,
  agent: text,
  signal: object,
  mode: modeOrParts,
  literals: list,
  framework: text,
  parentRunId: text,
};

/** Every run is checked, so the list is made once. */
const runKindEntries = Object.entries(runKinds);

/**
 * Checks what a run was given. Names that are not core's are left to the adapter that added them.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkRunOptions(options: RunOptions): void {
  if (!object.fits(options)) throw wrong("options of run()", object, options);
  for (const [key, kind] of runKindEntries) {
    const value = options[key as keyof RunOptions];
    if (value !== undefined && !kind.fits(value)) throw wrong(key, kind, value);
  }
  checkMode("mode", options.mode);
  checkAttributes("attributes", options.attributes);
  const { runTimeoutMs } = options;
  if (runTimeoutMs !== undefined && !number(1).fits(runTimeoutMs)) {
    throw new RecourseError(
      "invalid_option",
      `Expected \`runTimeoutMs\` to be milliseconds from now, at least 1, got ${String(runTimeoutMs)}. ` +
        "A time-out in the past would end the run before it begins; leave it out for none.",
    );
  }
}

const partKinds: Readonly<Record<keyof ModeByPart, Kind>> = {
  messages: mode,
  retry: mode,
  guards: mode,
};

function checkMode(path: string, value: unknown): void {
  if (object.fits(value)) checkFields(path, value, partKinds);
}

function checkAttributes(path: string, attributes: RecoveryOptions["attributes"]): void {
  if (attributes === undefined) return;
  for (const [key, value] of Object.entries(attributes)) {
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw wrong(
        `${path}.${key}`,
        { wanted: "a text, a number or a flag", fits: () => false },
        value,
      );
    }
  }
}

function checkSinks(sinks: RecoveryOptions["sinks"]): void {
  for (const [index, sink] of (sinks ?? []).entries()) {
    if (typeof (sink as { write?: unknown } | undefined)?.write !== "function") {
      const kind = { wanted: "a sink, an object with write(record)", fits: () => false };
      throw wrong(`sinks[${index}]`, kind, sink);
    }
  }
}

function checkClock(clock: RecoveryOptions["clock"]): void {
  if (clock === undefined) return;
  for (const name of ["now", "setTimeout", "clearTimeout", "random"] as const) {
    if (typeof clock[name] !== "function") throw wrong(`clock.${name}`, callable, clock[name]);
  }
}

function checkRedaction(redaction: RecoveryOptions["redaction"]): void {
  if (redaction === undefined) return;
  const kinds: Readonly<Record<keyof typeof redaction, Kind>> = {
    literals: list,
    pii: list,
    env: list,
  };
  checkFields("redaction", redaction, kinds);
  for (const word of redaction.pii ?? []) {
    const kind = oneOf(["email", "phone"]);
    if (!kind.fits(word)) throw wrong("redaction.pii", kind, word);
  }
}
