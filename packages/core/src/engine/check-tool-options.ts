import { EFFECTS } from "../vocabulary.ts";
import { checkRetry } from "./check-policy.ts";
import {
  callable,
  checkFields,
  flag,
  type Kind,
  number,
  type OptionWarning,
  object,
  oneOf,
  orFalse,
  text,
  whole,
} from "./option-reader.ts";
import type { ToolOptions } from "./tool-options.ts";

const schema: Kind = {
  wanted: "a schema: Standard Schema, zod, or a JSON Schema object",
  fits: (value) => object.fits(value) || callable.fits(value),
};

const toolKinds: Readonly<Record<keyof ToolOptions, Kind>> = {
  effect: oneOf(EFFECTS),
  schema,
  timeoutMs: orFalse({ wanted: "milliseconds, more than 0", fits: number(Number.MIN_VALUE).fits }),
  retry: orFalse(object),
  repeats: oneOf(["refuse-unchanged", "refuse", "allow"]),
  counts: flag,
  critical: flag,
  verify: text,
  classify: callable,
  enumerate: callable,
  explain: callable,
  isEmpty: callable,
  describeEmpty: callable,
  maxResultChars: whole(1),
};

/**
 * Checks the settings of one tool, and says what is odd about them.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkToolOptions(path: string, options: ToolOptions): OptionWarning[] {
  checkFields(path, options, toolKinds);
  if (object.fits(options.retry)) checkRetry(`${path}.retry`, options.retry);
  const warnings: OptionWarning[] = [];
  if (options.effect === "write" && options.repeats === "allow") {
    warnings.push({
      code: `repeats_on_write: ${path}`,
      message: `\`${path}\` has repeats: "allow" on a write, so the model may run the same write any number of times. Leave \`repeats\` out, or declare the effect "idempotent" if running it twice does no harm.`,
    });
  }
  if (options.verify !== undefined && options.effect !== "write") {
    warnings.push({
      code: `verify_without_write: ${path}`,
      message: `\`${path}\` names a tool to verify with, which only counts for effect: "write". Declare the effect, or leave \`verify\` out.`,
    });
  }
  return warnings;
}
