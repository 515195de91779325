import { HumanMessage } from "@langchain/core/messages";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { closeDanglingToolCalls } from "../close-dangling-tool-calls.ts";
import { isSettled, savedRun } from "../end-of-turn.ts";
import { type HaltedRun, wordsToContinue } from "../human-decision.ts";
import type { LiveRun } from "../live-run.ts";
import { messagesOf } from "../messages.ts";
import { recordOthers } from "../record-others.ts";
import { currentRun } from "../run-book.ts";
import { finishRun } from "../run-registry.ts";
import { type AgentStateView, agentRecoveryState } from "./agent-state.ts";
import type { RecoverMiddlewareOptions } from "./options.ts";
import { configOf, type HookRuntime } from "./runtime-config.ts";
import { recoverToolCall } from "./tool-call.ts";
import type { ToolNames } from "./tool-names.ts";

type Update = Record<string, unknown> | undefined;

/** The hooks that stand outside all others. */
export interface OuterHooks {
  beforeAgent(state: AgentStateView, runtime: HookRuntime): Update;
  beforeModel(state: AgentStateView, runtime: HookRuntime): Promise<Update>;
  afterAgent(state: AgentStateView, runtime: HookRuntime): Promise<Update>;
}

/** What begins, judges and ends a run. */
export function outerHooks(options: RecoverMiddlewareOptions): OuterHooks {
  const { recovery, around: _around, askHuman, ...defaults } = options;
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
      entry.wired = true;
      const messages = messagesOf(state);
      recordOthers(entry, messages);
      if (isSettled(entry, messages)) entry.run.closeTurn();
      const { halt } = entry.run;
      if (halt === undefined) return undefined;
      const words = asksHuman(options, entry, runtime) ? ask(entry, runtime) : undefined;
      await finishRun(entry);
      if (words !== undefined) return { messages: [new HumanMessage(words)] };
      const { reason: stopReason, userMessage } = halt;
      return { jumpTo: "end", stopReason, userMessage, _recovery: savedRun(entry) };
    },
    async afterAgent(state, runtime) {
      const entry = runOf(state, runtime);
      if (entry === undefined) return undefined;
      await finishRun(entry, entry.run.halt?.reason ?? "completed");
      return { stopReason: entry.run.stopReason ?? "completed" };
    },
  };
}

function asksHuman(
  { askHuman = false }: RecoverMiddlewareOptions,
  { run }: LiveRun,
  { configurable, interrupt }: HookRuntime,
): boolean {
  if (interrupt === undefined || configurable?.["__pregel_checkpointer"] === undefined)
    return false;
  return typeof askHuman === "function" ? askHuman(run.report()) : askHuman;
}

function ask({ run }: LiveRun, { interrupt }: HookRuntime): string | undefined {
  const question: HaltedRun = { type: "recourse_halted", incident: run.report() };
  return wordsToContinue(interrupt?.(question));
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
