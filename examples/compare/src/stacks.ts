import { runAgent as runAiSdk } from "@recourse/example-ai-sdk";
import { runAgent as runLangGraph } from "@recourse/example-langgraph";
import { runAgent as runOpenAiAgents } from "@recourse/example-openai-agents";
import { runAgent as runRawLoop } from "@recourse/example-raw-loop";
import type { RunAgent } from "@recourse/example-support-desk";

/** One way to build the same agent. */
export interface Stack {
  readonly name: string;
  readonly runAgent: RunAgent;
}

/** The three frameworks, and the loop by hand. */
export const STACKS: readonly Stack[] = [
  { name: "langgraph", runAgent: runLangGraph },
  { name: "ai-sdk", runAgent: runAiSdk },
  { name: "openai-agents", runAgent: runOpenAiAgents },
  { name: "raw-loop", runAgent: runRawLoop },
];
