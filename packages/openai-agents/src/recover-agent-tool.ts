import {
  type Agent,
  type AgentOutputType,
  type AgentTool,
  type AgentToolOptionsWithDefault,
  type AgentToolOptionsWithParameters,
  type FunctionTool,
  type RunContext,
  RunState,
  type ToolInputParameters,
} from "@openai/agents";
import { type CallOutcome, type ToolCall, ToolFault, type ToolSchema } from "@recourse/core";
import { childFault } from "@recourse/core/adapter";
import { agentText } from "./agent-text.ts";
import { approveRecovering } from "./approval.ts";
import { bindState } from "./bind-state.ts";
import { checkAgentTool } from "./check-options.ts";
import { type AgentsRun, agentsRun } from "./create-recovery.ts";
import { endOfRun } from "./end-of-run.ts";
import { RunHaltedError } from "./halted-error.ts";
import {
  type AnyToolOptions,
  type InvokeDetails,
  type RecoveredTool,
  runOfCall,
  settleOutcome,
  toolCall,
} from "./invoke.ts";
import { rememberTool } from "./known-tools.ts";
import { nullDropper } from "./optional-nulls.ts";
import type { RecoverToolSettings } from "./recover-tool.ts";
import { bindingOf, type RunBinding } from "./run-binding.ts";
import {
  forkContext,
  readSdkText,
  revealingDetails,
  sdkFailureText,
  withoutTimeoutMark,
} from "./sdk-internals.ts";

/** What `asTool` takes, whatever the agent's type parameters. */
interface GivenOptions {
  readonly parameters?: unknown;
  readonly needsApproval?: unknown;
  readonly runOptions?: object;
  readonly customOutputExtractor?: (result: never) => string | Promise<string>;
}

/** The schemas that the input of an agent's tool may have: the strict ones. */
export type AgentToolParameters = Exclude<
  ToolInputParameters,
  undefined | { readonly additionalProperties: true }
>;

/** The schema of an agent's tool for which none was given: the SDK's own, a text as `input`. */
export type DefaultAgentToolParameters = Agent["asTool"] extends {
  (this: never, options: never): FunctionTool<infer _Context, infer Input>;
  (this: never, options: never): unknown;
}
  ? Input
  : never;

/** What the SDK takes as the input of an agent's tool when nothing else was said. */
const INPUT_SCHEMA: ToolSchema = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
};

/**
 * An agent as a tool, in place of `agent.asTool(options)`: the nested run recovers like any other,
 * with turns and repeats of its own and its parent's budgets, deadline and mode. When it fails,
 * that is one failed call of the parent, with the real cause, and it is never retried blindly:
 * the host does not repeat it unless the settings say so, and there is no time-out.
 *
 * @throws RecourseError `invalid_option`, with the setting's name and what to do
 * @example tools: [recoverAgentTool(researcher, { toolName: "research", toolDescription: "…" })]
 */
export function recoverAgentTool<TContext, TOutput extends AgentOutputType>(
  agent: Agent<TContext, TOutput>,
  options: AgentToolOptionsWithDefault<TContext, Agent<TContext, TOutput>>,
  settings?: RecoverToolSettings,
): AgentTool<TContext, Agent<TContext, TOutput>, DefaultAgentToolParameters>;
export function recoverAgentTool<
  TContext,
  TOutput extends AgentOutputType,
  Input extends AgentToolParameters,
>(
  agent: Agent<TContext, TOutput>,
  options: AgentToolOptionsWithParameters<TContext, Agent<TContext, TOutput>, Input>,
  settings?: RecoverToolSettings,
): AgentTool<TContext, Agent<TContext, TOutput>, Input>;
export function recoverAgentTool(
  agent: object,
  options: object,
  settings: RecoverToolSettings = {},
): object {
  checkAgentTool(agent, options, settings);
  const nested = agent as unknown as NestedAgent;
  const given = options as unknown as GivenOptions;
  const outer = nested.asTool(given);
  const { recovery, ...toolOptions } = settings;
  const schema = (given.parameters ?? INPUT_SCHEMA) as ToolSchema;
  const recovered: RecoveredTool = {
    tool: outer,
    bareInvoke: outer.invoke,
    options: {
      parameters: schema,
      needsApproval: given.needsApproval,
      execute: () => undefined,
    } satisfies AnyToolOptions,
    settings: { schema, retry: false, timeoutMs: false, ...toolOptions },
    recovery,
    dropNulls: nullDropper(schema, true),
  };
  const listeners: Parameters<AgentToolLike["on"]>[] = [];
  outer.on = (...listener) => {
    listeners.push(listener);
    return outer;
  };
  outer.invoke = async (context, input, details) => {
    const binding = runOfCall(recovered, context, details);
    const { modes } = binding.run;
    const callId = details?.toolCall?.callId ?? "";
    const early = binding.takeEarly(callId);
    if (early !== undefined) return settleOutcome(recovered, binding, callId, early);
    const call = await toolCall(recovered, binding, context, input, details);
    const bare = modes.messages === "off" && modes.retry === "off" && modes.guards === "off";
    if (bare) return runBare(nested, given, listeners, context, input, details);
    const nestedRun = { nested, given, listeners, binding, call, context, input, details };
    try {
      const outcome = await callNested(nestedRun);
      return settleOutcome(recovered, binding, callId, outcome);
    } catch (thrown) {
      // The nested run waits for a person; the SDK has its state.
      if (thrown === interrupted) return "";
      // Where we only watch, the model reads what the SDK makes of any error of a nested run.
      if (modes.messages !== "enforce" && details?.signal?.aborted !== true) {
        return sdkFailureText(thrown);
      }
      throw thrown;
    }
  };
  outer.needsApproval = approveRecovering(recovered);
  rememberTool(outer, recovered);
  return outer;
}

