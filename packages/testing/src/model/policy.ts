import type { ChatMessage, ChatMove, ChatRequest, ChatToolCall } from "./chat.ts";
import { textOf } from "./chat.ts";
import { type PlannedCall, react, startTrack, type Track } from "./react.ts";
import type { Goal, ModelScript } from "./script.ts";
import { isObject, parseJson } from "./words.ts";

/**
 * The next move of the scripted model: a pure function of its script and the transcript it is
 * sent. The whole conversation is read again from its start each time, so nothing is remembered
 * that a real model could not see, and the same transcript always gives the same move.
 */
export function nextMove(script: ModelScript, request: ChatRequest): ChatMove {
  const conversation = sinceTask(request.messages, script.task);
  const responses = conversation.filter((message) => (message.tool_calls?.length ?? 0) > 0);
  const seen: string[] = [];
  const refused: string[] = [];
  let turn = 0;
  for (const step of script.steps) {
    const goals = Array.isArray(step) ? (step as readonly Goal[]) : [step as Goal];
    const tracks = goals.map((goal) => startTrack(goal, seen));
    while (tracks.some((track) => track.next !== undefined)) {
      const open = tracks.filter((track) => track.next !== undefined);
      const response = responses[turn];
      if (response === undefined) return ask(open, turn, request.messages.length);
      turn++;
      readTurn(response, open, conversation, request, script, seen);
    }
    const closed = tracks.filter(
      (track) => track.closed !== undefined && track.goal.optional !== true,
    );
    refused.push(...closed.map((track) => `${track.goal.tool}: ${track.closed}`));
    if (closed.length > 0) break;
  }
  return say(refused.length > 0 ? apology(refused) : answerOf(script, seen));
}

/** Applies the results of one response to the tracks that asked. */
function readTurn(
  response: ChatMessage,
  open: readonly Track[],
  conversation: readonly ChatMessage[],
  request: ChatRequest,
  script: ModelScript,
  seen: string[],
): void {
  const results = resultsOf(response, conversation);
  for (const [index, track] of open.entries()) {
    const call = response.tool_calls?.[index];
    const sent = parseJson(call?.function.arguments ?? "");
    const made: PlannedCall = {
      tool: call?.function.name ?? track.next?.tool ?? "",
      args: isObject(sent) ? sent : (track.next?.args ?? {}),
    };
    react(track, made, results[index] ?? "", {
      tools: request.tools ?? [],
      facts: script.facts ?? {},
      results: seen,
    });
  }
}

/** The results of one response's calls, by id, and by position where ids repeat. */
function resultsOf(
  response: ChatMessage,
  conversation: readonly ChatMessage[],
): readonly (string | undefined)[] {
  const start = conversation.indexOf(response) + 1;
  const end = conversation.findIndex((message, at) => at >= start && message.role === "assistant");
  const answers = conversation
    .slice(start, end < 0 ? undefined : end)
    .filter((message) => message.role === "tool");
  const used = new Set<ChatMessage>();
  return (response.tool_calls ?? []).map((call) => {
    const found = answers.find((answer) => answer.tool_call_id === call.id && !used.has(answer));
    if (found === undefined) return undefined;
    used.add(found);
    return textOf(found);
  });
}

function sinceTask(messages: readonly ChatMessage[], task: string): readonly ChatMessage[] {
  const start = messages.findLastIndex(
    (message) => message.role === "user" && textOf(message).includes(task),
  );
  return messages.slice(start + 1);
}

function ask(open: readonly Track[], turn: number, position: number): ChatMove {
  const calls = open.flatMap(({ next }, index): readonly ChatToolCall[] =>
    next === undefined
      ? []
      : [
          {
            id: next.id ?? `call_${position}_${turn}_${index}`,
            type: "function",
            function: {
              name: next.tool,
              arguments: next.raw ?? JSON.stringify(next.args),
            },
          },
        ],
  );
  const truncated = open.some(({ next }) => next?.truncated === true);
  return { content: null, calls, finish: truncated ? "length" : "tool_calls" };
}

function say(content: string): ChatMove {
  return { content, calls: [], finish: "stop" };
}

function answerOf(script: ModelScript, results: readonly string[]): string {
  return typeof script.answer === "function" ? script.answer(results) : script.answer;
}

function apology(refused: readonly string[]): string {
  return `I could not finish this. ${refused.join(" ")}`;
}
