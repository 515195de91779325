import type { RedactOptions } from "../redact/redactor.ts";
import { checkEach, checkFields, type Owner } from "./check-fields.ts";
import { type Kind, list, oneOf, secret } from "./kind.ts";

const redactKinds: Readonly<Record<keyof RedactOptions, Kind>> = {
  literals: { ...list, secret: true },
  pii: list,
};

const pii = oneOf(["email", "phone"]);

/**
 * Checks what is to be redacted. No message shows a literal.
 *
 * @param more what else may stand there
 * @throws RecourseError `invalid_option`
 */
export function checkRedactOptions(
  path: string,
  options: RedactOptions,
  owner: Owner,
  more: Readonly<Record<string, Kind>> = {},
): void {
  checkFields(path, options, { ...redactKinds, ...more }, owner);
  const at = path === "" ? "" : `${path}.`;
  if (options.literals !== undefined) checkEach(`${at}literals`, options.literals, secret, owner);
  if (options.pii !== undefined) checkEach(`${at}pii`, options.pii, pii, owner);
}
