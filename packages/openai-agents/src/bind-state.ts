import type { AgentInputItem } from "@openai/agents";
import { type HistoryCall, parseObservation, type Run } from "@recourse/core";
import { historyCalls, sdkAnswers } from "./history.ts";
import { bindingOf, type RunBinding } from "./run-binding.ts";
import { contextOfState, lastResponseCalls, type SeenCall } from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";
import { passOver } from "./sweep.ts";

interface StateLike {
  readonly history: AgentInputItem[];
  readonly currentAgent?: unknown;
}

/**
 * Ties a saved state of the SDK to a run, and rebuilds the counters of a run that has none.
 *
 * @param areCounted whether the budgets that a nested run shares know of these calls already, from
 * its parent's snapshot
 */
export function bindState<State>(run: Run, state: State, areCounted = false): State {
  const binding = bindingOf(run);
  binding.isBound = true;
  const { history, currentAgent } = state as StateLike;
  const context = contextOfState(state as object);
  if (context !== undefined) binding.attach(context);
  const waits = isWaiting(state as object);
  const open = waits ? lastResponseCalls(state as object) : [];
  if (waits) binding.noteResumed(open);
  const calls = answeredCalls(binding, history, currentAgent as AnyAgent | undefined);
  if (run.turn < 0) {
    binding.isRebuilt = !areCounted;
    run.restore(areCounted ? calls.map(uncounted) : calls);
    const last = calls.at(-1)?.turn ?? -1;
    binding.turn = Math.max(binding.turn, waits ? openTurn(open, calls, last) : last);
  }
  // What other tools answered in a turn that goes on may not have been looked at yet.
  passOver(binding, waits ? history.filter(isFunctionResult) : history);
  for (const { id, content = "" } of calls) {
    if (binding.call(id) === undefined || binding.isOk(id) !== undefined) continue;
    binding.settled(id, parseObservation(content)?.ok ?? true);
  }
  binding.turn = Math.max(binding.turn, run.turn);
  return state;
}

/**
 * The calls of a history that have a result. Those of the turn that goes on keep the places that
 * they had, so that none is taken for another one that was answered before; and what the SDK
 * answered by itself there is left out, since it is settled before the next model call.
 */
function answeredCalls(
  binding: RunBinding,
  history: readonly AgentInputItem[],
  agent: AnyAgent | undefined,
): HistoryCall[] {
  const bySdk = binding.hasOpenCalls ? sdkAnswers(history) : undefined;
  return historyCalls(history, agent).flatMap((call) => {
    const open = binding.call(call.id);
    if (call.content === undefined || (open !== undefined && bySdk?.has(call.id))) return [];
    return [{ ...call, index: binding.position(call.id).index ?? call.index }];
  });
}

function uncounted(call: HistoryCall): HistoryCall {
  return { ...call, options: { ...call.options, counts: false } };
}

function isFunctionResult(item: AgentInputItem): boolean {
  return item.type === "function_call_result";
}

function isWaiting(state: object): boolean {
  const { getInterruptions } = state as { getInterruptions?: () => readonly unknown[] };
  return (getInterruptions?.call(state) ?? []).length > 0;
}

/** The turn that goes on: that of the open calls, none of which may be in the history yet. */
function openTurn(open: readonly SeenCall[], calls: readonly HistoryCall[], last: number): number {
  const ids = new Set(open.map(({ callId }) => callId));
  return calls.find((call) => ids.has(call.id))?.turn ?? last + 1;
}
