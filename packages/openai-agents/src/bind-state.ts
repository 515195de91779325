import type { AgentInputItem } from "@openai/agents";
import type { HistoryCall, Run } from "@recourse/core";
import { historyCalls } from "./history.ts";
import { bindingOf } from "./run-binding.ts";
import { contextOfState, lastResponseCalls } from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";

interface StateLike {
  readonly history: AgentInputItem[];
  readonly currentAgent?: unknown;
}

/** Ties a saved state of the SDK to a run, and rebuilds the counters of a run that has none. */
export function bindState<State>(run: Run, state: State): State {
  const binding = bindingOf(run);
  binding.isBound = true;
  const { history, currentAgent } = state as StateLike;
  const context = contextOfState(state as object);
  if (context !== undefined) binding.attach(context);
  const calls = historyCalls(history, currentAgent as AnyAgent | undefined);
  if (run.turn < 0) {
    run.restore(calls);
    binding.turn = Math.max(binding.turn, openTurn(state as object, calls));
  }
  for (const call of calls) if (call.content !== undefined) binding.swept(call.id);
  binding.turn = Math.max(binding.turn, run.turn);
  return state;
}

/** The turn that goes on: that of a call which waits for a person and is not in the history yet. */
function openTurn(state: object, calls: readonly HistoryCall[]): number {
  const last = calls.at(-1)?.turn ?? -1;
  const { getInterruptions } = state as { getInterruptions?: () => readonly unknown[] };
  if ((getInterruptions?.call(state) ?? []).length === 0) return last;
  const ids = lastResponseCalls(state);
  return calls.find((call) => ids.includes(call.id))?.turn ?? last + 1;
}
