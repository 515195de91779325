/** One reason why arguments do not fit a schema, in one shape for every validator. */
export interface ArgumentIssue {
  /** Where: object keys and array indexes from the root. Empty for the arguments themselves. */
  readonly path: readonly (string | number)[];
  /** What kind of misfit. Part of the "shape" by which repeated failures are recognised. */
  readonly code:
    | "missing"
    | "wrong_type"
    | "not_allowed"
    | "unknown_key"
    | "out_of_range"
    | "bad_format"
    | "union"
    | "json_in_string"
    | "not_json"
    | "truncated"
    | "custom";
  /** The validator's own sentence; used only where the other fields say too little. */
  readonly message: string;
  /** The type or constraint that is wanted, in words ("integer", "at least 1", "date (YYYY-MM-DD)"). */
  readonly expected?: string;
  /** What was sent. Absent when nothing was. */
  readonly received?: unknown;
  /** The measure of what was sent where that says more than the value ("5400 characters"). */
  readonly actual?: string;
  /** All values that are allowed (an enum or literals). */
  readonly allowed?: readonly unknown[];
  /** The description of the field from the schema. */
  readonly description?: string;
  /** For `unknown_key`: the keys that exist. */
  readonly knownKeys?: readonly string[];
}

/** The codes of an `ArgumentIssue`. */
export type IssueCode = ArgumentIssue["code"];

/** The arguments as the tool will get them, or why they cannot be used. */
export type ValidationResult =
  | {
      readonly ok: true;
      readonly args: unknown;
      /** The schema itself failed, with this error: the arguments stand unchecked, as they were sent. */
      readonly unchecked?: { readonly error: unknown };
    }
  | { readonly ok: false; readonly issues: readonly ArgumentIssue[] };
