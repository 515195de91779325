import type { ToolMessage } from "@langchain/core/messages";
import { isCommand } from "@langchain/langgraph";
import {
  type CallContext,
  type CallOutcome,
  type ToolCall,
  ToolFault,
  type ToolOptions,
} from "@recourse/core";
import { callLink, haltOfChild, type RawResult } from "./call-link.ts";
import { isControlFlow } from "./control-flow.ts";
import { canWait } from "./langgraph-internals.ts";
import type { LiveRun, OpenTurn } from "./live-run.ts";
import { isToolMessage, isTruncated, type MessageToolCall } from "./messages.ts";
import { placeOf } from "./place-of-call.ts";
import {
  judgedValueOf,
  spyOnTool,
  type ToolLike,
  type ToolResult,
  textOfResult,
} from "./raw-result.ts";
import type { NodeConfig } from "./scope.ts";
import { streamOutcome } from "./stream-outcome.ts";
import { messageOfOutcome } from "./tool-message.ts";
import { toolSettings } from "./tool-settings.ts";
import { unparsedArguments } from "./unparsed-arguments.ts";

/** One tool call of a graph, and how the framework would carry it out. */
export interface CallToRecover {
  readonly entry: LiveRun;
  readonly call: MessageToolCall;
  /** `undefined` for a name that no tool has. */
  readonly tool: ToolLike | undefined;
  readonly availableTools: readonly string[];
  readonly config: NodeConfig;
  /** Runs the given tool as the framework does; rejects with what the tool throws. */
  invoke(tool: ToolLike, call: MessageToolCall, config: NodeConfig): Promise<ToolResult>;
  /** What the framework does with an error, where Recourse leaves it alone. */
  native(error: unknown): Promise<ToolResult>;
  /** The user asked the framework to let tool errors through. @default false */
  readonly rethrow?: boolean;
  /** A failure that the framework reports in a message of its own instead of throwing. */
  failureOf?(result: ToolResult): unknown;
}

/** Carries out one call under the run's policy. The id of the call always gets its result. */
export function recoverCall(site: CallToRecover): Promise<ToolResult> {
  return track(site.entry, site.call, (index) => settle(site, index));
}

/** Gives a call its place in the turn, and keeps its answer there. */
export function track(
  { open }: LiveRun,
  call: MessageToolCall,
  answerOf: (index: number) => Promise<ToolResult>,
): Promise<ToolResult> {
  const index = placeOf(open, call);
  const answer: Promise<ToolResult> = answerOf(index).then(
    (result) => {
      open.results.set(index, result);
      open.inFlight.delete(answer);
      return result;
    },
    (thrown) => {
      open.inFlight.delete(answer);
      throw thrown;
    },
  );
  open.inFlight.add(answer);
  return answer;
}

function settle(site: CallToRecover, index: number): Promise<ToolResult> {
  const { tool, entry } = site;
  if (tool !== undefined) return execute(site, index, tool);
  const outcome = entry.run.settle(toolCallOf(site, index), { errorType: "unknown_tool" });
  return Promise.resolve(handOn(site, index, outcome, undefined));
}

/** A call as core takes it. */
export function toolCallOf(
  site: Pick<CallToRecover, "entry" | "call" | "tool" | "availableTools" | "config">,
  index: number,
  { format, returnedFailure }: Pick<ToolCall, "format" | "returnedFailure"> = plain,
): ToolCall {
  const { entry, call, tool, config } = site;
  const { open } = entry;
  return {
    id: call.id ?? "",
    tool: call.name,
    args: unparsedArguments(open.message, call) ?? call.args,
    turn: open.turn,
    index,
    availableTools: site.availableTools.length === 0 ? undefined : site.availableTools,
    passThrough: isControlFlow,
    options: tool === undefined ? undefined : settingsOf(entry, tool, config),
    signal: config.signal,
    truncated: isTruncated(open.message),
    format,
    returnedFailure,
  };
}

const plain: Pick<ToolCall, "format" | "returnedFailure"> = {};

/** Whether a call could run, before anybody is asked to approve it; its answer if it cannot. */
export async function preflightCall(
  site: Pick<CallToRecover, "entry" | "call" | "tool" | "availableTools" | "config">,
  index: number,
): Promise<ToolMessage | undefined> {
  const { open, run } = site.entry;
  const call = toolCallOf(site, index);
  const isUnknown = site.tool === undefined && site.availableTools.length > 0;
  // Settled as where it is executed, so that asking again and again is told in the same words.
  const outcome = isUnknown
    ? run.settle(call, { errorType: "unknown_tool" })
    : await run.preflight(call);
  if (outcome === undefined) return undefined;
  const answer = messageOfOutcome(site.call, outcome, undefined);
  open.taken.add(index);
  open.results.set(index, answer);
  streamOutcome(site.config, site.call, outcome);
  return answer;
}

