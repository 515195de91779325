import type { HaltReason } from "../vocabulary.ts";

/** What the person in front of the agent is told when a run ends early: calm, nothing internal. */
export const englishHaltMessages: Readonly<Record<HaltReason, string>> = {
  deadline: "This took longer than it may, so I stopped. Please try again.",
  no_progress: "I was not getting any further, so I stopped. A different approach may be needed.",
  error_cascade: "Several steps in a row did not work, so I stopped. Please try again later.",
  tool_error_budget: "Too many steps did not work, so I stopped. Please try again later.",
  repair_exhausted:
    "I could not get one step right, so I stopped. Someone will have to look at it.",
  forbidden: "I am not able to do this, so I stopped.",
  corrupt_state: "Something needs a person to look at before it goes on, so I stopped.",
  host: "I was asked to stop.",
};
