import {
  type ChatMessage,
  type ChatMove,
  type ChatTool,
  type ModelScript,
  nextMove,
} from "../../src/index.ts";

/** Tools as a request declares them, by name with their parameters. */
function toolsOf(parameters: Record<string, readonly string[]>): readonly ChatTool[] {
  return Object.entries(parameters).map(([name, names]) => ({
    type: "function" as const,
    function: {
      name,
      parameters: {
        properties: Object.fromEntries(names.map((key) => [key, {}])),
        required: names,
      },
    },
  }));
}

/** A conversation in which the given texts answer the model's calls, one after the other. */
export function converse(
  script: ModelScript,
  answers: readonly string[],
  tools: Record<string, readonly string[]> = {},
): {
  readonly moves: readonly ChatMove[];
  readonly calls: readonly (readonly [string, unknown])[];
} {
  const messages: ChatMessage[] = [{ role: "user", content: script.task }];
  const moves: ChatMove[] = [];
  const left = [...answers];
  for (;;) {
    const move = nextMove(script, { model: "m", messages, tools: toolsOf(tools) });
    moves.push(move);
    if (move.calls.length === 0 || left.length < move.calls.length) break;
    messages.push({ role: "assistant", content: move.content, tool_calls: move.calls });
    for (const call of move.calls) {
      messages.push({ role: "tool", tool_call_id: call.id, content: left.shift() ?? "" });
    }
  }
  const calls = moves
    .flatMap((move) => move.calls)
    .map((call) => [call.function.name, parsed(call.function.arguments)] as const);
  return { moves, calls };
}

/** The value of JSON text; other text as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A script that wants one call. */
export function wants(
  tool: string,
  args: Record<string, unknown>,
  facts: Record<string, unknown> = {},
): ModelScript {
  return { task: "Do it.", steps: [{ tool, args }], facts, answer: "Done." };
}
