import type { RecoveryOptions, RunOptions } from "@recourse/core";
import type { SupportTool } from "./tool.ts";

/** Where the model is and what it is called. */
export interface ModelEndpoint {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly name: string;
}

/** The framework as it comes, or with Recourse. */
export type Variant = "bare" | "recourse";

/** What each framework's example is asked to do. */
export interface AgentRequest {
  readonly system: string;
  readonly task: string;
  readonly tools: readonly SupportTool[];
  readonly model: ModelEndpoint;
  readonly variant: Variant;
  /** Requests to the model at most. */
  readonly maxTurns: number;
  /** The caller's abort. */
  readonly signal?: AbortSignal | undefined;
  /** For the Recourse variant: sinks, policy, settings of the tools. */
  readonly recovery?: RecoveryOptions;
  /** For the Recourse variant: id, attributes, deadline. */
  readonly run?: RunOptions;
}

/** How an agent's run ended. */
export interface AgentResult {
  /** What the user reads; empty when the run ended without an answer. */
  readonly finalText: string;
  /** Recourse's stop reason, or the nearest that a bare framework can tell. */
  readonly stopReason: string;
  /** What the framework threw, when it did. */
  readonly error?: unknown;
}

/** One framework's example. */
export type RunAgent = (request: AgentRequest) => Promise<AgentResult>;

/** The same instructions for every framework. */
export const SYSTEM_PROMPT: string = [
  "You are the support desk of a small shop. Use the tools; do not guess.",
  "Say plainly what you did, what you could not do, and why.",
].join(" ");
