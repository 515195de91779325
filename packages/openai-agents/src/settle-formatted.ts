import type { ToolErrorFormatterArgs } from "@openai/agents";
import { agentToolNames } from "./available-tools.ts";
import type { RunBinding } from "./run-binding.ts";
import { SDK_TEXT } from "./sdk-internals.ts";

type Formatted = ToolErrorFormatterArgs<unknown>;

/** A call of a tool that does not exist: the model reads which do. */
export async function settleUnknown(
  binding: RunBinding,
  args: Formatted,
  userText: string | undefined,
): Promise<string> {
  const seen = binding.call(args.callId);
  const outcome = binding.run.settle(
    {
      id: args.callId,
      tool: args.toolName,
      args: seen?.arguments ?? {},
      ...binding.position(args.callId),
      availableTools: await agentToolNames(binding.agent, args.runContext),
    },
    {
      errorType: "unknown_tool",
      ...(userText === undefined ? notLoaded(args) : { message: userText }),
    },
  );
  binding.settled(args.callId, false);
  return outcome.content;
}

/** A deferred tool that was not loaded is not unknown: the SDK says how to load it. */
function notLoaded(args: Formatted): { message?: string; next?: string } {
  return args.defaultMessage.includes("tool_search")
    ? {
        message: `${args.toolName} exists but is not loaded yet; it was not executed.`,
        next: `Call tool_search to load ${args.toolName}, then call it again.`,
      }
    : {};
}

/** A call that a person rejected. */
export async function settleRejected(
  binding: RunBinding,
  args: Formatted,
  userText: string | undefined,
): Promise<string> {
  const seen = binding.call(args.callId);
  const outcome = binding.run.settle(
    {
      id: args.callId,
      tool: args.toolName,
      args: seen?.arguments ?? {},
      ...binding.position(args.callId),
    },
    { errorType: "rejected", ...(userText === undefined ? {} : { message: userText }) },
  );
  binding.settled(args.callId, false);
  // Of a call whose arguments do not fit, the SDK asks for the text and then sends its own.
  binding.replaceText(args.callId, SDK_TEXT.rejected, outcome.content);
  return outcome.content;
}
