import { HumanMessage } from "@langchain/core/messages";
import { Command, END, interrupt, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Recovery } from "@recourse/core";
import { checkOptions, nodeKinds } from "./check-options.ts";
import { updateOfEnd, updateOfGoingOn } from "./end-of-turn.ts";
import { questionOf, verdictOf } from "./human-decision.ts";
import { messagesOf } from "./messages.ts";
import { openRun } from "./run-book.ts";
import { finishRun } from "./run-registry.ts";
import type { NodeConfig } from "./scope.ts";

/** Where a person's answer leads. */
export interface AskHumanOptions {
  readonly recovery: Recovery;
  /** The node that calls the model. @default "agent" */
  readonly agent?: string;
  /** Where a run that is not to go on leads. @default END */
  readonly end?: string;
}

/** A node of a graph. */
export type AskHumanNode = (state: unknown, config: LangGraphRunnableConfig) => Promise<Command>;

/**
 * A node that shows a person the incident of a run that is to end, by LangGraph's `interrupt()`,
 * and goes where the answer says (`HumanDecision`). It is a step of its own, so that nothing is
 * executed again when the answer comes. Needs a checkpointer.
 *
 * @example
 * graph
 *   .addNode("human", askHuman({ recovery }), { ends: ["agent", END] })
 *   .addConditionalEdges("tools", recoveryCondition({ human: "human" }), ["agent", "human"]);
 */
export function askHuman(options: AskHumanOptions): AskHumanNode {
  checkOptions("askHuman()", options, nodeKinds);
  const { recovery, agent = "agent", end = END } = options;
  return async (state, config) => {
    const entry = openRun(recovery, state, config as NodeConfig);
    if (entry === undefined) return new Command({ goto: agent });
    entry.run.closeTurn();
    const question = questionOf(entry, messagesOf(state));
    if (question === undefined) return new Command({ goto: agent });
    const verdict = verdictOf(question, interrupt(question));
    if (verdict === "go_on") return new Command({ goto: agent });
    if (verdict === "end" && entry.run.halt === undefined) entry.run.stop("a person ended the run");
    await finishRun(entry);
    if (verdict === "end") return new Command({ goto: end, update: updateOfEnd(entry, state) });
    const messages = [new HumanMessage(verdict.words)];
    return new Command({ goto: agent, update: { messages, ...updateOfGoingOn(state) } });
  };
}
