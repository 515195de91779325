/** LangGraph's mark of a human's answer that did not fit. Its own guard is not exported by 1.4.0. */
const INVALID_RESUME = Symbol.for("langgraph.invalid_resume");

/** Causes that are looked through, as LangGraph does. */
const DEPTH = 10;

/**
 * Whether a thrown value is LangGraph's own control flow: an interrupt, a drain, a command to a
 * parent graph, or a human's answer that did not fit. The prebuilt node swallows the last two.
 */
export function isControlFlow(thrown: unknown): boolean {
  let current = thrown as Marked;
  if (!isObject(current)) return false;
  if (current.is_bubble_up === true) return true;
  for (let depth = 0; depth < DEPTH && isObject(current); depth += 1) {
    if (current[INVALID_RESUME] === true) return true;
    current = current.cause as Marked;
  }
  return false;
}

interface Marked {
  readonly is_bubble_up?: unknown;
  readonly [INVALID_RESUME]?: unknown;
  readonly cause?: unknown;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
