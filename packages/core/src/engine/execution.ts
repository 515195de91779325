import type { AttemptLogEntry } from "../ledger/records.ts";
import type { HookTexts } from "../observation/composed.ts";
import type { CallEffectOutcome, Decision } from "../vocabulary.ts";
import { Attempt, type AttemptOwner } from "./attempt.ts";
import { backoffMs } from "./backoff.ts";
import { isRepeatable } from "./decide.ts";
import type { Execute } from "./execute.ts";
import { keptResult } from "./fail-open.ts";
import type { Failure } from "./failure.ts";
import { emptyHook, failureHooks } from "./hooks.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { type Given, type Judgement, judge, wordsOfEmpty } from "./judge.ts";
import type { Objection, Plan } from "./plan.ts";
import type { RetryPolicy } from "./policy.ts";
import { isThenable } from "./promise-of.ts";
import { resolveRetry, retryOf } from "./resolve-policy.ts";
import type { CallOutcome } from "./run.ts";
import type { RunState } from "./run-state.ts";
import { settleFailure } from "./settle-failure.ts";
import { settlePassThrough } from "./settle-pass-through.ts";
import { settleSuccess } from "./settle-success.ts";
import { placeOf } from "./shown-name.ts";
import type { Explanation } from "./tool-options.ts";
import { wait } from "./wait.ts";

/** Milliseconds of one attempt unless the tool says otherwise. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** What follows an attempt: a result, the tool's own object going through, or another attempt. */
export type Next = { readonly outcome: CallOutcome } | { readonly thrown: unknown } | "again";

type Failed = Extract<Judgement, { ok: false }>;

/**
 * One call while it is being executed.
 *
 * Written with callbacks instead of `await`: a call that succeeds at once is the common case, and
 * every promise less on its way is time that the agent does not wait.
 */
export class Execution implements AttemptOwner {
  readonly #state: RunState;
  readonly #plan: Plan;
  readonly #run: Execute;
  readonly #mayRepeat: (() => boolean) | undefined;
  readonly #resolve: (outcome: CallOutcome) => void;
  readonly #reject: (thrown: unknown) => void;
  /** Milliseconds that one attempt may take. */
  readonly #limitMs: number;
  readonly #signals: readonly AbortSignal[];
  /** Whether time limits and the caller's abort end an attempt. */
  readonly #acts: boolean;
  readonly #retry: RetryPolicy | false;
  #log: readonly AttemptLogEntry[] = NO_ATTEMPTS;
  readonly #begun: number;
  #started: number;
  /** From the first attempt's beginning to the latest one's end. */
  #durationMs = 0;
  #number = 0;
  /** Milliseconds waited before the attempt that runs. */
  #waitMs = 0;
  #waitedMs = 0;
  #key: string | undefined;

  /** @param mayRepeat whether another attempt could still undo this one; asked after a failure */
  constructor(
    state: RunState,
    plan: Plan,
    run: Execute,
    mayRepeat: (() => boolean) | undefined,
    resolve: (outcome: CallOutcome) => void,
    reject: (thrown: unknown) => void,
  ) {
    const { options, call } = plan;
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const limited = state.modes.retry === "enforce" && timeoutMs !== false;
    this.#state = state;
    this.#plan = plan;
    this.#run = run;
    this.#mayRepeat = mayRepeat;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#limitMs = limited ? timeoutMs : Number.POSITIVE_INFINITY;
    this.#signals = signalsOf(call.signal, state.signal);
    this.#acts = state.modes.retry === "enforce" || state.modes.guards === "enforce";
    this.#retry = resolveRetry(state.core.policy.retry, options.retry);
    this.#begun = monotonic(state);
    this.#started = this.#begun;
  }

  /** Begins, unless the caller has given up already. */
  begin(): void {
    const given = this.#acts ? this.#signals.find((signal) => signal.aborted) : undefined;
    this.#state.begin(this.#plan);
    if (given === undefined) this.tryOnce();
    else this.#cancel(given.reason, "none");
  }

