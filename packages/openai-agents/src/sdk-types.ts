import type { Agent, AgentOutputType } from "@openai/agents";

/** An agent, whatever its context and output. */
export type AnyAgent = Agent<unknown, AgentOutputType>;
