import type { Diagnosis } from "../classify/diagnosis.ts";
import type { Refusal } from "../ledger/ledger.ts";
import { ASKED_AGAIN, type Tripped } from "../ledger/records.ts";
import type { ArgumentIssue } from "../validation/issue.ts";
import { ERROR_TYPES, type ErrorType } from "../vocabulary.ts";
import type { Failure } from "./failure.ts";
import { failureHooks, failureHooksAtOnce } from "./hooks.ts";
import type { Objection } from "./plan.ts";
import type { CallOutcome, SettledCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import { settleFailure } from "./settle-failure.ts";
import { shownTool } from "./shown-name.ts";
import type { ToolOptions } from "./tool-options.ts";

/** A call that preflight stopped. */
export interface Stopped {
  readonly call: SettledCall;
  readonly slot: CallSlot;
  readonly options: ToolOptions;
  readonly args: unknown;
  readonly objection: Objection;
}

/**
 * Settles a call that is not executed, with the text that says why and what to do instead. A promise
 * only where the tool's author has something to say and must fetch it first.
 */
export function settleObjection(
  state: RunState,
  stopped: Stopped,
): CallOutcome | Promise<CallOutcome> {
  const { objection } = stopped;
  if (objection.kind !== "invalid") return settleObjectionAtOnce(state, stopped);
  const failure = invalidArguments(stopped, objection.issues);
  const hooks = failureHooks(state, stopped, failure.diagnosis, undefined);
  if (!(hooks instanceof Promise)) return settleFailure(state, { ...failure, hooks });
  return hooks.then((texts) => settleFailure(state, { ...failure, hooks: texts }));
}

/** The same for callers that cannot wait. */
export function settleObjectionAtOnce(state: RunState, stopped: Stopped): CallOutcome {
  const { objection } = stopped;
  const base = { ...stopped, ...NOT_BEGUN };
  switch (objection.kind) {
    case "halted":
      return settleFailure(state, {
        ...base,
        diagnosis: ours("not_executed", "run_ended"),
        byGuard: true,
      });
    case "unknown_tool":
      return settleFailure(state, {
        ...base,
        diagnosis: ours("unknown_tool", "not_available"),
        byGuard: true,
      });
    case "invalid": {
      const failure = invalidArguments(stopped, objection.issues);
      const hooks = failureHooksAtOnce(state, stopped, failure.diagnosis, undefined);
      return settleFailure(state, { ...failure, hooks });
    }
    case "refused":
      return settleRefusal(state, base, objection.refusal);
  }
}

/** A failure of preflight's own finding. Nothing was executed, so nothing took effect. */
export function ours(errorType: ErrorType, rule: string): Diagnosis {
  const { errorClass } = ERROR_TYPES[errorType];
  return {
    errorType,
    ...(errorClass === undefined ? {} : { errorClass }),
    outcome: "none",
    rule: `preflight/${rule}`,
  };
}

type Base = Omit<Failure, "diagnosis">;

const NOT_BEGUN: Pick<Base, "attemptLog" | "durationMs"> = { attemptLog: [], durationMs: 0 };

function invalidArguments(stopped: Stopped, issues: readonly ArgumentIssue[]): Failure {
  const diagnosis = ours("invalid_args", "schema");
  return { ...stopped, ...NOT_BEGUN, diagnosis, issues, byGuard: true };
}

function settleRefusal(state: RunState, base: Base, refusal: Refusal): CallOutcome {
  const { slot } = base;
  const tripped = trippedBy(state, slot, refusal);
  if (refusal.again) state.haltWith("no_progress", tripped, slot);
  const outcome = settleFailure(state, {
    ...base,
    diagnosis: {
      ...ours("repeated_call", refusal.rule),
      outcome: refusal.rule === "unverified_write" ? "unknown" : "none",
    },
    repeat: { count: refusal.count },
    verifyTool: refusal.verify === "" ? undefined : refusal.verify,
    tripped,
    byGuard: true,
  });
  const { tool, callId, turn, index } = outcome.record;
  state.core.emit({ type: "refused", runId: state.id, tool, callId, turn, index, tripped });
  return outcome;
}

/** What a refusal says of the call and of the rule. */
export function trippedBy(state: RunState, slot: CallSlot, refusal: Refusal): Tripped {
  const { repeats } = state.core.policy;
  const args = state.argsText(slot.args);
  return {
    rule: refusal.again ? ASKED_AGAIN : refusal.rule,
    tool: shownTool(state, { tool: slot.tool }),
    ...(args === undefined ? {} : { args }),
    signature: slot.signature,
    errorType: "repeated_call",
    counter: "identicalCalls",
    value: refusal.count,
    ...(repeats === false || refusal.rule !== "repeated_call" ? {} : { limit: repeats.limit }),
  };
}
