import type { RecoveryOptions } from "../engine/recovery.ts";
import type { ModeByPart } from "../engine/run.ts";
import { MODES } from "../vocabulary.ts";
import { checkFields, checkValue, type Owner } from "./check-fields.ts";
import { type Kind, object, oneOf } from "./kind.ts";

const mode = oneOf(MODES);

/** One mode for all, or one for each part. */
export const modeOrParts: Kind = {
  ...mode,
  wanted: `${mode.wanted}, or an object with one for each of messages, retry, guards`,
  fits: (value) => mode.fits(value) || object.fits(value),
};

const partKinds: Readonly<Record<keyof ModeByPart, Kind>> = {
  messages: mode,
  retry: mode,
  guards: mode,
};

const label: Kind = {
  wanted: "a text, a number or a flag",
  fits: (value) => ["string", "number", "boolean"].includes(typeof value),
};

/** Checks the modes of the parts, where they are given one by one. */
export function checkMode(path: string, value: unknown, owner: Owner): void {
  if (object.fits(value)) checkFields(path, value, partKinds, owner);
}

/** Checks the labels of runs. */
export function checkAttributes(
  path: string,
  attributes: RecoveryOptions["attributes"],
  owner: Owner,
): void {
  if (attributes === undefined) return;
  for (const [key, value] of Object.entries(attributes)) {
    checkValue(`${path}.${key}`, value, label, owner);
  }
}
