import { isMarkedAsInvalidResume } from "./langgraph-internals.ts";

/** Causes that are looked through, as LangGraph does. */
const DEPTH = 10;

/**
 * Whether a thrown value is LangGraph's own control flow: an interrupt, a drain, a command to a
 * parent graph, or a human's answer that did not fit. The prebuilt node swallows the last two.
 */
export function isControlFlow(thrown: unknown): boolean {
  let current = thrown;
  if (!isObject(current)) return false;
  if (current.is_bubble_up === true) return true;
  for (let depth = 0; depth < DEPTH && isObject(current); depth += 1) {
    if (isMarkedAsInvalidResume(current)) return true;
    current = current.cause;
  }
  return false;
}

function isObject(
  value: unknown,
): value is { readonly is_bubble_up?: unknown; readonly cause?: unknown } {
  return typeof value === "object" && value !== null;
}
