import type { Effect } from "../vocabulary.ts";

const LIST_KEYS = ["results", "items", "data", "rows", "matches", "hits"] as const;

/** Whether a successful result says "nothing there" (design §4), unless the tool says otherwise. */
export function isEmptyResult(value: unknown, effect?: Effect): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "string") return value.trim() === "";
  if (value === null) return effect === "read";
  if (typeof value !== "object") return false;
  return LIST_KEYS.some((key) => {
    const list = Reflect.get(value, key) as unknown;
    return Array.isArray(list) && list.length === 0;
  });
}
