import { isErrorType } from "../vocabulary.ts";
import type { Observation } from "./observation.ts";

/** Reads an envelope back from a text; `undefined` when the text is not one. */
export function parseObservation(text: unknown): Observation | undefined {
  if (typeof text !== "string" || !text.startsWith('{"ok":')) return undefined;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    if (typeof value["ok"] !== "boolean") return undefined;
    if (value["error_type"] !== undefined && !isErrorType(value["error_type"])) return undefined;
    return value as unknown as Observation;
  } catch {
    return undefined;
  }
}