// `then` instead of `await` here: what a call that succeeds costs is mostly the promises around it.
function execute(site: CallToRecover, index: number, tool: ToolLike): Promise<ToolResult> {
  const { run } = site.entry;
  let result: ToolResult | undefined;
  let failure: { readonly error: unknown } | undefined;
  const toolCall = toolCallOf(site, index, {
    format: (value) => (result === undefined ? String(value) : textOfResult(result)),
    returnedFailure: () => failure,
  });
  const attempt = (args: unknown, context: CallContext): Promise<unknown> => {
    result = undefined;
    failure = undefined;
    const raw: RawResult = { known: false, value: undefined };
    const config = attemptConfig(site, index, context, raw);
    // The tool parses its arguments itself, so it gets them as the model sent them.
    const sent = toolCall.args === site.call.args ? site.call : { ...site.call, args };
    return site.invoke(spyOnTool(tool), sent as MessageToolCall, config).then((given) => {
      result = given;
      if (canWait(site.config.configurable)) keepReturned(site.entry.open, index, given);
      failure = failureIn(site, given) ?? haltOfChild(raw, site.call.name);
      return judgedValueOf(given, raw);
    });
  };
  return run.call(toolCall, attempt).then(
    (outcome) => handOn(site, index, outcome, result),
    (thrown: unknown) => {
      if (run.modes.messages === "enforce" || isControlFlow(thrown)) throw thrown;
      return site.native(thrown);
    },
  );
}

function failureIn(site: CallToRecover, result: ToolResult): { error: unknown } | undefined {
  const error = site.failureOf?.(result);
  if (error !== undefined) return { error };
  return isToolMessage(result) && result.status === "error"
    ? { error: textOfResult(result) }
    : undefined;
}

/** What is thrown for a call that no tool threw over: arguments that do not fit, and refusals. */
function faultOf({ record, observation }: CallOutcome): ToolFault {
  const { errorType = "internal" } = record;
  return new ToolFault({ errorType, message: observation.message });
}

/** The node's own retry policy already repeats what fails; the host does not multiply it. */
function settingsOf(entry: LiveRun, tool: ToolLike, config: NodeConfig): ToolOptions {
  const settings = toolSettings(tool);
  if ((config.executionInfo?.nodeAttempt ?? 1) <= 1) return settings;
  entry.recovery.warnOnce(
    "langgraph_node_retry",
    "The node that runs the tools has a retryPolicy, which repeats every call of a turn when one " +
      "fails. Remove it: transient failures are retried by Recourse, one call at a time.",
  );
  return { ...settings, retry: false };
}

/** The config that one attempt of a tool runs with. */
export function attemptConfig(
  site: Pick<CallToRecover, "entry" | "call" | "config">,
  index: number,
  context: CallContext,
  raw: RawResult,
): NodeConfig {
  const { config, entry, call } = site;
  const given = config.configurable ?? {};
  const link = callLink({ run: entry.run, callId: call.id ?? "", context, raw });
  const configurable = { ...given, ...link };
  entry.open.interrupts.renumber(index, configurable);
  const { signal } = context;
  if (config.callbacks === undefined) return { ...config, configurable, signal };
  const metadata = {
    ...config.metadata,
    recourse_run_id: entry.run.id,
    recourse_attempt: context.attempt,
  };
  return { ...config, configurable, metadata, signal };
}

/** Keeps what a call has returned for the one that asks for it again after an interrupt. */
export function keepReturned(open: OpenTurn, index: number, returned: unknown): void {
  open.returned ??= new Map();
  open.returned.set(index, returned);
}

/** The result as the graph gets it. */
function handOn(
  site: CallToRecover,
  index: number,
  outcome: CallOutcome,
  result: ToolResult | undefined,
): ToolResult | Promise<ToolResult> {
  const { entry, call } = site;
  streamOutcome(site.config, call, outcome);
  if (result !== undefined && isCommand(result)) return result;
  const { open } = entry;
  const own = result ?? open.results.get(index) ?? (open.returned?.get(index) as typeof result);
  if (!outcome.intervened) {
    if (own !== undefined) return own;
    if (!outcome.ok) return site.native(outcome.error ?? outcome.content);
  }
  if (site.rethrow === true && !outcome.ok && "error" in outcome) {
    if (site.tool === undefined) return site.native(outcome.error);
    throw outcome.error ?? faultOf(outcome);
  }
  return messageOfOutcome(call, outcome, isToolMessage(own) ? own : undefined);
}
