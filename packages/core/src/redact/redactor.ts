/** What `redact` and `createRedactor` remove beyond the built-in rules. */
export interface RedactOptions {
  /**
   * Values to remove whatever they look like: secrets read from the environment, keys of a tenant.
   * Their URL-encoded, JSON-escaped, base64 and hex forms go too. Values of fewer than two
   * characters are ignored: removing them would remove the text.
   */
  readonly literals?: readonly string[];
  /** Personal data to remove. Default: none, because an address is often what the model must fix. */
  readonly pii?: readonly ("email" | "phone")[];
}

/** A compiled set of rules: the text in, the same text without secrets out. Of a text it never throws. */
export type Redactor = (text: string) => string;

/** What stands where a secret stood. */
export const REDACTED = "[REDACTED]";
