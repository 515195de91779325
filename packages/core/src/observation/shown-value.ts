import { cutText } from "./cut-text.ts";
import { entriesOf } from "./entries-of.ts";
import { isSecretName } from "./secret-name.ts";
import { toJsonText } from "./to-json-text.ts";

/** How values are shown in a message. */
export interface ShowOptions {
  readonly redact: (text: string) => string;
  /** UTF-16 units of one value. */
  readonly max: number;
}

/**
 * A value that the model sent, as it reads in a message: as JSON, shortened, without secrets.
 * `names` are the keys that lead to it; a secret's name hides it and leaves its length.
 */
export function showValue(
  value: unknown,
  names: readonly (string | number)[],
  { redact, max }: ShowOptions,
): string {
  if (names.some((name) => typeof name === "string" && isSecretName(name))) return hidden(value);
  if (typeof value === "string") return JSON.stringify(cutText(plain(redact(value)), max));
  return cutText(plain(redact(toJsonText(withoutSecrets(value, 0)))), max);
}

/** The arguments as `name=value` pairs, in their own order. */
export function showArguments(args: unknown, options: ShowOptions): string[] {
  const given = entriesOf(args).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return given.map(([name, value]) => {
    const isWord = typeof value === "string" && /^[\p{L}\p{N}_.:@#/-]{1,40}$/u.test(value);
    const shown =
      isWord && !isSecretName(name)
        ? plain(options.redact(value))
        : showValue(value, [name], options);
    return `${cutText(plain(name), 40)}=${shown}`;
  });
}

function hidden(value: unknown): string {
  return typeof value === "string"
    ? `(value hidden, ${value.length} characters)`
    : "(value hidden)";
}

/** Values are the model's own words: what could hide or turn text is dropped, nothing else. */
function plain(text: string): string {
  return text.replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, "");
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > 4) return value;
  try {
    if (Array.isArray(value))
      return value.slice(0, 50).map((item) => withoutSecrets(item, depth + 1));
    const entries = Object.entries(value).slice(0, 50);
    return Object.fromEntries(
      entries.map(([key, item]) => [
        key,
        isSecretName(key) ? "(hidden)" : withoutSecrets(item, depth + 1),
      ]),
    );
  } catch {
    return "[unreadable]";
  }
}
