import { holdsUserAndPassword } from "./headers.ts";
import type { NameClass } from "./names.ts";
import { isCode, isPlaceholder, isProse, isStatusWord } from "./placeholders.ts";
import { hasRandomRun, isPath, isPlainWords, isUuid, isWordlike, looksSecret } from "./random.ts";

/**
 * How name and value are joined. The looser the form, the more the value itself must look like a
 * secret: `password=x` says it, `password x` may be the beginning of a sentence.
 *
 * - `assign` `name=value`, `name => value`, an XML element; `query` the same in a URL
 * - `tight` `"name": value`, `name:value`; `colon` `name: value`, as headers, YAML and prose have it
 * - `pair` `"name", "value"`; `flag` `--name value`; `prose` `name value`
 */
export type Form = "assign" | "query" | "tight" | "colon" | "pair" | "flag" | "prose";

/** A value, and what its name and its surroundings say about it. */
export interface Context {
  readonly name: string;
  readonly nameClass: NameClass;
  readonly form: Form;
  readonly quoted: boolean;
}

/** What a list of packages says of one whose name is about passwords. */
const VERSION = /^[~^]?\d{1,4}\.\d{1,4}\.\d{1,6}(?:-[\w.+]{1,40})?$/;

/** What only regular expressions have in them. */
const REGEX = /\(\?[:=!<]|\\[wWdDsS][+*)\]]/;

function letters(text: string): string {
  return text.replace(/[\W_]/g, "").toLowerCase();
}

/** Whether the value behind a name is a secret, or something said about one. */
export function isSecretValue(value: string, context: Context): boolean {
  const { name, nameClass, quoted, form } = context;
  if (isPlaceholder(value) || isStatusWord(value) || VERSION.test(value)) return false;
  // `INVALID_API_KEY: "invalid_api_key"` and `self.token = token` name themselves.
  if (letters(value) !== "" && letters(name).endsWith(letters(value))) return false;
  if (form === "prose" && (quoted ? /^pass$/i.test(name) : /[()[\]{}]|^\w+=/.test(value)))
    return false;
  // The quote behind `"Password: "` closes a text.
  if (form === "colon" && quoted && /^\s?[,);]/.test(value)) return false;
  if (REGEX.test(value)) return false;
  if (quoted && isProse(value)) return false;
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(value)) return false;
  if (!quoted && form !== "query" && isCode(value, nameClass === "password")) return false;
  switch (nameClass) {
    case "password":
      return isPassword(value, context);
    case "secret":
      return isNamedSecret(value, context);
    case "token":
      return isToken(value, context);
    case "key":
      return isKey(value, context);
    case "auth":
      if (form === "prose") return false;
      return (
        ((form !== "colon" || value.length >= 12) && holdsUserAndPassword(value)) ||
        isStrong(value, 20)
      );
    case "session":
      return form === "assign" ||
        form === "query" ||
        (quoted && (form === "tight" || form === "colon"))
        ? isSessionId(value)
        : false;
    case "signature":
      if (form === "query") return value.length >= 16;
      return (form === "assign" || /^x_|-/i.test(context.name)) && isStrong(value, 20);
    case "code":
      return form === "query" && value.length >= 16 && looksSecret(value, 16);
    default:
      return false;
  }
}

/** What frameworks make: in both cases, or in small letters up to `z`. An id has one case, or is hex. */
function isSessionId(value: string): boolean {
  if (/^(?=.*\d)(?=.*[g-z])[a-z\d]{26,}$/.test(value)) return true;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && isStrong(value, 20);
}

/** Not a UUID, not a path, and in it a run that no person would write. */
function isStrong(value: string, length: number): boolean {
  return (
    value.length >= length &&
    !isUuid(value) &&
    !isPath(value) &&
    hasRandomRun(value, Math.min(length, 12))
  );
}

