import { canonicalJson } from "../ledger/canonical-json.ts";
import { ASKED_AGAIN, type Tripped } from "../ledger/records.ts";
import { composeFailure } from "../observation/compose.ts";
import { issueShape } from "../validation/issue-shape.ts";
import { ERROR_TYPES, type HaltReason } from "../vocabulary.ts";
import { buildRecord } from "./build-record.ts";
import { decide, type Verdict } from "./decide.ts";
import { messageOf } from "./error-text.ts";
import type { Failure } from "./failure.ts";
import { finishCall } from "./finish-call.ts";
import { innerAttempts } from "./inner-attempts.ts";
import { lastTurnNotice } from "./last-turn.ts";
import { rawText } from "./raw-text.ts";
import { escalate } from "./report.ts";
import type { CallOutcome } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { shownTool } from "./shown-name.ts";

/** Turns a failure into its texts, its record and, where it must, the end of the run. */
export function settleFailure(state: RunState, failure: Failure): CallOutcome {
  const { call, slot, options, diagnosis } = failure;
  const shape = shapeOf(state, failure);
  const shown = shownOf(state, failure);
  const escalated = isEscalated(state, shown, shape);
  const verdict = decide(diagnosis, { effect: options.effect, escalated });
  const enforced = state.modes.guards === "enforce";
  const stop = haltOf(failure, verdict, escalated);
  const tripped =
    stop?.tripped ?? failure.tripped ?? escalationOf(state, failure, shape, escalated);
  const texts =
    failure.external !== true && (state.modes.messages === "enforce" || failure.byGuard === true);
  const unavailable = diagnosis.errorClass === "transient" && verdict.decision === "stop_branch";
  const composed = composeFailure(
    {
      diagnosis,
      decision: verdict.decision,
      retryable: verdict.retryable,
      error: failure.error,
      tool: slot.tool,
      args: failure.args,
      issues: failure.issues,
      options,
      hooks: failure.hooks,
      attempts: attemptsOf(failure),
      outcome: verdict.outcome,
      availableTools: call.availableTools,
      verifyTool: failure.verifyTool ?? options.verify,
      waitMs: diagnosis.retryAfterMs,
      // Only what our own timer ended took as long as our limit: a client has its own.
      timeoutMs: diagnosis.rule === "attempt_timeout" ? failure.timeoutMs : undefined,
      repeat: failure.repeat,
      // Of a call that ends the run by itself, no other follows.
      lastTurn:
        stop === undefined && !isAskedAgain(failure) ? lastTurnNotice(state, "error") : undefined,
      verifies: diagnosis.errorType === "not_found" && state.ledger.isAwaited(slot.tool, undefined),
      unavailable,
      escalated,
      now: state.core.clock.now(),
    },
    state.texts,
  );
  const content = texts ? composed.content : rawText(state, failure);
  const would = state.observes ? (failure.would ?? wouldOf(stop, verdict)) : undefined;
  const record = buildRecord(state, {
    slot,
    tool: shown,
    options,
    ok: false,
    decision: texts ? (stop !== undefined && enforced ? "halt" : verdict.decision) : "pass_through",
    would,
    errorType: diagnosis.errorType,
    errorClass: verdict.errorClass,
    retryable: verdict.retryable,
    outcome: verdict.outcome === "unknown" ? "unknown" : undefined,
    attemptLog: failure.attemptLog,
    durationMs: failure.durationMs,
    content,
    tokens: texts ? composed.tokens : Math.ceil(content.length / 4),
    comparedBy: comparedBy(failure),
    detail: composed.detail,
    rule: diagnosis.rule,
    shape,
    tripped,
  });
  if (stop !== undefined) state.haltWith(stop.reason, stop.tripped, slot);
  const { halt } = state;
  const outcome = finishCall(state, slot, {
    ok: false,
    content,
    observation: composed.observation,
    ...(failure.returned === undefined ? {} : { value: failure.returned.value }),
    error: failure.error,
    ...(composed.userMessage === undefined ? {} : { userMessage: composed.userMessage }),
    record,
    ...(halt === undefined ? {} : { halt }),
    intervened: texts,
  });
  if (enforced && (escalated || stop?.reason === "forbidden")) escalate(state, record);
  return outcome;

  function haltOf(
    failed: Failure,
    { decision, errorClass }: Verdict,
    repeated: boolean,
  ): { readonly reason: HaltReason; readonly tripped: Tripped } | undefined {
    const reason = ((): HaltReason | undefined => {
      if (decision === "halt") return "corrupt_state";
      const { literal } = state.core.policy;
      if (literal && failed.diagnosis.errorType === "auth") return "forbidden";
      if (failed.options.critical !== true) return undefined;
      if (repeated && decision === "stop_branch") return "repair_exhausted";
      return errorClass === "forbidden" && decision === "stop_branch" ? "forbidden" : undefined;
    })();
    if (reason === undefined) return undefined;
    return { reason, tripped: { rule: reason, ...tripOf(state, failed) } };
  }
}

/** The tool's name for records and reports. One that was executed exists. */
function shownOf(state: RunState, { call, slot, attemptLog }: Failure): string {
  return attemptLog.length > 0 ? slot.tool : shownTool(state, call);
}

/** A call that was refused before and is asked for again, with nothing changed, ends the run. */
function isAskedAgain({ tripped }: Failure): boolean {
  return tripped?.rule === ASKED_AGAIN;
}

/** What every rule says of the call that tripped it. */
export function tripOf(state: RunState, failure: Failure): Omit<Tripped, "rule"> {
  const args = state.argsText(failure.args);
  return {
    tool: shownOf(state, failure),
    ...(args === undefined ? {} : { args }),
    signature: failure.slot.signature,
    errorType: failure.diagnosis.errorType,
  };
}

/** Attempts that the model hears of: ours, or those of a client below that retried by itself. */
function attemptsOf({ attemptLog, diagnosis, error }: Failure): number {
  const ours = Math.max(1, attemptLog.length);
  return diagnosis.retried === true ? Math.max(ours, innerAttempts(error)) : ours;
}

/** For malformed calls, what makes two of them the same mistake. */
function shapeOf(state: RunState, { diagnosis, issues }: Failure): string | undefined {
  const row = ERROR_TYPES[diagnosis.errorType];
  if (row.errorClass !== "malformed-args") return undefined;
  return `${diagnosis.errorType}: ${issues === undefined ? "" : issueShape(issues, state.redact)}`;
}

function isEscalated(state: RunState, tool: string, shape: string | undefined): boolean {
  const { repairs } = state.core.policy;
  if (repairs === false || shape === undefined) return false;
  return state.ledger.mistakes(tool, shape) >= repairs;
}

function escalationOf(
  state: RunState,
  failure: Failure,
  shape: string | undefined,
  escalated: boolean,
): Tripped | undefined {
  if (!escalated) return undefined;
  const { repairs } = state.core.policy;
  return {
    rule: "repairs",
    ...tripOf(state, failure),
    counter: "repairs",
    value: state.ledger.mistakes(shownOf(state, failure), shape ?? "") + 1,
    ...(repairs === false ? {} : { limit: repairs }),
  };
}

function wouldOf(stop: object | undefined, verdict: Verdict) {
  return stop === undefined ? verdict.decision : "halt";
}

/** What two failures must share to be the same outcome: type and message, not our wording. */
function comparedBy({ diagnosis, error, issues, returned }: Failure): string {
  const message =
    issues !== undefined
      ? issueShape(issues)
      : returned !== undefined
        ? canonicalJson(returned.value)
        : messageOf(error);
  return `error\n${diagnosis.errorType}\n${message}`;
}