const interrupted: unique symbol = Symbol("recourse.interrupted");

interface AgentToolLike extends FunctionTool<unknown> {
  on(name: string, handler: (event: unknown) => unknown): AgentToolLike;
}

interface NestedAgent {
  readonly name: string;
  asTool(options: object): AgentToolLike;
}

interface NestedRun {
  readonly nested: NestedAgent;
  readonly given: GivenOptions;
  readonly listeners: readonly Parameters<AgentToolLike["on"]>[];
  readonly binding: RunBinding;
  readonly call: ToolCall;
  readonly context: RunContext<unknown>;
  readonly input: string;
  readonly details: InvokeDetails;
}

function callNested(from: NestedRun): Promise<CallOutcome> {
  const call: ToolCall = { ...from.call, passThrough: (thrown) => thrown === interrupted };
  return from.binding.run.call<unknown, string>(call, async (_args, callContext) => {
    const child = await childRun(from);
    const childBinding = bindingOf(child);
    let finished: { readonly interruptions?: readonly unknown[] } | undefined;
    const before = childBinding.turn;
    const details = revealingDetails(
      from.details ?? {},
      callContext,
      () => childBinding.turn > before,
    );
    const inner = withListeners(from, {
      ...from.given,
      runOptions: child.runOptions({
        ...from.given.runOptions,
        context: contextFor(from),
      }),
      customOutputExtractor: async (result: never) => {
        finished = result;
        return (await from.given.customOutputExtractor?.(result)) ?? agentText(result);
      },
    });
    let output: string;
    try {
      output = (await inner.invoke(from.context, from.input, details as InvokeDetails)) as string;
    } catch (error) {
      from.binding.children.delete(from.call.id);
      await child.finish(endOfRun(error, callContext.signal));
      // Of a halt with structured output, which nobody gave one for.
      const halt = RunHaltedError.isInstance(error) ? child.halt : undefined;
      throw halt === undefined ? error : childFault(from.nested.name, halt);
    }
    if ((finished?.interruptions?.length ?? 0) > 0) throw interrupted;
    from.binding.children.delete(from.call.id);
    const failure = failureOf(from.nested.name, child, childBinding, finished, output);
    await child.finish(childBinding.reachedMaxTurns ? "max_steps" : undefined);
    if (failure !== undefined) throw failure;
    return output;
  });
}

/** The nested run; the same one when an approval resumes it, rebuilt where that was elsewhere. */
async function childRun(from: NestedRun): Promise<AgentsRun> {
  const { children, run, isRebuilt } = from.binding;
  const known = children.get(from.call.id);
  if (known !== undefined) return known as AgentsRun;
  const child = agentsRun(run.child({ agent: from.nested.name }));
  children.set(from.call.id, child);
  const { resumeState } = from.details ?? {};
  if (resumeState === undefined) return child;
  try {
    const state = await RunState.fromString(from.nested as unknown as Agent, resumeState);
    bindState(child, state, !isRebuilt);
  } catch {
    // The nested run goes on without its counters of before; what is wrong, the SDK will say.
  }
  return child;
}

function contextFor(from: NestedRun): unknown {
  const own = (from.given.runOptions as { context?: unknown } | undefined)?.context;
  return own ?? forkContext(from.context);
}

function withListeners(from: NestedRun, options: object): AgentToolLike {
  const inner = from.nested.asTool(options);
  for (const listener of from.listeners) inner.on(...listener);
  return inner;
}

function runBare(
  nested: NestedAgent,
  given: GivenOptions,
  listeners: NestedRun["listeners"],
  context: RunContext<unknown>,
  input: string,
  details: InvokeDetails,
): Promise<string> {
  const inner = nested.asTool(given);
  for (const listener of listeners) inner.on(...listener);
  return inner.invoke(context, input, withoutTimeoutMark(details)) as Promise<string>;
}

/** What a nested run that ended says of its parent's call; `undefined` when it did its work. */
function failureOf(
  name: string,
  child: AgentsRun,
  binding: RunBinding,
  finished: object | undefined,
  output: unknown,
): ToolFault | undefined {
  if (child.halt !== undefined) return childFault(name, child.halt);
  if (binding.reachedMaxTurns) {
    return ToolFault.internal({
      message: `The agent ${name} used up its turns before it was done.`,
      next: "Ask it for a smaller part, or go on without it.",
      outcome: "unknown",
    });
  }
  const unsaid =
    finished === undefined && typeof output === "string" && readSdkText(output) === "failed";
  return unsaid
    ? ToolFault.internal({ message: `The agent ${name} failed.`, outcome: "unknown" })
    : undefined;
}
