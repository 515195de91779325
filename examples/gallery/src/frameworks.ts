import { createRequire } from "node:module";
import { aiSdk } from "./bare/ai-sdk.ts";
import { agent, toolNode } from "./bare/langchain.ts";
import { openaiAgents } from "./bare/openai-agents.ts";
import type { Framework } from "./situation.ts";

const require = createRequire(import.meta.url);

function versionOf(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return String(require(`${folder}/${name}/package.json`).version);
    } catch {
      // Not in this folder.
    }
  }
  return "";
}

/** The frameworks as they come, in the order of the columns. */
export const frameworks: readonly Framework[] = [
  { name: "LangGraph `ToolNode`", version: versionOf("@langchain/langgraph"), run: toolNode },
  { name: "LangChain `createAgent`", version: versionOf("langchain"), run: agent },
  { name: "AI SDK `generateText`", version: versionOf("ai"), run: aiSdk },
  { name: "OpenAI Agents SDK", version: versionOf("@openai/agents"), run: openaiAgents },
];
