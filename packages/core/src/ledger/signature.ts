import { canonicalJson } from "./canonical-json.ts";
import { sha256Hex } from "./sha256.ts";

/**
 * What makes two calls the same call: SHA-256, in hex, of the tool's name, a line feed and the
 * canonical JSON (RFC 8785) of its arguments. Never throws.
 */
export function signature(tool: string, args: unknown): string {
  return sha256Hex(`${String(tool)}\n${canonicalJson(args)}`);
}

/**
 * The text that a successful outcome is compared by: a string as it is, the canonical JSON of
 * anything else, marked so that `7` and `"7"` differ. Equal to what the model reads of a string.
 */
export function successText(value: unknown): string {
  if (typeof value === "string") return value;
  const json = canonicalJson(value);
  return typeof value === "object" && value !== null ? json : `${typeof value}\n${json}`;
}
