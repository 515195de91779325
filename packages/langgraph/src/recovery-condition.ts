import { END } from "@langchain/langgraph";
import { checkFields, kinds } from "@recourse/core/adapter";
import { nodeKinds } from "./check-options.ts";
import { isSettled } from "./end-of-turn.ts";
import { questionOf } from "./human-decision.ts";
import type { LiveRun } from "./live-run.ts";
import { messagesOf } from "./messages.ts";
import { findRuns } from "./run-book.ts";
import { finishRun } from "./run-registry.ts";
import type { NodeConfig } from "./scope.ts";

/** Where the edge out of the tool node leads. */
export interface RecoveryConditionOptions<Agent extends string = string> {
  /** The node that calls the model. @default "agent" */
  readonly agent?: Agent;
  /** Where a halted run goes. @default END */
  readonly end?: string;
  /** A node made by `askHuman`: where a run goes instead that halts or escalates. */
  readonly human?: string;
}

/** A router as `addConditionalEdges` takes it. */
export type RecoveryRouter = (state: unknown, config?: unknown) => Promise<string>;

/**
 * The condition on the edge out of the tool node: to the agent while the run goes on, to the end
 * when it is to stop. Given as it is, or called, with names of your own where they differ.
 *
 * @example graph.addConditionalEdges("tools", recoveryCondition, ["agent", END]);
 * @example graph.addConditionalEdges("tools", recoveryCondition({ agent: "llm" }), ["llm", END]);
 */
export function recoveryCondition(options?: RecoveryConditionOptions): RecoveryRouter;
export function recoveryCondition(state: object, config?: unknown): Promise<string>;
export function recoveryCondition(
  input: RecoveryConditionOptions | object = {},
  config?: unknown,
): RecoveryRouter | Promise<string> {
  if (Array.isArray(input) || (kinds.object.fits(input) && "messages" in input)) {
    return route(input, config, {});
  }
  checkFields("", input, nodeKinds, { of: "recoveryCondition()" });
  return (state, given) => route(state, given, input);
}

async function route(
  state: unknown,
  config: unknown,
  { agent = "agent", end = END, human }: RecoveryConditionOptions,
): Promise<string> {
  const runs = findRuns(state, (config ?? {}) as NodeConfig);
  for (const entry of runs) {
    // Each parallel branch asks for itself, and one of them must not send the run on alone.
    while (entry.open.inFlight.size > 0) await Promise.allSettled(entry.open.inFlight);
    if (isSettled(entry, messagesOf(state))) entry.run.closeTurn();
    entry.wired = true;
  }
  const asking = runs.some((entry) => questionOf(entry, messagesOf(state)) !== undefined);
  if (human !== undefined && asking) return human;
  const halted = runs.filter(({ run }) => run.halt !== undefined);
  if (halted.length === 0) return agent;
  if (end === END) await Promise.all(halted.map((entry: LiveRun) => finishRun(entry)));
  return end;
}
