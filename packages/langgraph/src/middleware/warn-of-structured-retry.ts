import type { Recovery } from "@recourse/core";
import { isPseudoTool } from "../langgraph-internals.ts";
import { isAiMessage, toolCallsOf } from "../messages.ts";

/**
 * Names what is about to fail: after a structured answer that does not fit, langchain calls the model
 * and the hooks behind it at once, and its graph refuses two hooks in one step. A model request that
 * still shows the pseudo tool's call is one whose answer did not fit.
 */
export function warnOfStructuredRetry(recovery: Recovery, response: unknown): void {
  if (!isAiMessage(response)) return;
  if (!toolCallsOf(response).some(({ name }) => isPseudoTool(name))) return;
  recovery.warnOnce(
    "langgraph_structured_retry",
    "The structured answer does not fit its schema, and langchain cannot ask for another one beside " +
      "middleware with more than one hook after the model, as recoverMiddleware has: the agent " +
      "rejects with INVALID_CONCURRENT_GRAPH_UPDATE. Use providerStrategy(schema), or " +
      "toolStrategy(schema, { handleError: false }) and handle its StructuredOutputParsingError.",
  );
}
