import { zeroCounters } from "../ledger/counters.ts";
import type { CallRecord, RunCounters, Tripped } from "../ledger/records.ts";
import { sha256Hex } from "../ledger/sha256.ts";
import { takePromise } from "./promise-of.ts";
import { reportText } from "./report-text.ts";
import type { CallSummary, Halt, Incident, RunReport } from "./run.ts";
import type { KnownCall, RunState } from "./run-state.ts";

/** How many calls a report shows. */
const LAST_CALLS = 20;

/** The run's counters with what no record tells. */
export function countersOf(state: RunState): RunCounters {
  const counters = state.ledger.counters();
  counters.lateSettlements = state.lateSettlements;
  counters.duplicateResults = state.duplicateResults;
  return counters;
}

/** The run on one page. Never throws. */
export function buildReport(state: RunState, about?: { readonly tripped: Tripped }): RunReport {
  const { halt } = state;
  const tripped = about?.tripped ?? halt?.tripped;
  const open = state.ledger.open?.inCallOrder() ?? [];
  const lastCalls: CallRecord[] = [...state.ledger.recent, ...open].slice(-LAST_CALLS);
  const report: Omit<RunReport, "text"> = {
    runId: state.id,
    stopReason: state.stopReason,
    ...(tripped === undefined ? {} : { tripped }),
    ...(halt === undefined ? {} : { userMessage: halt.userMessage }),
    counters: safely(state, () => countersOf(state)) ?? zeroCounters(),
    lastCalls,
    done: state.done.map(summary),
    unknown: state.unknown.map(summary),
    fingerprint: fingerprintOf(state.stopReason ?? "running", tripped),
  };
  return { ...report, text: safely(state, () => reportText(report)) ?? "" };
}

/** The same for the same kind of incident, whichever run, arguments and time. */
function fingerprintOf(stopReason: string, tripped: Tripped | undefined): string {
  const parts = [stopReason, tripped?.rule, tripped?.tool, tripped?.errorType];
  return sha256Hex(parts.map((part) => part ?? "").join("\n")).slice(0, 16);
}

function summary({ tool, callId, signature, args }: KnownCall): CallSummary {
  const text = args();
  return { tool, callId, signature, ...(text === undefined ? {} : { args: text }) };
}

/**
 * Someone should look: tells `onEscalate` and listeners. Of one mistake that goes on and on, once.
 */
export function escalate(state: RunState, record: CallRecord): void {
  const { tool, callId, turn, index, tripped } = record;
  if (tripped === undefined) return;
  const { repairs } = state.core.policy;
  if (tripped.rule === "repairs" && tripped.value !== Number(repairs) + 1) return;
  const message =
    tripped.rule === "forbidden"
      ? `${tool} is critical and its branch is closed (${tripped.errorType ?? "forbidden"}).`
      : `${tool} was called wrongly again in the same way after a repair: look at its schema and description.`;
  const at = { runId: state.id, tool, callId, turn, index };
  state.core.emit({ type: "escalated", ...at, tripped, message });
  callHook(state, "onEscalate", () =>
    state.core.options.onEscalate?.(buildReport(state, { tripped })),
  );
}

/** The run is over: tells `onHalt` and listeners, with the state in which it ended. */
export function announceHalt(state: RunState, halt: Halt): void {
  const incident: Incident = buildReport(state);
  state.core.emit({ type: "halted", runId: state.id, halt, incident });
  callHook(state, "onHalt", () => state.core.options.onHalt?.(incident));
}

/** A hook that throws or rejects is reported and none of the run's business. */
function callHook(
  state: RunState,
  where: string,
  hook: () => void | Promise<void> | undefined,
): void {
  try {
    takePromise(hook(), (error) => state.engineError(where, error));
  } catch (error) {
    state.engineError(where, error);
  }
}

function safely<T>(state: RunState, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    state.engineError("report", error);
    return undefined;
  }
}
