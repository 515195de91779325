import type { Wording, WordingInput } from "../observation/wording.ts";
import { ERROR_TYPES, HALT_REASONS } from "../vocabulary.ts";
import { checkFields, type Owner } from "./check-fields.ts";
import { callable, type Kind, object, text } from "./kind.ts";

const wordingKinds: Readonly<Record<keyof Wording, Kind>> = {
  messages: object,
  userMessages: object,
  haltMessages: object,
  issue: callable,
  issues: callable,
  said: callable,
  lastTurn: callable,
  done: text,
  resultCut: callable,
};

/** A template for each error type. */
const templates = Object.fromEntries(Object.keys(ERROR_TYPES).map((type) => [type, callable]));

/** A sentence for each reason to end a run. */
const haltTexts = Object.fromEntries(HALT_REASONS.map((reason) => [reason, text]));

/**
 * Checks sentences of the user's own.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkWording(path: string, wording: WordingInput, owner: Owner): void {
  checkFields(path, wording, wordingKinds, owner);
  const { messages = {}, userMessages = {}, haltMessages = {} } = wording;
  checkFields(`${path}.messages`, messages, templates, owner);
  checkFields(`${path}.userMessages`, userMessages, templates, owner);
  checkFields(`${path}.haltMessages`, haltMessages, haltTexts, owner);
}
