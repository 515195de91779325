import type { LiveRun } from "./live-run.ts";

/** Names the missing edge when a halted run is asked to go on. */
export function warnOfUnwiredHalt({ run, recovery, wired }: LiveRun): void {
  if (run.halt === undefined || wired) return;
  recovery.warnOnce(
    "langgraph_unwired_halt",
    `The run was to end (${run.halt.reason}), but the graph called the model again. Put ` +
      '`recoveryCondition` on the edge out of the tool node: graph.addConditionalEdges("tools", ' +
      'recoveryCondition, ["agent", END]). createReactAgent has no place for it; createAgent with ' +
      "recoverMiddleware ends runs by itself.",
  );
}