  tryOnce(): void {
    this.#number += 1;
    if (this.#number > 1) this.#started = monotonic(this.#state);
    const attempt = new Attempt(this.#state, this.#number, this.#signals, this, this.#acts);
    let result: unknown;
    try {
      result = this.#run(this.#plan.args, attempt);
      if (isThenable(result)) {
        attempt.race(result, this.#limitMs);
        return;
      }
    } catch (error) {
      this.onGiven(attempt, { error });
      return;
    }
    this.onGiven(attempt, { value: result });
  }

  /** An attempt has ended. */
  onGiven(attempt: Attempt, given: Given): void {
    if (attempt.ended) return;
    attempt.close();
    try {
      const step = this.#after(attempt, given);
      if (step instanceof Promise) {
        step.then(
          (next) => this.#go(next),
          (error: unknown) => this.#keep(given, error),
        );
      } else {
        this.#go(step);
      }
    } catch (error) {
      this.#keep(given, error);
    }
  }

  #go(next: Next): void {
    if (next === "again") {
      this.tryOnce();
      return;
    }
    if (this.#state.end(this.#plan.slot)) this.#state.announceIfComplete();
    if ("thrown" in next) this.#reject(next.thrown);
    else this.#resolve(next.outcome);
  }

  /** The tool has run: whatever is wrong with us, its result is kept and it is not run again. */
  #keep(given: Given, error: unknown): void {
    this.#go(keptResult(this.#state, this.#plan, given, error));
  }

  /** Counts what settles after its attempt was given up. */
  onLate(ok: boolean, attempt: number): void {
    const state = this.#state;
    const plan = this.#plan;
    state.lateSettlements += 1;
    state.core.emit({ type: "late_settlement", ...placeOf(state, plan.slot), ok, attempt });
  }

  /** The caller gave up: its own reason goes on, whatever becomes of the record. */
  #cancel(reason: unknown, outcome: CallEffectOutcome): Next {
    try {
      settlePassThrough(this.#state, this.#plan, "cancelled", this.#log, reason, outcome);
    } catch (error) {
      this.#state.engineError("record", error);
    }
    const next = { thrown: reason };
    if (this.#number === 0) this.#go(next);
    return next;
  }

  /** Judges what an attempt gave and acts on it. Synchronous unless something must be awaited. */
  #after(attempt: Attempt, given: Given): Next | Promise<Next> {
    const ended = monotonic(this.#state);
    const durationMs = ended - this.#started;
    this.#durationMs = ended - this.#begun;
    if (!this.#acts && this.#state.leftMs() <= 0) {
      this.#state.haltWith("deadline", { rule: "deadline", tool: this.#plan.slot.tool });
    }
    const judged = judge(this.#state, this.#plan, given, attempt);
    if (judged.ok) {
      this.#logged({ waitMs: this.#waitMs, durationMs });
      const { value } = given as { value: unknown };
      return judged.isEmpty ? this.#succeedEmpty(value) : { outcome: this.#succeed(value) };
    }
    const { errorType } = judged.diagnosis;
    if (errorType === "empty_result" && this.#state.modes.messages === "enforce") {
      // The tool worked and says by an error that there is nothing to show.
      this.#logged({ waitMs: this.#waitMs, durationMs });
      return this.#succeedEmpty([], wordsOfEmpty(judged));
    }
    this.#logged({ errorType, waitMs: this.#waitMs, durationMs });
    if (errorType === "cancelled" || errorType === "interrupted") {
      settlePassThrough(this.#state, this.#plan, errorType, this.#log, judged.error);
      return { thrown: judged.error };
    }
    const waitMs = this.#nextWait(judged, attempt);
    if (waitMs !== undefined) {
      const next = this.#waitAndGo(judged, attempt, waitMs);
      this.#state.noteWait(next);
      return next;
    }
    return this.#fail(judged, attempt);
  }

  /** Mostly there is one attempt: a list of one is a fraction of one that has grown. */
  #logged(entry: AttemptLogEntry): void {
    this.#log = this.#log === NO_ATTEMPTS ? [entry] : [...this.#log, entry];
  }

  #succeedEmpty(value: unknown, words?: Explanation): Next | Promise<Next> {
    const hooks = emptyHook(this.#state, this.#plan, value);
    const settle = (texts: HookTexts | undefined): Next => {
      const told = words === undefined ? texts : { ...texts, explanation: words };
      return { outcome: this.#succeed(value, true, told) };
    };
    return hooks instanceof Promise ? hooks.then(settle) : settle(hooks);
  }

  #succeed(value: unknown, isEmpty = false, hooks?: HookTexts): CallOutcome {
    const state = this.#state;
    const plan = this.#plan;
    return settleSuccess(state, {
      call: plan.call,
      slot: plan.slot,
      options: plan.options,
      args: plan.args,
      attemptLog: this.#log,
      durationMs: this.#durationMs,
      would: wouldOf(plan.would),
      tripped: plan.tripped,
      value,
      isEmpty,
      hooks,
    });
  }

  #fail(judged: Failed, attempt: Attempt): Next | Promise<Next> {
    const state = this.#state;
    const plan = this.#plan;
    const hooks = failureHooks(state, plan, judged.diagnosis, judged.error);
    if (hooks instanceof Promise) {
      return hooks.then((texts) =>
        this.#settle({ ...this.#failure(judged), hooks: texts }, attempt),
      );
    }
    return this.#settle({ ...this.#failure(judged), hooks }, attempt);
  }

  #settle(failure: Failure, attempt: Attempt): Next {
    const state = this.#state;
    const plan = this.#plan;
    if (attempt.byDeadline) {
      state.haltWith("deadline", { rule: "deadline", tool: plan.slot.tool }, plan.slot);
    }
    const outcome = settleFailure(state, failure);
    // Not ours to word: what the tool threw goes on as it is.
    const bare = !outcome.ok && !outcome.intervened && failure.returned === undefined;
    if (bare) return { thrown: failure.error };
    return { outcome };
  }

  /** Milliseconds until the next attempt, or `undefined` where there is none. */
  #nextWait({ diagnosis }: Failed, attempt: Attempt): number | undefined {
    const state = this.#state;
    const plan = this.#plan;
    const retry = retryOf(this.#retry, diagnosis.errorType);
    if (state.modes.retry !== "enforce" || retry === false || attempt.byDeadline) return undefined;
    if (state.halt !== undefined || this.#signals.some((signal) => signal.aborted))
      return undefined;
    const { literal } = state.core.policy;
    if (!isRepeatable(diagnosis, plan.options.effect, literal)) return undefined;
    if (this.#mayRepeat?.() === false) return undefined;
    return backoffMs(retry, {
      attempt: this.#number,
      retryAfterMs: diagnosis.retryAfterMs,
      waitedMs: this.#waitedMs,
      leftMs: state.leftMs(),
      random: state.core.clock.random(),
      clampHint: literal,
    });
  }

  async #waitAndGo(judged: Failed, attempt: Attempt, waitMs: number): Promise<Next> {
    const state = this.#state;
    const plan = this.#plan;
    const { errorType } = judged.diagnosis;
    state.core.emit({
      type: "retry_scheduled",
      ...placeOf(state, plan.slot),
      errorType,
      attempt: this.#number + 1,
      waitMs,
    });
    const whole = await wait(state.core.clock, waitMs, [...this.#signals, ...state.endings()]);
    const aborted = whole ? undefined : this.#signals.find((signal) => signal.aborted);
    if (aborted !== undefined) {
      const { reason } = aborted;
      return this.#cancel(reason, judged.diagnosis.outcome);
    }
    // Nothing begins that would not be let through now: the failure that was to be repeated stays.
    if (!whole || !this.#mayBegin()) return this.#fail(judged, attempt);
    this.#waitMs = waitMs;
    this.#waitedMs += waitMs;
    return "again";
  }

  /** What the guards say of a further attempt; an identical call may have gone wrong meanwhile. */
  #mayBegin(): boolean {
    const state = this.#state;
    const { options, signature } = this.#plan;
    if (state.halt !== undefined || state.leftMs() <= 0) return false;
    const guarded = state.modes.guards === "enforce" && options.effect === "write";
    return !guarded || !state.ledger.isUnverified(signature);
  }

  #failure(judged: Failed): Failure {
    return {
      ...this.#base(),
      diagnosis: judged.diagnosis,
      error: judged.error,
      returned: judged.returned,
      timeoutMs: this.#toldLimit(judged),
      would: wouldOf(this.#plan.would) ?? this.#wouldRetry(judged),
    };
  }

  /** The limit that the message tells. Nobody set the default: it is only told where it struck. */
  #toldLimit({ diagnosis }: Failed): number | undefined {
    const { timeoutMs } = this.#plan.options;
    const known = timeoutMs !== undefined || diagnosis.rule === "attempt_timeout";
    return known && Number.isFinite(this.#limitMs) ? this.#limitMs : undefined;
  }

  #base() {
    const { call, slot, options, args, tripped } = this.#plan;
    return {
      call,
      slot,
      options,
      args,
      attemptLog: this.#log,
      durationMs: this.#durationMs,
      would: wouldOf(this.#plan.would),
      tripped,
    };
  }

  /** In observe mode, whether enforce would have tried again. */
  #wouldRetry({ diagnosis }: Failed): Decision | undefined {
    const retry = retryOf(this.#retry, diagnosis.errorType);
    if (this.#state.modes.retry !== "observe" || retry === false) return undefined;
    const repeats = retry.maxAttempts > 1 && isRepeatable(diagnosis, this.#plan.options.effect);
    return repeats ? "retry" : undefined;
  }

  /** The same for every attempt of the call. */
  idempotencyKey(): string {
    const state = this.#state;
    const plan = this.#plan;
    this.#key ??= idempotencyKey(
      state.keyBase,
      plan.slot.tool,
      plan.signature,
      state.ledger.successes(plan.signature),
    );
    return this.#key;
  }
}

/** What a guard that only observes would have done before the call. */
export function wouldOf(objection: Objection | undefined): Decision | undefined {
  switch (objection?.kind) {
    case undefined:
      return undefined;
    case "refused":
      return objection.refusal.again ? "halt" : "refuse";
    case "halted":
      return "halt";
    default:
      return "repair";
  }
}

const NO_SIGNALS: readonly AbortSignal[] = [];
const NO_ATTEMPTS: readonly AttemptLogEntry[] = [];

/** The signals of a call: its own and its run's. */
export function signalsOf(
  call: AbortSignal | undefined,
  run: AbortSignal | undefined,
): readonly AbortSignal[] {
  if (call === undefined) return run === undefined ? NO_SIGNALS : [run];
  return run === undefined || run === call ? [call] : [call, run];
}

function monotonic({ core }: RunState): number {
  return core.clock.monotonic?.() ?? core.clock.now();
}
