import type { BaseMessage } from "@langchain/core/messages";
import type { Incident } from "@recourse/core";
import { resultsAfter } from "./history.ts";
import type { LiveRun } from "./live-run.ts";
import { toolCallsOf } from "./messages.ts";

/** The value of the interrupt by which a run asks a person. */
export interface HumanQuestion {
  /** The run is to end, or a repair failed twice and somebody should look. */
  readonly type: "recourse_halted" | "recourse_escalated";
  readonly incident: Incident;
}

/**
 * What a person answers: `new Command({ resume: decision })`. With a message the agent goes on with
 * it as the person's words, in a fresh run; a run that only escalated may also go on without one.
 */
export type HumanDecision =
  | { readonly action: "end" }
  | { readonly action: "continue"; readonly message?: string };

/** What follows from a person's answer. */
export type HumanVerdict = "end" | "go_on" | { readonly words: string };

/** What a run has to ask a person before the model is called again, if anything. */
export function questionOf(
  entry: LiveRun,
  messages: readonly BaseMessage[],
): HumanQuestion | undefined {
  const incident = () => entry.run.report();
  if (entry.run.halt !== undefined) return { type: "recourse_halted", incident: incident() };
  const calls = toolCallsOf(entry.open.message).length;
  // From the messages, not from memory: the answer may come in another process.
  const escalated = resultsAfter(messages, entry.open.message)
    .slice(0, calls)
    .some(({ response_metadata }) => {
      const note = response_metadata?.["recourse"] as { tripped?: unknown } | undefined;
      return note?.tripped === "repairs";
    });
  return escalated ? { type: "recourse_escalated", incident: incident() } : undefined;
}

/** Reads an answer; anything but a clear yes ends the run. */
export function verdictOf(question: HumanQuestion, decision: unknown): HumanVerdict {
  const { action, message } = (decision ?? {}) as { action?: unknown; message?: unknown };
  if (action !== "continue") return "end";
  if (typeof message === "string" && message !== "") return { words: message };
  return question.type === "recourse_escalated" ? "go_on" : "end";
}
