import { signature, successText } from "../ledger/signature.ts";
import { parseObservation } from "../observation/parse-observation.ts";
import { unwrapArguments } from "../validation/unwrap.ts";
import { ERROR_TYPES } from "../vocabulary.ts";
import { buildRecord } from "./build-record.ts";
import type { CallOutcome, HistoryCall } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** Folds the calls of a framework's history that the ledger does not know yet, in call order. */
export function restoreHistory(state: RunState, history: readonly HistoryCall[]): void {
  const calls = history
    .filter((call) => call.content !== undefined && call.turn > state.lastTurn)
    .sort((a, b) => a.turn - b.turn || a.index - b.index);
  for (const call of calls) {
    try {
      restoreCall(state, call);
    } catch (error) {
      state.engineError("restore", error);
    }
  }
}

function restoreCall(state: RunState, call: HistoryCall): void {
  const turn = state.enterTurn(call.turn);
  if (turn.slot(call.turn, call.index) !== undefined) return;
  const options = state.core.toolOptions(call.tool, call.options);
  const slot = turn.add({ ...call, callId: call.id });
  const unwrapped = unwrapArguments(call.args);
  const args = unwrapped.ok ? unwrapped.args : call.args;
  slot.signature = signature(call.tool, args);
  slot.args = args;
  const content = call.content ?? "";
  const envelope = parseObservation(content);
  const ok = envelope?.ok ?? call.ok ?? true;
  const errorType = envelope?.error_type ?? (ok ? undefined : "internal");
  const row = errorType === undefined ? undefined : ERROR_TYPES[errorType];
  const built = buildRecord(state, {
    slot,
    options,
    ok,
    decision: row?.decision ?? "proceed",
    errorType,
    errorClass: row?.errorClass,
    retryable: envelope?.retryable,
    outcome: envelope?.outcome,
    attemptLog: [],
    durationMs: 0,
    content,
    tokens: Math.ceil(content.length / 4),
    // What was thrown is not in a history: a failure is compared by what the model has read of it.
    comparedBy: ok ? successText(valueIn(content)) : content,
    shape: row?.errorClass === "malformed-args" ? (call.shape ?? `${errorType}: `) : undefined,
    rule: "history",
  });
  const { outcomeHash = built.outcomeHash } = call;
  const record = { ...built, outcomeHash };
  if (errorType !== "repeated_call" && errorType !== "not_executed") slot.admitted = true;
  turn.settle(slot, record);
  const outcome: CallOutcome = {
    ok,
    content,
    observation: envelope ?? { ok },
    record,
    intervened: true,
  };
  slot.outcome = outcome;
  if (call.halt !== undefined) {
    state.haltWith(call.halt, { rule: call.halt, ...state.describe(record) }, slot);
  }
}

/** The value that a success's text stands for, as it was compared when it was executed. */
function valueIn(content: string): unknown {
  const first = content.trimStart()[0];
  if (first !== "{" && first !== "[") return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
