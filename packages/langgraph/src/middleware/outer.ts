import { type AgentMiddleware, createMiddleware } from "langchain";
import { closeDanglingToolCalls } from "../close-dangling-tool-calls.ts";
import type { LiveRun } from "../live-run.ts";
import { messagesOf } from "../messages.ts";
import { currentRun } from "../run-book.ts";
import { finishRun } from "../run-registry.ts";
import { type AgentStateView, agentRecoveryState } from "./agent-state.ts";
import { judgeTurn, type StateUpdate } from "./judge-turn.ts";
import type { RecoverMiddlewareOptions } from "./options.ts";
import { configOf, type HookRuntime } from "./runtime-config.ts";
import { recoverToolCall } from "./tool-call.ts";
import type { ToolNames } from "./tool-names.ts";

/** The hooks that stand outside all others. */
export interface OuterHooks {
  beforeAgent(state: AgentStateView, runtime: HookRuntime): StateUpdate | undefined;
  beforeModel(state: AgentStateView, runtime: HookRuntime): Promise<StateUpdate | undefined>;
  afterAgent(state: AgentStateView, runtime: HookRuntime): Promise<StateUpdate | undefined>;
}

/** What begins, judges and ends a run. */
export function outerHooks(options: RecoverMiddlewareOptions): OuterHooks {
  const { recovery, around: _around, askHuman: _askHuman, ...defaults } = options;
  const runOf = (state: AgentStateView, runtime: HookRuntime): LiveRun | undefined =>
    currentRun(recovery, state, configOf(runtime), defaults);
  return {
    beforeAgent(state) {
      const isStale = (state.stopReason ?? state.userMessage ?? null) !== null;
      const { messages } = closeDanglingToolCalls(state);
      if (!isStale && messages.length === 0) return undefined;
      return { messages, stopReason: null, userMessage: null };
    },
    async beforeModel(state, runtime) {
      const entry = runOf(state, runtime);
      if (entry === undefined) return undefined;
      return judgeTurn(options, entry, messagesOf(state), runtime);
    },
    async afterAgent(state, runtime) {
      const entry = runOf(state, runtime);
      if (entry === undefined) return undefined;
      await finishRun(entry, entry.run.halt?.reason ?? "completed");
      return { messages: [], stopReason: entry.run.stopReason ?? "completed" };
    },
  };
}

/** The outermost middleware: every tool call goes through it, whatever else stands around the tools. */
export function outerMiddleware(
  options: RecoverMiddlewareOptions,
  names: ToolNames,
): AgentMiddleware {
  const hooks = outerHooks(options);
  return createMiddleware({
    name: "RecourseRecovery",
    stateSchema: agentRecoveryState,
    beforeAgent: hooks.beforeAgent as never,
    beforeModel: { canJumpTo: ["end"], hook: hooks.beforeModel as never },
    afterAgent: hooks.afterAgent as never,
    wrapToolCall: (request, handler) =>
      recoverToolCall(options, names, request as never, handler as never),
  }) as unknown as AgentMiddleware;
}
