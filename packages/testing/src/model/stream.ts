import type { ChatMove } from "./chat.ts";

/** How many characters of text or arguments one streamed piece holds. */
const PIECE = 16;

/** The chunks of a streamed chat completion, in the order that providers send them. */
export function completionChunks(
  head: { readonly id: string; readonly created: number; readonly model: string },
  move: ChatMove,
  usage: object | undefined,
): readonly object[] {
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
    ...(usage === undefined ? {} : { usage: null }),
  });
  const chunks = [chunk({ role: "assistant", content: move.calls.length > 0 ? null : "" })];
  for (const text of piecesOf(move.content ?? "")) chunks.push(chunk({ content: text }));
  for (const [index, call] of move.calls.entries()) {
    const { id, type } = call;
    const { name, arguments: args } = call.function;
    chunks.push(chunk({ tool_calls: [{ index, id, type, function: { name, arguments: "" } }] }));
    for (const text of piecesOf(args)) {
      chunks.push(chunk({ tool_calls: [{ index, function: { arguments: text } }] }));
    }
  }
  chunks.push(chunk({}, move.finish));
  if (usage !== undefined) {
    chunks.push({ ...head, object: "chat.completion.chunk", choices: [], usage });
  }
  return chunks;
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) pieces.push(text.slice(at, at + PIECE));
  return pieces;
}
