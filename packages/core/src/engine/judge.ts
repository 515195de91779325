import { classifyReturned } from "../classify/classify.ts";
import type { ClassifyContext, Diagnosis } from "../classify/diagnosis.ts";
import type { FaultInit } from "../observation/tool-fault.ts";
import { describedFault, isToolFault } from "../observation/tool-fault.ts";
import { isErrorType } from "../vocabulary.ts";
import type { AttemptEnd } from "./attempt.ts";
import type { SettledCall } from "./run.ts";
import type { RunState } from "./run-state.ts";
import type { Explanation, ToolOptions } from "./tool-options.ts";

/** A diagnosis of the tool's author, with the author's words for it. */
export interface ExplainedDiagnosis extends Diagnosis {
  readonly explanation?: Explanation | undefined;
}

/** What an attempt gave. */
export type Given = { readonly value: unknown } | { readonly error: unknown };

/** What is made of it. */
export type Judgement =
  | { readonly ok: true; readonly isEmpty: boolean }
  | {
      readonly ok: false;
      readonly diagnosis: Diagnosis;
      readonly error: unknown;
      readonly returned?: { readonly value: unknown };
    };

interface Judged {
  readonly call: SettledCall;
  readonly options: ToolOptions;
}

/** Says of a value or an error what happened: the tool's own word first, then the classifier. */
export function judge(state: RunState, subject: Judged, given: Given, end?: AttemptEnd): Judgement {
  if ("error" in given) {
    return {
      ok: false,
      diagnosis: diagnoseThrown(state, subject, given.error, end),
      error: given.error,
    };
  }
  const { value } = given;
  const { call, options } = subject;
  const marked = markedFailure(state, call, value);
  if (marked !== undefined) {
    const diagnosis = diagnoseThrown(state, subject, marked.error, undefined);
    return { ok: false, diagnosis, error: marked.error, returned: { value } };
  }
  const own = looksLikeError(value) ? ownMapping(state, options, value) : undefined;
  const diagnosis =
    own ?? (isPlainText(value) ? undefined : classifyReturned(value, contextOf(state, options)));
  if (diagnosis !== undefined && diagnosis.errorType !== "empty_result") {
    return { ok: false, diagnosis, error: value, returned: { value } };
  }
  const isEmpty = diagnosis !== undefined || (looksUp(options) && saysNothing(value));
  return { ok: true, isEmpty: saysEmpty(state, options, value) ?? isEmpty };
}

/** Text with something in it: neither empty nor, by itself, a failure. */
function isPlainText(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.charCodeAt(0) > 32;
}

function contextOf(state: RunState, { effect }: ToolOptions): ClassifyContext {
  const now = state.core.clock.now();
  return effect === undefined ? { origin: "returned", now } : { origin: "returned", now, effect };
}

/** The diagnosis of what was thrown. */
export function diagnoseThrown(
  state: RunState,
  { call, options }: Judged,
  error: unknown,
  end: AttemptEnd | undefined,
): Diagnosis {
  if (saysPassThrough(state, call, error)) {
    return { errorType: "interrupted", outcome: "none", rule: "framework" };
  }
  if (end?.timedOut === true) {
    return {
      errorType: "timeout",
      errorClass: "transient",
      outcome: "unknown",
      rule: end.byDeadline ? "run_deadline" : "attempt_timeout",
    };
  }
  if (end?.aborted === true) {
    return { errorType: "cancelled", outcome: "unknown", rule: "caller_aborted" };
  }
  const own = ownMapping(state, options, error);
  if (own !== undefined) return own;
  const diagnosis = classifyThrown(state, call, options, error);
  const blamed = state.core.policy.literal && diagnosis.errorType === "internal";
  return blamed ? { ...diagnosis, errorType: "invalid_args" } : diagnosis;
}

function classifyThrown(
  state: RunState,
  call: SettledCall,
  options: ToolOptions,
  error: unknown,
): Diagnosis {
  const aborted = [call.signal, state.signal].some((signal) => signal?.aborted === true);
  return state.core.classify(error, {
    origin: "thrown",
    callerAborted: aborted,
    timedOut: false,
    now: state.core.clock.now(),
    ...(options.effect === undefined ? {} : { effect: options.effect }),
  });
}

/** What the tool's author says of its errors. A hook that throws says nothing. */
function ownMapping(
  state: RunState,
  options: ToolOptions,
  error: unknown,
): ExplainedDiagnosis | undefined {
  if (options.classify === undefined) return undefined;
  try {
    const said = state.core.plain("classify", options.classify(error));
    if (said === undefined || said === null) return undefined;
    const init: FaultInit | undefined = isErrorType(said)
      ? { errorType: said }
      : typeof said === "object" && isErrorType(said.errorType)
        ? said
        : undefined;
    if (init === undefined) {
      state.core.warnOnce(
        "classify_hook",
        `A tool's classify() gave ${JSON.stringify(said)}, which is no error type; it is ignored.`,
      );
      return undefined;
    }
    return {
      ...state.core.classify(describedFault({ ...init, cause: error }), {
        now: state.core.clock.now(),
        ...(options.effect === undefined ? {} : { effect: options.effect }),
      }),
      rule: "tool/classify",
      ...(said === init ? { explanation: wordsOf(init) } : {}),
    };
  } catch (thrown) {
    state.engineError("classify hook", thrown);
    return undefined;
  }
}

/** What the author says of an empty result, where an error tells of it. */
export function wordsOfEmpty({
  diagnosis,
  error,
}: {
  readonly diagnosis: ExplainedDiagnosis;
  readonly error: unknown;
}): Explanation | undefined {
  return diagnosis.explanation ?? (isToolFault(error) ? wordsOf(error) : undefined);
}

function wordsOf({ message, instead, next }: FaultInit): Explanation {
  return {
    ...(message === undefined ? {} : { message }),
    ...(instead === undefined ? {} : { instead }),
    ...(next === undefined ? {} : { next }),
  };
}

/** A string that reads like an error is one only if the tool says so. */
function looksLikeError(value: unknown): boolean {
  return typeof value === "string" && /^\s*(?:error|exception|failed|failure)\b/i.test(value);
}

/** Whose author says what an empty result means, looks something up: `null` and blank text are then nothing found. */
function looksUp({ describeEmpty, effect }: ToolOptions): boolean {
  return describeEmpty !== undefined && effect !== "write";
}

function saysNothing(value: unknown): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}

function saysEmpty(state: RunState, options: ToolOptions, value: unknown): boolean | undefined {
  if (options.isEmpty === undefined) return undefined;
  try {
    const said = state.core.plain("isEmpty", options.isEmpty(value));
    return said === undefined ? undefined : said === true;
  } catch (thrown) {
    state.engineError("isEmpty hook", thrown);
    return undefined;
  }
}

function markedFailure(
  state: RunState,
  call: SettledCall,
  value: unknown,
): { readonly error: unknown } | undefined {
  if (call.returnedFailure === undefined) return undefined;
  try {
    return state.core.plain("returnedFailure", call.returnedFailure(value));
  } catch (thrown) {
    state.engineError("returnedFailure", thrown);
    return undefined;
  }
}

function saysPassThrough(state: RunState, call: SettledCall, error: unknown): boolean {
  try {
    return state.core.plain("passThrough", call.passThrough?.(error)) === true;
  } catch (thrown) {
    state.engineError("passThrough", thrown);
    return false;
  }
}
