import type { ErrorType } from "../vocabulary.ts";
import type { MessageFacts } from "./message-facts.ts";

/** What the person in front of the agent may read, in English: calm, nothing internal. */
export const englishUserMessages: Readonly<Record<ErrorType, (facts: MessageFacts) => string>> = {
  timeout: (facts) =>
    facts.outcomeUnknown
      ? "A service did not answer in time, so it is not certain yet whether this step was done."
      : "A service is taking too long to answer right now.",
  rate_limited: (facts) =>
    facts.waitSeconds === undefined
      ? "A service is asking for a short pause right now."
      : `A service is asking for a pause of about ${pause(facts.waitSeconds)}.`,
  upstream: (facts) =>
    facts.outcomeUnknown
      ? "The connection to a service was lost, so it is not certain yet whether this step was done."
      : "A service that is needed here is not available right now.",
  invalid_args: () => "I could not fill in this step correctly.",
  unknown_tool: () => "I do not have a way to do this step.",
  conflict: () => "This step does not fit the current state of things.",
  internal: () => "Something went wrong on our side during this step.",
  not_found: () => "I could not find what this step needs.",
  empty_result: () => "Nothing was found for this.",
  auth: () => "I do not have the access that this step needs.",
  quota_exhausted: () => "The allowance for a service that is needed here is used up.",
  rejected: () => "This step was declined and has not been carried out.",
  retry_budget_exhausted: () => "I tried this step several times without success.",
  repeated_call: () => "I have tried this already, and trying again would not help.",
  corrupt_state: () => "I stopped because a step may be half done. A person should take a look.",
  not_executed: () => "This step was not carried out.",
  cancelled: () => "This step was cancelled.",
  interrupted: () => "This step is waiting for an answer.",
};

function pause(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return seconds < 5400
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / 3600)} hours`;
}
