import { checkValue } from "../options/check-fields.ts";
import { checkRedactOptions } from "../options/check-redaction.ts";
import type { Kind } from "../options/kind.ts";
import { COMMAND_WORDS, markCommands } from "./commands.ts";
import { markEncoded } from "./encoded.ts";
import { compileLiterals, markLiterals } from "./literals.ts";
import { markNamedValues, NAME_WORDS } from "./named-values.ts";
import { markPem } from "./pem.ts";
import { markEmails, markPhones } from "./personal-data.ts";
import { markProviderKeys } from "./providers.ts";
import type { RedactOptions, Redactor } from "./redactor.ts";
import { cut, Spans } from "./spans.ts";
import { markUrlCredentials } from "./urls.ts";
import { visible } from "./view.ts";

export type { RedactOptions, Redactor } from "./redactor.ts";

const WORDS = new RegExp([...NAME_WORDS, ...COMMAND_WORDS, "://", "----"].join("|"), "i");

const plainText: Kind = {
  wanted: "a text",
  fits: (value) => typeof value === "string",
  advice: "For values of other shapes there is redactValue() in @recourse/core/redact.",
};

/** A cut text may show a second secret that the first one covered; more rounds change nothing. */
const MAX_ROUNDS = 4;

/**
 * Compiles the rules once, for callers that redact many texts.
 *
 * @throws RecourseError `invalid_option`, with the option's name and what to do
 */
export function createRedactor(options: RedactOptions = {}): Redactor {
  checkRedactOptions("", options, { of: "createRedactor()" });
  const literals = compileLiterals(options.literals ?? []);
  const hasLiterals = literals.exact.length > 0;
  const emails = options.pii?.includes("email") ?? false;
  const phones = options.pii?.includes("phone") ?? false;
  const always = hasLiterals || emails || phones;

  const once = (text: string, encoded = true): string => {
    const named = WORDS.test(text);
    const flags = survey(text);
    const hidden = (flags & HIDDEN) !== 0;
    const runs =
      hidden || (flags & RUNS) !== 0 || text.includes("-----") || text.includes("/hooks/");
    if (!named && !runs && !always && !hidden) return text;
    const view = visible(text);
    const spans = new Spans();
    if (hasLiterals) markLiterals(view.text, literals, spans);
    if (named || hidden) {
      markNamedValues(view.text, spans);
      markUrlCredentials(view.text, spans);
      markCommands(view.text, spans);
    }
    if (runs) {
      markPem(view.text, spans);
      markProviderKeys(view.text, spans);
      if (encoded && (hidden || (flags & LONG_RUN) !== 0))
        markEncoded(view.text, spans, (decoded) => once(decoded, false) !== decoded);
    }
    if (emails) markEmails(view.text, spans);
    if (phones) markPhones(view.text, spans);
    const merged = spans.merged();
    if (merged.length === 0) return text;
    return cut(
      text,
      merged.map(([start, end]) => view.toOriginal(start, end)),
    );
  };

  return (text) => {
    checkValue("text", text, plainText, { of: "redact()" });
    let out = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const next = once(out);
      if (next === out) break;
      out = next;
    }
    return out;
  };
}

const builtIn = createRedactor();

/**
 * Removes secrets from a text. Ids, hashes, paths and enum values stay byte for byte.
 *
 * @returns the text itself when there is nothing to remove
 * @throws RecourseError `invalid_option`, where it is given no text; of a text, never
 */
export function redact(text: string, options?: RedactOptions): string {
  return (options === undefined ? builtIn : createRedactor(options))(text);
}

/** Length from which a run without spaces may be a key, and of one in capitals alone. */
const RUN = 12;
const CAPITALS = 16;
/** Length from which a run may be a text in base64. */
const LONG = 32;
const RUNS = 1;
const HIDDEN = 2;
const LONG_RUN = 4;

/**
 * One pass over the text that finds out whether the slower rules have anything to look at.
 *
 * - `RUNS`: letters, digits, `-` and `_` in a row, of more than one kind. Most texts have none, and
 *   then no format needs to be tried.
 * - `LONG_RUN`: one that is long enough for base64 of a text.
 * - `HIDDEN`: terminal codes or characters without width, which may stand inside a secret.
 */
function survey(text: string): number {
  let flags = 0;
  let length = 0;
  let kinds = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) kinds |= 1;
    else if (code >= 65 && code <= 90) kinds |= 2;
    else if (code >= 48 && code <= 57) kinds |= 4;
    else if (code !== 45 && code !== 95) {
      length = 0;
      kinds = 0;
      if (code === 0x1b || code === 0xad || (code >= 0x200b && isHidden(code))) flags |= HIDDEN;
      continue;
    }
    length++;
    if (length >= RUN && ((kinds & (kinds - 1)) !== 0 || (kinds === 2 && length >= CAPITALS))) {
      flags |= length >= LONG ? RUNS | LONG_RUN : RUNS;
    }
  }
  return flags;
}

function isHidden(code: number): boolean {
  return code <= 0x200f || (code >= 0x202a && code <= 0x202e) || code === 0x2060 || code === 0xfeff;
}
