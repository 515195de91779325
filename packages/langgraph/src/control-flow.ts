import { isInvalidResume } from "@langchain/langgraph";

/**
 * Whether a thrown value is LangGraph's own control flow: an interrupt, a drain, a command to a
 * parent graph, or a human's answer that did not fit. The prebuilt node swallows the last two.
 */
export function isControlFlow(thrown: unknown): boolean {
  if (typeof thrown !== "object" || thrown === null) return false;
  if ((thrown as { is_bubble_up?: unknown }).is_bubble_up === true) return true;
  return isInvalidResume(thrown);
}
