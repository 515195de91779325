import { type Model, OpenAIChatCompletionsModel } from "@openai/agents";
import type { AgentResult, ModelEndpoint } from "@recourse/example-support-desk";
import OpenAI from "openai";

/** The OpenAI client inside the Agents SDK, on chat completions. */
export function chatModel({ apiKey, baseURL, name }: ModelEndpoint): Model {
  return new OpenAIChatCompletionsModel(new OpenAI({ apiKey, baseURL }), name);
}

/** A run that threw: its own limit of turns, or an error. */
export function resultOfError(error: unknown): AgentResult {
  const limit = error instanceof Error && error.name === "MaxTurnsExceededError";
  return { finalText: "", stopReason: limit ? "max_steps" : "error", error };
}
