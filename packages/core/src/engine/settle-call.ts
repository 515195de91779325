import type { Diagnosis } from "../classify/diagnosis.ts";
import type { CallRecord } from "../ledger/records.ts";
import { signature } from "../ledger/signature.ts";
import { describedFault, type FaultInit, isToolFault } from "../observation/tool-fault.ts";
import type { ArgumentIssue } from "../validation/issue.ts";
import { unwrapArguments } from "../validation/unwrap.ts";
import { validateArguments } from "../validation/validate.ts";
import { isErrorType } from "../vocabulary.ts";
import { objectionTo } from "./admit.ts";
import { keptResult } from "./fail-open.ts";
import { findSlot } from "./find-slot.ts";
import { duplicateOf } from "./finish-call.ts";
import { atOnce, emptyHook, failureHooksAtOnce } from "./hooks.ts";
import { judge } from "./judge.ts";
import type { CallOutcome, SettledCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import { settleFailure } from "./settle-failure.ts";
import { settleObjectionAtOnce } from "./settle-objection.ts";
import { settlePassThrough } from "./settle-pass-through.ts";
import { settleSuccess } from "./settle-success.ts";
import type { ToolOptions } from "./tool-options.ts";
import { warnOfUnknownType } from "./warnings.ts";

/** A call that has a place but no executor. */
interface Placed {
  readonly call: SettledCall;
  readonly slot: CallSlot;
  readonly options: ToolOptions;
  readonly args: unknown;
}

/** Settles a call that has no executor. The same guards speak as for one that has. */
export function settleCall(state: RunState, call: SettledCall, fault: unknown): CallOutcome {
  const place = findSlot(state, call);
  if (place.outcome !== undefined) return duplicateOf(state, place.outcome);
  const placed = arrange(state, call, place.slot);
  try {
    return settleFault(state, placed, fault);
  } catch (error) {
    const plan = { ...placed, call: { ...call, args: call.args }, signature: place.slot.signature };
    const kept = keptResult(state, plan, { error: fault }, error);
    if (kept !== "again" && "outcome" in kept) return kept.outcome;
    throw error;
  }
}

function settleFault(state: RunState, placed: Placed, fault: unknown): CallOutcome {
  const { call, slot, options } = placed;
  const error = asFault(state, fault);
  const diagnosis: Diagnosis = state.core.classify(error, {
    now: state.core.clock.now(),
    ...(options.effect === undefined ? {} : { effect: options.effect }),
  });
  const { errorType } = diagnosis;
  if (errorType === "cancelled" || errorType === "interrupted") {
    slot.admitted = true;
    return settlePassThrough(state, placed, errorType, [], error);
  }
  if (state.modes.guards === "enforce" && errorType !== "not_executed") {
    const objection = objectionTo(
      state,
      { ...call, args: call.args, availableTools: undefined },
      options,
      slot,
      {
        ok: true,
        args: placed.args,
      },
    );
    if (objection !== undefined) return settleObjectionAtOnce(state, { ...placed, objection });
  }
  slot.admitted = true;
  return settleFailure(state, {
    ...placed,
    diagnosis,
    error,
    issues: errorType === "invalid_args" ? issuesOf(call, options) : undefined,
    hooks: failureHooksAtOnce(state, placed, diagnosis, error),
    attemptLog: [],
    durationMs: 0,
    byGuard: errorType === "not_executed",
  });
}

/** Records what was executed elsewhere. The result stays as it is. */
export function settleExternal(
  state: RunState,
  call: SettledCall,
  result: { readonly value: unknown } | { readonly error: unknown },
): CallRecord {
  const place = findSlot(state, call);
  if (place.outcome !== undefined) return duplicateOf(state, place.outcome).record;
  const placed = arrange(state, call, place.slot);
  place.slot.admitted = true;
  const base = { ...placed, attemptLog: [], durationMs: 0 };
  const judged = judge(state, placed, result);
  if (judged.ok) {
    const { value } = result as { readonly value: unknown };
    const hooks = judged.isEmpty ? atOnce(emptyHook(state, placed, value)) : undefined;
    const success = { ...base, value, isEmpty: judged.isEmpty, hooks, external: true };
    return settleSuccess(state, success).record;
  }
  const { errorType } = judged.diagnosis;
  if (errorType === "cancelled" || errorType === "interrupted") {
    return settlePassThrough(state, placed, errorType, [], judged.error).record;
  }
  return settleFailure(state, {
    ...base,
    diagnosis: judged.diagnosis,
    error: judged.error,
    returned: judged.returned,
    external: true,
  }).record;
}

function arrange(state: RunState, call: SettledCall, slot: CallSlot): Placed {
  const unwrapped = unwrapArguments(call.args);
  const args = unwrapped.ok ? unwrapped.args : call.args;
  slot.signature = signature(call.tool, args);
  slot.args = args;
  return { call, slot, options: state.core.toolOptions(call.tool, call.options), args };
}

/** A `FaultInit` as the error it describes; anything else as it is. */
function asFault(state: RunState, fault: unknown): unknown {
  if (isToolFault(fault) || typeof fault !== "object" || fault === null) return fault;
  const init = fault as Partial<FaultInit>;
  if (fault instanceof Error) return fault;
  if (isErrorType(init.errorType)) return describedFault(init as FaultInit);
  if (typeof init.errorType === "string") warnOfUnknownType(state, init.errorType);
  return fault;
}

/** What is wrong with the arguments, as far as it can be said without waiting. */
function issuesOf(call: SettledCall, options: ToolOptions): readonly ArgumentIssue[] | undefined {
  const unwrapped = unwrapArguments(call.args, { truncated: call.truncated });
  if (!unwrapped.ok) return unwrapped.issues;
  if (options.schema === undefined) return undefined;
  const checked = validateArguments(options.schema, unwrapped.args);
  if (checked instanceof Promise) {
    checked.catch(() => undefined);
    return undefined;
  }
  return checked.ok ? undefined : checked.issues;
}
