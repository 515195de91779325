import type { BaseMessage } from "@langchain/core/messages";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { closeCalls, notExecuted } from "../close-dangling-tool-calls.ts";
import { isPseudoTool } from "../langgraph-internals.ts";
import { lastAiIndex, messagesOf, toolCallsOf } from "../messages.ts";
import { preflightCall } from "../recover-call.ts";
import { repairInvalidToolCalls } from "../repair-invalid-tool-calls.ts";
import { currentRun, openRun } from "../run-book.ts";
import type { NodeConfig } from "../scope.ts";
import { type AgentStateView, agentRecoveryState } from "./agent-state.ts";
import { judgeTurn, type StateUpdate } from "./judge-turn.ts";
import type { RecoverMiddlewareOptions } from "./options.ts";
import { configOf, type HookRuntime } from "./runtime-config.ts";
import type { ToolNames } from "./tool-names.ts";
import { warnOfStructuredRetry } from "./warn-of-structured-retry.ts";

/**
 * Looks at a whole response before anything of it is executed or shown to a person: calls that did
 * not parse get their place, calls that cannot run get their answer.
 */
export function gateHook(
  options: RecoverMiddlewareOptions,
  names: ToolNames,
): (state: AgentStateView, runtime: HookRuntime) => Promise<StateUpdate | undefined> {
  const { recovery, around: _around, askHuman: _askHuman, ...defaults } = options;
  return async (state, runtime) => {
    const { repaired, view } = repair(state);
    const response = view[lastAiIndex(view)];
    if (response === undefined) return undefined;
    const calls = toolCallsOf(response);
    if (calls.length === 0) return undefined;
    const config = configOf(runtime);
    const known = { ...state, messages: view };
    const offered = names.in(config);
    const entry = openRun(recovery, known, config, defaults, offered.toolOf, true);
    if (entry === undefined || entry.run.modes.guards !== "enforce") return undefined;
    entry.gated = true;
    const answers: BaseMessage[] = [];
    for (const [index, call] of calls.entries()) {
      if (isPseudoTool(call.name)) continue;
      const tool = offered.toolOf(call.name);
      const site = { entry, call, tool, availableTools: offered.names, config };
      const answer = await preflightCall(site, index);
      if (answer !== undefined) answers.push(answer);
    }
    const changes = [...repaired, ...answers];
    if (changes.length === 0) return undefined;
    if (answers.length < calls.length) return { messages: changes };
    // The model would be called again without passing the hooks that stand before it.
    const judged = await judgeTurn(options, entry, [...view, ...answers], runtime);
    const { messages: more = [], ...update } = judged ?? {};
    return { jumpTo: "model", ...update, messages: [...changes, ...more] };
  };
}

function repair(state: AgentStateView): { repaired: BaseMessage[]; view: readonly BaseMessage[] } {
  const messages = messagesOf(state);
  const { messages: repaired } = repairInvalidToolCalls({ messages });
  const [response] = repaired;
  if (response === undefined) return { repaired, view: messages };
  return { repaired, view: messages.with(lastAiIndex(messages), response) };
}

/**
 * Sees what the model is offered, and that it is sent no call without a result: when a person
 * rejects one call, LangChain's approvals call the model at once and leave those beside it open.
 */
export function modelHook(options: RecoverMiddlewareOptions, names: ToolNames): ModelHook {
  const { recovery, around: _around, askHuman: _askHuman, ...defaults } = options;
  return async (request, handler) => {
    const config = configOf(request.runtime as HookRuntime);
    names.offer(request.tools, config);
    const response = await handler(withResults(request, config));
    warnOfStructuredRetry(recovery, response);
    return response;
  };

  function withResults(request: ModelRequest, config: NodeConfig): ModelRequest {
    const messages = closeCalls(request.messages, notExecuted);
    if (messages.length === request.messages.length) return request;
    const entry = currentRun(recovery, request.state as AgentStateView, config, defaults);
    return entry?.run.modes.messages === "enforce" ? { ...request, messages } : request;
  }
}

type ModelHook = NonNullable<AgentMiddleware["wrapModelCall"]>;
type ModelRequest = Parameters<ModelHook>[0];

/** The innermost middleware, so that its look at a response comes before everyone else's. */
export function gateMiddleware(
  options: RecoverMiddlewareOptions,
  names: ToolNames,
): AgentMiddleware {
  return createMiddleware({
    name: "RecourseGate",
    stateSchema: agentRecoveryState,
    wrapModelCall: modelHook(options, names),
    afterModel: { canJumpTo: ["model", "end"], hook: gateHook(options, names) as never },
  }) as unknown as AgentMiddleware;
}
