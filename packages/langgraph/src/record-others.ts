import type { BaseMessage } from "@langchain/core/messages";
import { ToolFault } from "@recourse/core";
import { resultsAfter } from "./history.ts";
import type { LiveRun } from "./live-run.ts";
import { textOfMessage, toolCallsOf } from "./messages.ts";

/**
 * Records the calls of the open turn that somebody else answered. In an agent, where every call
 * that is executed comes through us, an error from elsewhere is a refusal: a person's in an
 * approval, or another guard's.
 */
export function recordOthers(
  { run, open, gated }: LiveRun,
  messages: readonly BaseMessage[],
): void {
  const calls = toolCallsOf(open.message);
  if (open.results.size >= calls.length) return;
  const answers = resultsAfter(messages, open.message);
  for (const [index, call] of calls.entries()) {
    if (open.results.has(index)) continue;
    const answer = answers.find((message) => message.tool_call_id === (call.id ?? ""));
    if (answer === undefined) continue;
    open.results.set(index, answer);
    const position = {
      id: call.id ?? "",
      tool: call.name,
      args: call.args,
      turn: open.turn,
      index,
    };
    const text = textOfMessage(answer);
    run.recordExternal(
      position,
      answer.status === "error"
        ? { error: gated ? ToolFault.rejected({ message: text }) : text }
        : { value: text },
    );
  }
}
