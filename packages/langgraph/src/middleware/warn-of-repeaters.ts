import type { Recovery } from "@recourse/core";
import type { AgentMiddleware } from "langchain";

/** Names the middleware that repeats tool calls by itself: attempts would multiply. */
export function warnOfRepeaters(recovery: Recovery, around: readonly AgentMiddleware[]): void {
  if (!around.some(({ name }) => name === "toolRetryMiddleware")) return;
  recovery.warnOnce(
    "langgraph_tool_retry_middleware",
    "toolRetryMiddleware repeats every failed tool call, refusals and interrupts included, on top of " +
      "Recourse's own retry. Remove it, or set policy: { retry: false }.",
  );
}
