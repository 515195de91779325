import { type ChatMessage, countTokens, textOf } from "./chat.ts";
import type { ModelExchange } from "./server.ts";
import { readWords } from "./words.ts";

/** What a conversation cost, counted from what the model was sent and said. */
export interface ConversationMetrics {
  /** Requests that the model answered. */
  readonly turns: number;
  readonly toolCalls: number;
  /** Calls that repeat an earlier one, name and arguments, of this conversation. */
  readonly wastedCalls: number;
  /** Tool results that read as failures, each once. */
  readonly errorsSeen: number;
  /** The texts of those. */
  readonly errorTexts: readonly string[];
  /** Tokens of failures over all requests: a failure is paid for again on every later one. */
  readonly errorTokens: number;
  /** Stretches from a tool's first failure to its next success or the end. */
  readonly episodes: number;
  /** Episodes that ended in a success. */
  readonly recovered: number;
}

/** Counts a conversation. The same yardstick for every framework and every variant. */
export function measureConversation(exchanges: readonly ModelExchange[]): ConversationMetrics {
  const last = exchanges.at(-1);
  const results = last === undefined ? [] : resultsIn(last.request.messages);
  const failures = results.filter((result) => result.failed);
  const calls = exchanges.flatMap((exchange) => exchange.move.calls);
  const signatures = calls.map(
    (call) => `${call.function.name}\n${sorted(call.function.arguments)}`,
  );
  return {
    turns: exchanges.length,
    toolCalls: calls.length,
    wastedCalls: signatures.length - new Set(signatures).size,
    errorsSeen: failures.length,
    errorTexts: failures.map((failure) => failure.text),
    errorTokens: exchanges
      .flatMap((exchange) => resultsIn(exchange.request.messages))
      .reduce((sum, result) => sum + (result.failed ? countTokens(result.text) : 0), 0),
    ...episodesIn(results),
  };
}

/** One tool result of a conversation, as a reader takes it. */
export interface ToolResult {
  readonly tool: string;
  readonly text: string;
  /** Whether the text reads as a failure. */
  readonly failed: boolean;
}

/**
 * The tool results of a conversation in the order of the calls that they answer, which is not
 * always the order in which a framework sends them.
 */
export function resultsIn(messages: readonly ChatMessage[]): readonly ToolResult[] {
  const results: ToolResult[] = [];
  for (const [at, message] of messages.entries()) {
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) continue;
    const answers = answersAfter(at, messages);
    for (const call of calls) {
      const index = answers.findIndex((answer) => answer.tool_call_id === call.id);
      const [answer] = index < 0 ? [] : answers.splice(index, 1);
      if (answer === undefined) continue;
      const text = textOf(answer);
      const failed = readWords(text).kind === "failure";
      results.push({ tool: call.function.name, text, failed });
    }
  }
  return results;
}

/** The tool messages between one response and the next. */
function answersAfter(at: number, messages: readonly ChatMessage[]): ChatMessage[] {
  const next = messages.findIndex((message, index) => index > at && message.role === "assistant");
  return messages
    .slice(at + 1, next < 0 ? undefined : next)
    .filter((message) => message.role === "tool");
}

function episodesIn(results: readonly ToolResult[]): { episodes: number; recovered: number } {
  const open = new Set<string>();
  let episodes = 0;
  let recovered = 0;
  for (const { tool, failed } of results) {
    if (failed && !open.has(tool)) {
      open.add(tool);
      episodes++;
    } else if (!failed && open.delete(tool)) {
      recovered++;
    }
  }
  return { episodes, recovered };
}

/** Arguments as JSON text with sorted keys; broken JSON stays as it is. */
function sorted(text: string): string {
  const sort = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sort);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, item]) => [key, sort(item)]));
  };
  try {
    return JSON.stringify(sort(JSON.parse(text)));
  } catch {
    return text;
  }
}
