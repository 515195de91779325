import type { Effect } from "../vocabulary.ts";

const LIST_KEYS = ["results", "items", "data", "rows", "matches", "hits"] as const;
/** Beside an empty list these still hold an answer, or say that there is more. */
const ANSWER_KEY =
  /^(?:answer|summary|text|content|message|output|error|errors|next.*|.*cursor|.*token)$/i;

/**
 * Whether a successful result says "nothing there" (design §4), unless the tool says otherwise:
 * an empty list, blank text, an object around an empty list and nothing else to read, and for
 * tools that read, `null`. Never throws.
 */
export function isEmptyResult(value: unknown, effect?: Effect): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "string") return value.trim() === "";
  if (value === null) return effect === "read";
  if (typeof value !== "object") return false;
  try {
    let found = false;
    for (const [key, inner] of Object.entries(value)) {
      if (Array.isArray(inner) && inner.length === 0 && LIST_KEYS.includes(key as "items"))
        found = true;
      else if (holdsAnswer(key, inner)) return false;
    }
    return found;
  } catch {
    return false;
  }
}

function holdsAnswer(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return (
    ANSWER_KEY.test(key) && value !== null && value !== undefined && value !== "" && value !== false
  );
}
