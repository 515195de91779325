import { ReducedValue, StateSchema } from "@langchain/langgraph";
import type { StopReason } from "@recourse/core";
import { z } from "zod/v4";
import { mergeSavedRuns, type SavedRun } from "../saved-run.ts";

const saved = z.custom<SavedRun | null>().nullable().default(null);

/** What the middleware keeps in an agent's state: the run hidden, its end for the caller to read. */
export const agentRecoveryState: StateSchema<{
  _recovery: ReducedValue<SavedRun | null, SavedRun | null>;
  stopReason: z.ZodDefault<z.ZodNullable<z.ZodCustom<StopReason, StopReason>>>;
  userMessage: z.ZodDefault<z.ZodNullable<z.ZodString>>;
}> = new StateSchema({
  _recovery: new ReducedValue(saved, { inputSchema: saved, reducer: mergeSavedRuns }),
  stopReason: z.custom<StopReason>().nullable().default(null),
  userMessage: z.string().nullable().default(null),
});

/** The agent's state as the hooks see it. */
export interface AgentStateView {
  readonly messages: readonly import("@langchain/core/messages").BaseMessage[];
  readonly _recovery?: SavedRun | null | undefined;
  readonly stopReason?: StopReason | null | undefined;
  readonly userMessage?: string | null | undefined;
}
