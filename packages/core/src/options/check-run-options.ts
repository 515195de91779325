import type { RunOptions } from "../engine/run.ts";
import { checkEach, type Owner, unknownOption, wrong } from "./check-fields.ts";
import { checkAttributes, checkMode, modeOrParts } from "./check-labels.ts";
import { type Kind, list, number, object, secret, signal, text } from "./kind.ts";

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
