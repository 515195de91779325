import { RecourseError } from "../engine/recourse-error.ts";
import type { RecoveryOptions } from "../engine/recovery.ts";
import { nearest } from "../validation/nearest.ts";
import { checkEach, checkFields, checkValue, type Owner, wrong } from "./check-fields.ts";
import { checkAttributes, checkMode, modeOrParts } from "./check-labels.ts";
import { checkPolicy, placed, policyKinds, retryPlaces } from "./check-policy.ts";
import { checkRedactOptions } from "./check-redaction.ts";
import { checkToolOptions, type OptionWarning, toolKinds } from "./check-tool-options.ts";
import { checkWording } from "./check-wording.ts";
import { callable, flag, having, type Kind, list, object, oneOf, text, whole } from "./kind.ts";

const recoveryKinds: Readonly<Record<keyof RecoveryOptions, Kind>> = {
  mode: modeOrParts,
  tools: { ...object, wanted: "an object of settings by tool name" },
  defaults: object,
  policy: {
    ...object,
    advice: "The rules of the essays are the export `strictPolicy`; leave it out for the defaults.",
  },
  sinks: { ...list, wanted: "an array of sinks" },
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

const sink = having(
  ["write"],
  "a sink, an object with write(record)",
  "Make one with jsonlSink(), consoleSink() or callbackSink().",
);

const owner: Owner = {
  of: "createRecovery()",
  elsewhere: {
    ...placed(Object.keys(toolKinds), "defaults` or `tools.<name>"),
    ...placed(Object.keys(policyKinds), "policy"),
    ...retryPlaces("policy.retry"),
    ...placed(["literals", "pii", "env"], "redaction"),
    ...placed(["id", "runTimeoutMs", "signal", "parentRunId", "framework"], "recovery.run()"),
  },
};

/** Further down only what was put too high is known elsewhere. */
const within: Owner = { of: "createRecovery()" };
const withinPolicy: Owner = { ...within, elsewhere: retryPlaces("policy.retry") };

/**
 * Checks what `createRecovery` was given.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkRecoveryOptions(options: RecoveryOptions): readonly OptionWarning[] {
  checkFields("", options, recoveryKinds, owner);
  checkMode("mode", options.mode, within);
  if (options.policy !== undefined) checkPolicy("policy", options.policy, withinPolicy);
  checkAttributes("attributes", options.attributes, within);
  if (options.sinks !== undefined) checkEach("sinks", options.sinks, sink, owner);
  checkClock(options.clock);
  checkRedaction(options.redaction);
  if (options.wording !== undefined) checkWording("wording", options.wording, within);
  return checkTools(options);
}

const anotherTool: Kind = {
  wanted: "another tool, which reads whether the call took effect",
  fits: () => false,
  advice: 'Leave it out where any tool with effect "read" will do.',
};

function checkTools({ defaults, tools = {} }: RecoveryOptions): readonly OptionWarning[] {
  const warnings: OptionWarning[] = [];
  if (defaults !== undefined) warnings.push(...checkToolOptions("defaults", defaults, owner));
  for (const [name, settings] of Object.entries(tools)) {
    if (name.trim() === "") {
      throw new RecourseError(
        "invalid_option",
        "A tool without a name stands in `tools`. Name it as the model calls it, or put what holds for every tool under `defaults`.",
      );
    }
    warnings.push(...checkToolOptions(`tools.${name}`, settings, owner));
    if (settings.verify === name) {
      throw wrong(`tools.${name}.verify`, anotherTool, name, within);
    }
  }
  return [...warnings, ...misspeltVerify(tools)];
}

/** A tool that is named here need not be one of these, but one that is nearly the same is. */
function misspeltVerify(tools: NonNullable<RecoveryOptions["tools"]>): OptionWarning[] {
  const names = Object.keys(tools).filter((name) => !name.includes("*"));
  return Object.entries(tools).flatMap(([name, { verify }]) => {
    if (verify === undefined || Object.keys(tools).length > names.length) return [];
    const others = names.filter((other) => other !== name);
    const [near] = others.includes(verify) ? [] : nearest(verify, others, 1);
    if (near === undefined) return [];
    return {
      code: `verify_unknown: ${name}`,
      message: `\`tools.${name}.verify\` names "${verify}", of which nothing is said under \`tools\`. Did you mean "${near}"?`,
    };
  });
}

function checkClock(clock: RecoveryOptions["clock"]): void {
  if (clock === undefined) return;
  for (const name of ["now", "setTimeout", "clearTimeout", "random"] as const) {
    checkValue(`clock.${name}`, clock[name], callable, owner);
  }
}

function checkRedaction(redaction: RecoveryOptions["redaction"]): void {
  if (redaction === undefined) return;
  checkRedactOptions("redaction", redaction, within, { env: list });
  if (redaction.env !== undefined) checkEach("redaction.env", redaction.env, text, owner);
}
