import type { Incident, Recovery } from "@recourse/core";
import type { AgentMiddleware } from "langchain";
import type { RunDefaults } from "../live-run.ts";

/** What `recoverMiddleware` takes: the recovery, what every run is given, and who is in the middle. */
export interface RecoverMiddlewareOptions<
  Around extends readonly AgentMiddleware[] = readonly AgentMiddleware[],
> extends RunDefaults {
  readonly recovery: Recovery;
  /** The agent's other middleware, in its own order: inside ours for tools, after it for approvals. */
  readonly around?: Around | undefined;
  /**
   * Whether a halted run asks a person before it ends, by LangGraph's `interrupt()` with the
   * incident as its value. Needs a checkpointer. Resume with a `HumanDecision`. @default false
   */
  readonly askHuman?: boolean | ((incident: Incident) => boolean) | undefined;
}
