import { markCommands } from "./commands.ts";
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

const WORDS = new RegExp([...NAME_WORDS, "://", "----", "identified", "kty"].join("|"), "i");
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes may stand inside a secret
const HIDDEN = /[\u001b\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/;

/** A cut text may show a second secret that the first one covered; more rounds change nothing. */
const MAX_ROUNDS = 4;

/** Compiles the rules once, for callers that redact many texts. */
export function createRedactor(options: RedactOptions = {}): Redactor {
  const literals = compileLiterals(options.literals ?? []);
  const hasLiterals = literals.exact.length > 0;
  const emails = options.pii?.includes("email") ?? false;
  const phones = options.pii?.includes("phone") ?? false;
  const always = hasLiterals || emails || phones;

  const once = (text: string): string => {
    const named = WORDS.test(text);
    const runs = hasRun(text);
    const hidden = HIDDEN.test(text);
    if (!named && !runs && !always && !hidden) return text;
    const view = visible(text);
    const spans = new Spans();
    if (hasLiterals) markLiterals(view.text, literals, spans);
    if (named || hidden) {
      markNamedValues(view.text, spans);
      markUrlCredentials(view.text, spans);
      markCommands(view.text, spans);
    }
    if (runs || hidden) {
      markPem(view.text, spans);
      markProviderKeys(view.text, spans);
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
 * @returns the text itself when there is nothing to remove. Never throws.
 */
export function redact(text: string, options?: RedactOptions): string {
  return (options === undefined ? builtIn : createRedactor(options))(text);
}

/** Length from which a run without spaces may be a key. */
const RUN = 14;

/**
 * A run of letters, digits, `-` and `_` that has both a digit and a letter, or both cases: nearly
 * every text has none, and then no format needs to be tried.
 */
function hasRun(text: string): boolean {
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
      continue;
    }
    length++;
    if (length >= RUN && (kinds & (kinds - 1)) !== 0) return true;
  }
  return false;
}
