import type { AttemptLogEntry, Tripped } from "../ledger/records.ts";
import { successText } from "../ledger/signature.ts";
import { composeEmpty, composeSuccess, returnsNothing } from "../observation/compose.ts";
import type { Composed, HookTexts } from "../observation/composed.ts";
import { estimateTokens } from "../observation/tokens.ts";
import type { Decision } from "../vocabulary.ts";
import { buildRecord } from "./build-record.ts";
import { finishCall } from "./finish-call.ts";
import { lastTurnNotice } from "./last-turn.ts";
import { plainText } from "./raw-text.ts";
import type { CallOutcome, SettledCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import type { ToolOptions } from "./tool-options.ts";

/** A call whose tool returned and did not say that it failed. */
export interface Success {
  readonly call: SettledCall;
  readonly slot: CallSlot;
  readonly options: ToolOptions;
  readonly args: unknown;
  readonly value: unknown;
  readonly isEmpty: boolean;
  readonly attemptLog: readonly AttemptLogEntry[];
  readonly durationMs: number;
  readonly hooks?: HookTexts | undefined;
  readonly would?: Decision | undefined;
  readonly tripped?: Tripped | undefined;
  /** The result is not ours to touch: executed elsewhere. */
  readonly external?: boolean | undefined;
}

/** Writes the record of a success. Its text stays what the framework would send, unless asked. */
export function settleSuccess(state: RunState, success: Success): CallOutcome {
  const { call, slot, options, value, isEmpty } = success;
  const ours = state.modes.messages === "enforce" && success.external !== true;
  const composed = ours ? compose(state, success) : plain(state, success);
  const record = buildRecord(state, {
    slot,
    options,
    ok: true,
    decision: isEmpty && ours ? "replan" : "proceed",
    would: success.would ?? (isEmpty && !ours ? "replan" : undefined),
    errorType: isEmpty ? "empty_result" : undefined,
    errorClass: isEmpty ? "empty-result" : undefined,
    retryable: isEmpty ? false : undefined,
    attemptLog: success.attemptLog,
    durationMs: success.durationMs,
    content: composed.content,
    tokens: composed.tokens,
    comparedBy: successText(value),
    tripped: success.tripped,
  });
  const outcome: CallOutcome = {
    ok: true,
    content: composed.content,
    observation: composed.observation,
    value,
    record,
    intervened: ours && (isEmpty || changed(state, call, options, value, composed.content)),
  };
  const { halt } = state;
  return finishCall(state, slot, halt ? { ...outcome, halt } : outcome);
}

function compose(state: RunState, success: Success): Composed {
  const input = {
    tool: success.slot.tool,
    args: success.args,
    result: success.value,
    options: success.options,
    hooks: success.hooks,
    attempts: success.attemptLog.length,
    format: success.call.format && ((value: unknown) => plainText(state, success.call, value)),
    lastTurn: success.isEmpty ? lastTurnNotice(state, "empty") : undefined,
    verifies: success.isEmpty && state.ledger.isAwaited(success.slot.tool, success.options.effect),
    availableTools: success.call.availableTools,
  };
  return success.isEmpty ? composeEmpty(input, state.texts) : composeSuccess(input, state.texts);
}

function plain(state: RunState, { call, value }: Success): Composed {
  const content = plainText(state, call, value);
  const tokens = (state.texts.tokenizer ?? estimateTokens)(content);
  return { observation: { ok: true, data: value }, content, tokens };
}

/** Whether our text differs from what the framework would send for the value. */
function changed(
  state: RunState,
  call: SettledCall,
  options: ToolOptions,
  value: unknown,
  content: string,
): boolean {
  if (returnsNothing(value, options) || state.texts.successText === "envelope") return true;
  if (options.maxResultChars === undefined && state.texts.redactResults !== true) return false;
  return content !== plainText(state, call, value);
}
