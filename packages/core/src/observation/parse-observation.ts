import { isErrorType } from "../vocabulary.ts";
import type { Observation } from "./observation.ts";

/** What each key of an envelope holds. */
const KEYS: Readonly<Record<keyof Observation, (value: unknown) => boolean>> = {
  ok: (value) => typeof value === "boolean",
  data: () => true,
  error_type: isErrorType,
  retryable: (value) => typeof value === "boolean",
  message: (value) => typeof value === "string",
  attempts: (value) => Number.isInteger(value) && (value as number) > 1,
  outcome: (value) => value === "unknown",
};

/**
 * Reads an envelope back from the text that a model was sent, e.g. from a message history.
 * `undefined` for any other text: a tool's own `{"ok":true,"items":[…]}` is none, nor is a failure
 * without a type. Never throws.
 */
export function parseObservation(text: unknown): Observation | undefined {
  if (typeof text !== "string" || !/^\s*\{\s*"ok"/.test(text.slice(0, 200))) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const entries = Object.entries(value as object);
  const known = entries.every(
    ([key, inner]) => Object.hasOwn(KEYS, key) && KEYS[key as keyof Observation](inner),
  );
  const observation = value as Observation;
  if (!known) return undefined;
  return observation.ok || observation.error_type !== undefined ? observation : undefined;
}
