import type { RunOptions } from "../engine/run.ts";
import { STOP_REASONS } from "../vocabulary.ts";
import { checkEach, checkFields, type Owner, unknownOption, wrong } from "./check-fields.ts";
import { checkAttributes, checkMode, modeOrParts } from "./check-labels.ts";
import { type Kind, list, number, object, oneOf, secret, signal, text } from "./kind.ts";

const runKinds: Readonly<Record<keyof RunOptions, Kind>> = {
  id: text,
  runTimeoutMs: {
    wanted: "milliseconds from now, at least 1",
    fits: number(1).fits,
    advice:
      "A time-out in the past would end the run before it begins; leave it out where there is none.",
  },
  attributes: object,
  model: text,
  agent: text,
  signal,
  mode: modeOrParts,
  literals: { ...list, secret: true },
  framework: text,
  parentRunId: text,
};

const owner: Owner = {
  of: "run()",
  elsewhere: { timeoutMs: "createRecovery({ defaults })", policy: "createRecovery()" },
  synonyms: { runId: "id" },
};

/**
 * Checks what a run was given. Every run is checked, so there is one walk over what is there.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkRunOptions(options: RunOptions): void {
  if (!object.fits(options)) throw wrong("options", object, options, owner);
  for (const key of Object.keys(options)) {
    const value: unknown = options[key as keyof RunOptions];
    const kind = Object.hasOwn(runKinds, key) ? runKinds[key as keyof RunOptions] : undefined;
    if (kind === undefined) throw unknownOption(key, key, Object.keys(runKinds), owner);
    if (value !== undefined && !kind.fits(value)) throw wrong(key, kind, value, owner);
  }
  checkMode("mode", options.mode, owner);
  checkAttributes("attributes", options.attributes, owner);
  if (options.literals !== undefined) checkEach("literals", options.literals, secret, owner);
}

const childKinds: Readonly<Record<string, Kind>> = {
  agent: text,
  id: text,
  model: text,
  keyBase: text,
};

/**
 * Checks what the run of an agent inside a tool was given.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkChildOptions(options: unknown): void {
  checkFields("", options, childKinds, { of: "run.child()" });
}

const stopReason = oneOf(STOP_REASONS);

/**
 * Checks why a run is said to have ended.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkStopReason(reason: unknown): void {
  if (reason === undefined || stopReason.fits(reason)) return;
  throw wrong("reason", stopReason, reason, { of: "run.finish()" });
}

/**
 * Checks that a history is one. What its calls hold is the framework's, and is not rejected.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkHistory(history: unknown): void {
  checkEach("history", history, { ...object, wanted: "a call" }, { of: "run.restore()" });
}
