import type { ToolOptions } from "../engine/tool-options.ts";
import { EFFECTS } from "../vocabulary.ts";
import { checkFields, type Owner } from "./check-fields.ts";
import { checkRetry, retryKind, retryPlaces } from "./check-policy.ts";
import { callable, flag, type Kind, number, object, oneOf, orFalse, text, whole } from "./kind.ts";

/** Something odd that is not wrong enough to stop. */
export interface OptionWarning {
  /** Stable, so that it can be filtered. */
  readonly code: string;
  readonly message: string;
}

const schema: Kind = {
  wanted: "a schema: Standard Schema, zod, or a JSON Schema object",
  fits: (value) => object.fits(value) || callable.fits(value),
};

/** What each setting of a tool must be. */
export const toolKinds: Readonly<Record<keyof ToolOptions, Kind>> = {
  effect: oneOf(EFFECTS),
  schema,
  timeoutMs: orFalse({ wanted: "milliseconds, more than 0", fits: number(Number.MIN_VALUE).fits }),
  retry: retryKind,
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
 * @param path where they stand; empty where a function was given nothing else
 * @param more what else may stand there, where an adapter's function takes more than our settings
 * @throws RecourseError `invalid_option`
 */
export function checkToolOptions(
  path: string,
  settings: unknown,
  { of }: Owner = {},
  more: Readonly<Record<string, Kind>> = {},
): OptionWarning[] {
  const retry = path === "" ? "retry" : `${path}.retry`;
  const elsewhere = retryPlaces(retry);
  checkFields(path, settings, { ...toolKinds, ...more }, { of, elsewhere });
  const options = settings as ToolOptions;
  if (object.fits(options.retry)) checkRetry(retry, options.retry, { of });
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
