import type { Incident } from "@recourse/core";

/** The value of the interrupt by which a halted run asks a person. */
export interface HaltedRun {
  readonly type: "recourse_halted";
  readonly incident: Incident;
}

/**
 * What a person answers: `new Command({ resume: decision })`. To go on, the message is handed to
 * the agent as the person's words, and a fresh run begins with it.
 */
export type HumanDecision =
  | { readonly action: "end" }
  | { readonly action: "continue"; readonly message: string };

/** The words with which the agent is to go on; `undefined` for anything but a clear yes. */
export function wordsToContinue(decision: unknown): string | undefined {
  if (typeof decision !== "object" || decision === null) return undefined;
  const { action, message } = decision as Partial<Record<"action" | "message", unknown>>;
  return action === "continue" && typeof message === "string" && message !== ""
    ? message
    : undefined;
}
