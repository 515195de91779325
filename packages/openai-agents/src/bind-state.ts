import type { AgentInputItem } from "@openai/agents";
import { type HistoryCall, parseObservation, type Run } from "@recourse/core";
import { foreignAnswers, historyCalls } from "./history.ts";
import { bindingOf, type RunBinding } from "./run-binding.ts";
import {
  contextOfState,
  guardrailTexts,
  lastResponseCalls,
  type SeenCall,
} from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";
import { passOver, wasRejected, writeTexts } from "./sweep.ts";

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
  const { history } = state as StateLike;
  writeTexts(binding, history);
  const context = contextOfState(state as object);
  if (context !== undefined) binding.attach(context);
  const waits = isWaiting(state as object);
  const open = waits ? lastResponseCalls(state as object) : [];
  // The turn goes on where it began: what it knows of its calls is more than the state tells.
  const isLive = binding.hasOpenCalls;
  if (waits) binding.noteResumed(open);
  const calls = answeredCalls(binding, state as StateLike);
  if (run.turn < 0) {
    binding.isRebuilt = !areCounted;
    run.restore(areCounted ? calls.map(uncounted) : calls);
    const last = calls.at(-1)?.turn ?? -1;
    binding.turn = Math.max(binding.turn, waits ? openTurn(open, calls, last) : last);
  } else if (waits && run.turn === run.toJSON().lastTurn) {
    // Of a turn in which no call got as far as to us, a snapshot knows nothing.
    binding.turn = Math.max(binding.turn, run.turn + 1);
  }
  // What other tools answered in a turn that goes on may not have been looked at yet.
  passOver(binding, waits ? history.filter(isFunctionResult) : history);
  if (!isLive) knowAnswers(binding, calls);
  binding.turn = Math.max(binding.turn, run.turn);
  return state;
}

/** Which calls of the turn that goes on have been answered, and how. */
function knowAnswers(binding: RunBinding, calls: readonly HistoryCall[]): void {
  for (const { id, content = "" } of calls) {
    if (binding.call(id) === undefined) continue;
    binding.settled(id, parseObservation(content)?.ok ?? true);
  }
}

/**
 * The calls of a history that have a result. Those of the turn that goes on keep the places that
 * they had, so that none is taken for another one that was answered before; and what the SDK, a
 * guardrail or a person answered there is left out: it is settled before the next model call.
 */
function answeredCalls(binding: RunBinding, state: StateLike): HistoryCall[] {
  const { history, currentAgent } = state;
  const foreign = binding.hasOpenCalls
    ? foreignAnswers(history, guardrailTexts(state))
    : new Set<string>();
  return historyCalls(history, currentAgent as AnyAgent | undefined).flatMap((call) => {
    const { id, tool, content } = call;
    const isOpen = binding.call(id) !== undefined;
    if (content === undefined || (isOpen && foreign.has(id))) return [];
    if (!isOpen) return [call];
    const observation = parseObservation(content);
    if (observation === undefined && wasRejected(binding, tool, id)) return [];
    // It ended the run, and a person who says yes to another call of its turn changes nothing.
    const halt = observation?.error_type === "corrupt_state" ? observation.error_type : undefined;
    const index = binding.position(id).index ?? call.index;
    return [{ ...call, index, halt }];
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