/** A word with a digit, a sign or odd capitals in it, as passwords are and words are not. */
function isPasswordLike(value: string): boolean {
  if (value.length < 6 || /\s/.test(value) || /^[\d.,:%-]+$/.test(value)) return false;
  if (/[A-Za-z]/.test(value) && /[!@#$%^&*~+=?|]/.test(value)) return true;
  return /[A-Za-z0-9]/.test(value) && !isPlainWords(value);
}

function isPassword(value: string, { name, form, quoted }: Context): boolean {
  // PWD is also the working directory.
  if (/^(?:old)?pwd$/i.test(name) && /^(?:[/~.]|[A-Za-z]:\\)/.test(value)) return false;
  if (/^\d{1,3}$/.test(value)) return false;
  switch (form) {
    case "assign":
    case "query":
      return !(form === "assign" && !quoted && isPath(value) && value.startsWith("/"));
    case "tight":
      return quoted ? true : /^\d+$/.test(value) ? value.length >= 6 : isPasswordLike(value);
    case "colon":
      return quoted ? true : isPasswordLike(value);
    case "pair":
    case "flag":
      return isPasswordLike(value);
    case "prose":
      if (quoted) return isPasswordLike(value);
      return (
        value.length >= 8 &&
        !isUuid(value) &&
        !isWordlike(value) &&
        /\d/.test(value) &&
        ((/[a-z]/.test(value) && /[A-Z]/.test(value)) ||
          (/[A-Za-z]/.test(value) && /[!@#$%^&*~+=?]/.test(value)))
      );
  }
}

function isNamedSecret(value: string, { name, form, quoted }: Context): boolean {
  const oneTime = /^(?:otp|totp|mfa|cvv|cvc|security.?code|card.?code)/i.test(name);
  if (/^[\d.,]+$/.test(value)) {
    return (
      oneTime &&
      /^\d{3,8}$/.test(value) &&
      (form === "assign" || form === "query" || form === "tight")
    );
  }
  if (form !== "query" && isPath(value)) return false;
  // The scope of a signed request: a key's id, the day, the region. Ids have rules of their own.
  if (/credential$/i.test(name) && /^[^/%]{1,128}(?:\/|%2F)\d{8}(?:\/|%2F)/i.test(value))
    return false;
  const generic = /^(?:secrets?|credentials?|creds)$/i.test(name);
  switch (form) {
    case "query":
      return true;
    case "assign":
    case "tight":
      if (looksSecret(value, 6)) return true;
      return !generic && (quoted || form === "assign") && value.length >= (quoted ? 4 : 8);
    case "colon":
      return (
        looksSecret(value, 6) || (quoted && !generic && value.length >= 8 && !/\s/.test(value))
      );
    case "pair":
    case "flag":
      return looksSecret(value, 8);
    case "prose":
      return (
        !/\s/.test(value) && !isUuid(value) && looksSecret(value, 12) && hasRandomRun(value, 8)
      );
  }
}

function isToken(value: string, { name, form, quoted }: Context): boolean {
  if (/\s/.test(value.trim()) || /^[\d.,]+$/.test(value) || isPath(value)) return false;
  const qualified = !/^tokens?$/i.test(name);
  switch (form) {
    case "query":
      return looksSecret(value, 6) || value.length >= 8;
    case "assign":
    case "tight":
      return looksSecret(value, 8) || (quoted && qualified && value.length >= 12);
    case "colon":
      return quoted
        ? looksSecret(value, 8)
        : looksSecret(value, 10) && (qualified || hasRandomRun(value, 8));
    case "pair":
    case "flag":
      return looksSecret(value, 8);
    case "prose":
      return value.length >= 16 && !isUuid(value) && hasRandomRun(value, 12);
  }
}

function isKey(value: string, { name, form, quoted }: Context): boolean {
  if (/^(?:sha\d{1,3}|md5)[-:]/i.test(value)) return false;
  if (form === "query") return isStrong(value, 16);
  if (/^keys?$/i.test(name)) {
    // What a key of a cache, an object or a translation does not look like.
    return form === "assign" && /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{28,}$/.test(value);
  }
  if (form === "prose" || form === "pair") return false;
  return (quoted || form !== "colon" || /^[A-Z][A-Z0-9_]+$/.test(name)) && isStrong(value, 20);
}
