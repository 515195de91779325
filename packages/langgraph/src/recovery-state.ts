import type { BaseChannel } from "@langchain/langgraph";
import type { StopReason } from "@recourse/core";
import { EndChannel } from "./end-channel.ts";
import type { SavedRun } from "./saved-run.ts";
import { SavedRunChannel } from "./saved-run-channel.ts";

/** The channels that `recoveryState` adds to a graph's state. */
export type RecoveryState = {
  /** The run: counters of closed turns, records of the open one. */
  readonly recovery: BaseChannel<SavedRun | null, SavedRun | null, SavedRun | null>;
  /** Why the run ended; `null` while it goes on. */
  readonly stopReason: BaseChannel<StopReason | null, StopReason | null>;
  /** What to tell the user when the run was ended: calm, nothing internal. */
  readonly userMessage: BaseChannel<string | null, string | null>;
};

/**
 * The part of a graph's state that lets a run survive a checkpoint, and tells the caller why it
 * ended. Without it, counters are derived from the messages.
 *
 * @example Annotation.Root({ ...MessagesAnnotation.spec, ...recoveryState })
 */
export const recoveryState: RecoveryState = {
  recovery: new SavedRunChannel(),
  stopReason: new EndChannel<StopReason>("completed"),
  userMessage: new EndChannel<string>(),
};
