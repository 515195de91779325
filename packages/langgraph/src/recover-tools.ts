import type { ToolMessage } from "@langchain/core/messages";
import { getCurrentTaskInput, isCommand, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Recovery } from "@recourse/core";
import { haltOfChild, type RawResult } from "./call-link.ts";
import { checkOptions, checkTools } from "./check-options.ts";
import { derivedFrom } from "./derived-tool.ts";
import { invokesItself } from "./langgraph-internals.ts";
import type { LiveRun, RunDefaults } from "./live-run.ts";
import { isToolMessage, type MessageToolCall } from "./messages.ts";
import { judgedValueOf, type ToolLike, type ToolResult } from "./raw-result.ts";
import { attemptConfig, keepReturned, preflightCall, toolCallOf, track } from "./recover-call.ts";
import { isRecovered, markRecovered } from "./recovered-mark.ts";
import { openRun } from "./run-book.ts";
import type { NodeConfig } from "./scope.ts";
import { streamOutcome } from "./stream-outcome.ts";
import { endOfBody } from "./tool-body.ts";
import { messageOfOutcome } from "./tool-message.ts";

/** The recovery, and what every run of these tools is given. */
export interface RecoverToolsOptions extends RunDefaults {
  readonly recovery: Recovery;
}

/** A LangChain tool: `invoke` parses, traces and formats, `_call` does the work. */
interface CallableTool extends ToolLike {
  _call(args: unknown, manager: unknown, config: unknown): unknown;
}

interface Site {
  readonly entry: LiveRun;
  readonly call: MessageToolCall;
  readonly tool: CallableTool;
  readonly availableTools: readonly string[];
  readonly config: NodeConfig;
}

/**
 * The same tools with the recovery inside them, for agents where only the tools can be changed. A
 * failure never leaves the tool, which returns a message instead: tracers and `streamEvents` see
 * one call with one end, however often it was tried. What this cannot do is answer unknown tool
 * names and end a run. A tool without LangChain's `_call` is handed back as it is.
 */
export function recoverTools<Tool extends object>(
  tools: readonly Tool[],
  options: RecoverToolsOptions,
): Tool[] {
  checkTools("recoverTools()", tools);
  checkOptions("recoverTools()", options);
  return tools.map((tool) => (isCallable(tool) ? (recovered(tool, options) as Tool) : tool));
}

function isCallable(tool: object): tool is CallableTool {
  return typeof (tool as Partial<CallableTool>)._call === "function" && !isRecovered(tool);
}

function recovered(tool: CallableTool, options: RecoverToolsOptions): object {
  const { recovery, ...defaults } = options;
  const base = derivedFrom(tool);
  const whole = invokesItself(tool);
  const derived = Object.assign(Object.create(base), {
    async invoke(input: unknown, given?: unknown): Promise<unknown> {
      const call = asToolCall(input);
      const config = (given ?? {}) as NodeConfig;
      const entry = call && openRun(recovery, stateOf(given), config, defaults);
      if (call === undefined || entry === undefined) return tool.invoke(input, given);
      const site = { entry, call, tool, availableTools: [], config };
      return track(entry, call, async (index) => {
        // LangChain would throw over arguments that do not fit, so they are answered first.
        const settled = await preflightCall(site, index);
        if (settled !== undefined) return settled;
        const result = whole
          ? recoverInside(site, index, (attempt) => tool.invoke(input, { ...config, ...attempt }))
          : callOf(site, index, base).invoke(input, given);
        return (await result) as ToolResult;
      });
    },
  });
  return markRecovered(derived);
}

/** The tool for one call: LangChain's own `invoke` around a `_call` that recovers. */
function callOf(site: Site, index: number, base: CallableTool): CallableTool {
  const { tool } = site;
  const once: CallableTool = Object.create(base);
  const isPair = tool.responseFormat === "content_and_artifact";
  once._call = (args, manager, config) =>
    recoverInside(
      site,
      index,
      (attempt) => {
        const own = { ...(config as object), ...attempt };
        return endOfBody(tool._call(args, manager, own), own, manager);
      },
      // LangChain wants a pair of such a tool, and hands on a message in its first place as it is.
      (message) => (isPair ? [message, message.artifact] : message),
    );
  return once;
}

async function recoverInside(
  site: Site,
  index: number,
  attempt: (config: NodeConfig) => unknown,
  asReturned: (message: ToolMessage) => unknown = (message) => message,
): Promise<unknown> {
  const { entry, call, tool } = site;
  let returned: unknown;
  let hasRun = false;
  let raw: RawResult = { known: false, value: undefined };
  const outcome = await entry.run.call(
    {
      ...toolCallOf(site, index),
      returnedFailure: () => failureIn(returned) ?? haltOfChild(raw, tool.name),
    },
    async (_args, context) => {
      hasRun = true;
      raw = { known: false, value: undefined };
      const { configurable, metadata, signal } = attemptConfig(site, index, context, raw);
      returned = await attempt({ configurable, metadata, signal });
      keepReturned(entry.open, index, returned);
      return judgedValue(tool, returned);
    },
  );
  streamOutcome(site.config, call, outcome);
  // A call beside an interrupt that has been answered, with a result from before.
  if (!hasRun) returned = entry.open.returned?.get(index);
  if (!outcome.intervened || isCommand(returned)) return returned;
  const own = isToolMessage(returned) ? returned : undefined;
  return asReturned(messageOfOutcome(call, outcome, own));
}

function failureIn(returned: unknown): { error: unknown } | undefined {
  if (!isToolMessage(returned) || returned.status !== "error") return undefined;
  return { error: returned.content };
}

function judgedValue(tool: CallableTool, returned: unknown): unknown {
  const raw: RawResult = { known: false, value: undefined };
  if (isToolMessage(returned) || isCommand(returned)) return judgedValueOf(returned, raw);
  const isPair = tool.responseFormat === "content_and_artifact" && Array.isArray(returned);
  return isPair ? returned[0] : returned;
}

function asToolCall(input: unknown): MessageToolCall | undefined {
  const call = input as Partial<MessageToolCall> & { type?: unknown };
  return typeof input === "object" && input !== null && call.type === "tool_call"
    ? (call as MessageToolCall)
    : undefined;
}

/** The graph's state: tool nodes hand it on, and LangGraph keeps the input of the running task. */
function stateOf(config: unknown): unknown {
  const { state } = (config ?? {}) as { state?: unknown };
  if (state !== undefined) return state;
  try {
    return getCurrentTaskInput(config as LangGraphRunnableConfig);
  } catch {
    return undefined;
  }
}
