import type { BaseMessage } from "@langchain/core/messages";
import type { Recovery, Run } from "@recourse/core";
import type { MessageKey } from "./history.ts";
import type { InterruptNumbers } from "./interrupt-numbers.ts";
import type { ToolLike, ToolResult } from "./raw-result.ts";
import type { EndListener } from "./run-end-handler.ts";
import type { InvocationOptions, Scope } from "./scope.ts";

/** The options of a run that stand on a node or a middleware; one invocation may add to them. */
export type RunDefaults = Omit<InvocationOptions, "id">;

/** The calls of one model response, while they are being answered. */
export interface OpenTurn {
  readonly key: MessageKey;
  readonly turn: number;
  message: BaseMessage;
  /** Positions that have been given to a call, for ids that are missing or not unique. */
  readonly taken: Set<number>;
  readonly results: Map<number, ToolResult>;
  /**
   * What calls have returned, as it was: an interrupt beside them begins them anew before they have
   * settled, and nothing else knows of their artifacts and commands then.
   */
  returned: Map<number, unknown> | undefined;
  readonly inFlight: Set<Promise<unknown>>;
  readonly interrupts: InterruptNumbers;
}

/** A run that is live in this process, and where it stands in the messages. */
export interface LiveRun {
  readonly recovery: Recovery;
  readonly scope: Scope;
  readonly run: Run;
  /** The responses that asked for tools, oldest first. */
  readonly keys: MessageKey[];
  open: OpenTurn;
  /** A condition or a hook has shown that it can end this run. */
  wired: boolean;
  /** Every call of this run comes through us, so that an answer from elsewhere is a refusal. */
  gated: boolean;
  /** Calls of this run came by `Send`: see `finishAtEnd`. */
  sent: boolean;
  /** Ends the run unless somebody asks for it before. */
  ending: ReturnType<typeof setTimeout> | undefined;
  /** Told by a `RunEndHandler` when the graph has ended. */
  readonly onEnd: EndListener;
}

/** Finds a tool by its name. */
export type ToolLookup = (name: string) => ToolLike | undefined;
