import { ToolMessage } from "@langchain/core/messages";
import { Command, isCommand } from "@langchain/langgraph";
import { ToolFault } from "@recourse/core";
import { savedRun } from "../end-of-turn.ts";
import { isToolInvocationError, saysUnknownTool } from "../langgraph-internals.ts";
import type { LiveRun } from "../live-run.ts";
import { isToolMessage, type MessageToolCall, textOfMessage } from "../messages.ts";
import type { ToolLike, ToolResult } from "../raw-result.ts";
import { recoverCall } from "../recover-call.ts";
import { isRecovered } from "../recovered-mark.ts";
import { openRun } from "../run-book.ts";
import type { NodeConfig } from "../scope.ts";
import type { AgentStateView } from "./agent-state.ts";
import type { RecoverMiddlewareOptions } from "./options.ts";
import { configOf, type HookRuntime } from "./runtime-config.ts";
import type { ToolNames } from "./tool-names.ts";

/** What langchain hands to `wrapToolCall`. */
export interface ToolCallRequestLike {
  readonly toolCall: MessageToolCall;
  readonly tool?: ToolLike | undefined;
  readonly state: AgentStateView;
  readonly runtime: HookRuntime;
}

/** The rest of the chain: the other middleware, then the tool. */
export type ToolCallHandler = (request: ToolCallRequestLike) => Promise<ToolResult>;

/** One tool call of an agent under the run's policy. */
export async function recoverToolCall(
  options: RecoverMiddlewareOptions,
  names: ToolNames,
  request: ToolCallRequestLike,
  handler: ToolCallHandler,
): Promise<ToolResult> {
  const { recovery, around, askHuman: _, ...defaults } = options;
  const { toolCall: call, tool, state } = request;
  const config = configOf(request.runtime);
  const offered = names.in(config);
  const entry = openRun(recovery, state, config, defaults, offered.toolOf, true);
  if (entry === undefined || isRecovered(tool)) return handler(request);
  const result = await recoverCall({
    entry,
    call,
    // A tool that another middleware brings along is only known further in.
    tool: tool ?? { name: call.name, invoke: () => Promise.resolve(undefined) },
    availableTools: offered.names,
    config,
    invoke: (spied, sent, attempt) =>
      handler({
        ...request,
        toolCall: sent,
        ...(tool === undefined ? {} : { tool: inAttempt(spied, attempt) }),
      }),
    native: (error) => nativeResult(error, call, around?.some(wrapsTools) === true),
    failureOf: (message) => (tool === undefined ? unknownTool(message, call) : undefined),
  });
  return entry.run.modes.messages === "off" ? result : withSavedRun(result, entry);
}

/** The tool as langchain is to call it: under this attempt's signal, with the call's context. */
function inAttempt(tool: ToolLike, attempt: NodeConfig): ToolLike {
  const bound: { invoke: ToolLike["invoke"] } & ToolLike = Object.create(tool);
  bound.invoke = (input, given) => {
    const config = (given ?? {}) as NodeConfig;
    const signals = [config.signal, attempt.signal].filter((signal) => signal !== undefined);
    return tool.invoke(input, {
      ...config,
      configurable: { ...config.configurable, ...attempt.configurable },
      metadata: { ...config.metadata, ...attempt.metadata },
      signal: AbortSignal.any(signals),
    });
  };
  return bound;
}

/** What the agent's own tool node makes of an error when no middleware stands around its tools. */
async function nativeResult(
  error: unknown,
  call: MessageToolCall,
  isFatal: boolean,
): Promise<ToolResult> {
  if (isFatal) throw error;
  return new ToolMessage({
    content: isToolInvocationError(error) ? error.message : `${error}\n Please fix your mistakes.`,
    tool_call_id: call.id ?? "",
    name: call.name,
    status: "error",
  });
}

/** The agent's tool node answers an unknown name itself instead of throwing. */
function unknownTool(result: ToolResult, call: MessageToolCall): unknown {
  if (!isToolMessage(result) || result.status !== "error") return undefined;
  return saysUnknownTool(textOfMessage(result), call.name)
    ? new ToolFault({ errorType: "unknown_tool" })
    : undefined;
}

function wrapsTools(middleware: { readonly wrapToolCall?: unknown }): boolean {
  return middleware.wrapToolCall !== undefined;
}

function withSavedRun(result: ToolResult, entry: LiveRun): ToolResult {
  const _recovery = savedRun(entry);
  if (!isCommand(result)) return new Command({ update: { messages: [result], _recovery } });
  const { update, goto, graph, resume } = result;
  if (graph !== undefined || Array.isArray(update)) return result;
  return new Command({
    update: { ...(update as object), _recovery },
    ...(goto === undefined ? {} : { goto }),
    ...(resume === undefined ? {} : { resume }),
  });
}
