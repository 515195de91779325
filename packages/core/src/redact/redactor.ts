/** What `redact` and `createRedactor` remove beyond the built-in rules. */
export interface RedactOptions {
  /**
   * Values to remove whatever they look like: secrets read from the environment, keys of a tenant.
   * Their URL-encoded, JSON-escaped and base64 forms go too. Empty strings are ignored.
   */
  readonly literals?: readonly string[];
  /** Personal data to remove. Default: none, because an address is often what the model must fix. */
  readonly pii?: readonly ("email" | "phone")[];
}

/** A compiled set of rules: the text in, the same text without secrets out. Never throws. */
export type Redactor = (text: string) => string;

/** What stands where a secret stood. */
export const REDACTED = "[REDACTED]";
