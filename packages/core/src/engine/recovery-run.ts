import type { CallRecord, RunCounters, Tripped } from "../ledger/records.ts";
import { RUN_SCHEMA, type RunRecord } from "../ledger/records.ts";
import type { RunSnapshot } from "../ledger/snapshot.ts";
import { checkCall, checkExecutor, checkGiven } from "../options/check-call.ts";
import { checkChildOptions, checkHistory, checkStopReason } from "../options/check-run-options.ts";
import type { StopReason } from "../vocabulary.ts";
import { admit } from "./admit.ts";
import { messageOf } from "./error-text.ts";
import { type Execute, execute } from "./execute.ts";
import { failOpen, runBare } from "./fail-open.ts";
import type { Modes } from "./mode.ts";
import type { Admission, Asking } from "./plan.ts";
import { preflightOnly } from "./preflight.ts";
import type { RecoveryCore } from "./recovery-core.ts";
import { announceHalt, buildReport, countersOf } from "./report.ts";
import { restoreHistory } from "./restore-history.ts";
import type {
  CallContext,
  CallOutcome,
  ChildOptions,
  Halt,
  HistoryCall,
  Run,
  RunOptions,
  RunReport,
  SettledCall,
  ToolCall,
} from "./run.ts";
import { RunState } from "./run-state.ts";
import { settleCall, settleExternal } from "./settle-call.ts";
import { streamCall } from "./stream-call.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import { wellPlaced } from "./well-placed.ts";

/** What a run needs of the registry that made it. */
export interface RunHome {
  /** A live run may be found by its id. */
  opened(run: RecoveryRun): void;
  closed(run: RecoveryRun): void;
  newId(): string;
}

/** One run of an agent. See `Run`. */
export class RecoveryRun implements Run {
  /** @internal */
  readonly state: RunState;
  readonly #home: RunHome;
  #finished = false;

  constructor(
    core: RecoveryCore,
    home: RunHome,
    id: string,
    options: RunOptions,
    parent?: RunState,
    keyBase?: string,
  ) {
    this.#home = home;
    this.state = new RunState(core, id, options, parent, keyBase);
    this.state.onAnnounce = announceHalt;
    home.opened(this);
  }

  get id(): string {
    return this.state.id;
  }

  get turn(): number {
    return this.state.ledger.open?.turn ?? this.state.lastTurn;
  }

  get stopReason(): StopReason | undefined {
    return this.state.halt?.reason ?? this.state.stopReason;
  }

  get halt(): Halt | undefined {
    return this.state.halt;
  }

  get counters(): RunCounters {
    return countersOf(this.state);
  }

  get modes(): Modes {
    return this.state.modes;
  }

  call<Args = unknown, Value = unknown>(
    call: ToolCall,
    run: (args: Args, context: CallContext) => Value | Promise<Value>,
  ): Promise<CallOutcome<Awaited<Value>>> {
    const wrong = wrongCall("run.call()", call, run);
    if (wrong !== undefined) return Promise.reject(wrong);
    const mayRepeat = call.mayRepeat === undefined ? undefined : () => this.#mayRepeat(call);
    return this.#call(call, run as Execute, mayRepeat) as Promise<CallOutcome<Awaited<Value>>>;
  }

  #call(call: ToolCall, run: Execute, mayRepeat?: () => boolean): Promise<CallOutcome> {
    const { state } = this;
    if (this.#isOff()) return runBare(state, call, run);
    this.#reopen();
    let admission: Admission | Asking;
    try {
      admission = admit(state, wellPlaced(state, call));
    } catch (error) {
      return failOpen(state, call, run, error);
    }
    if (!("asking" in admission)) return proceed(state, call, admission, run, mayRepeat);
    const running = admission.asking.then(
      (admitted) => proceed(state, call, admitted, run, mayRepeat),
      (error: unknown) => failOpen(state, call, run, error),
    );
    admission.slot.running = running;
    return running;
  }

  stream<Args = unknown, Chunk = unknown>(
    call: ToolCall,
    run: (args: Args, context: CallContext) => AsyncIterable<Chunk>,
  ): AsyncGenerator<Chunk, CallOutcome<Chunk>> {
    checkCall("run.stream()", call);
    checkExecutor("run.stream()", run);
    return streamCall(
      (execute, mayRepeat) => this.#call(call, execute, () => mayRepeat() && this.#mayRepeat(call)),
      run as (args: unknown, context: CallContext) => AsyncIterable<unknown>,
    ) as AsyncGenerator<Chunk, CallOutcome<Chunk>>;
  }

  /** Whether the framework still wants the call: one that cannot say so has not given it up. */
  #mayRepeat(call: ToolCall): boolean {
    const { state } = this;
    try {
      return state.core.plain("mayRepeat", call.mayRepeat?.()) !== false;
    } catch (error) {
      state.engineError("mayRepeat", error);
      return true;
    }
  }

  async preflight(call: ToolCall): Promise<CallOutcome | undefined> {
    checkCall("run.preflight()", call);
    if (this.state.modes.guards !== "enforce") return undefined;
    try {
      return await preflightOnly(this.state, wellPlaced(this.state, call));
    } catch (error) {
      this.state.engineError("preflight", error);
      return undefined;
    }
  }

  settle(call: SettledCall, fault: unknown): CallOutcome {
    checkCall("run.settle()", call);
    this.#reopen();
    return settleCall(this.state, wellPlaced(this.state, call), fault);
  }

  recordExternal(
    call: SettledCall,
    result: { readonly value: unknown } | { readonly error: unknown },
  ): CallRecord {
    checkCall("run.recordExternal()", call);
    checkGiven("run.recordExternal()", result);
    this.#reopen();
    return settleExternal(this.state, wellPlaced(this.state, call), result);
  }

  closeTurn(): Halt | undefined {
    return this.state.closeTurn();
  }

  contextChanged(): void {
    this.state.ledger.contextChanged();
  }

  stop(detail?: string): void {
    // Whoever stops a run may well hand on what made them.
    const text = detail === undefined ? undefined : this.state.redact(messageOf(detail));
    const tripped: Tripped = { rule: "host", ...(text === undefined ? {} : { detail: text }) };
    this.state.haltWith("host", tripped);
    this.state.announceIfComplete();
  }

  child(options: ChildOptions = {}): Run {
    checkChildOptions(options);
    const { state } = this;
    const { id = this.#home.newId(), keyBase, ...labels } = options;
    return new RecoveryRun(
      state.core,
      this.#home,
      id,
      {
        ...state.options,
        runTimeoutMs: undefined,
        mode: state.modes,
        signal: state.signal,
        ...labels,
        id,
        parentRunId: state.id,
      },
      state,
      keyBase,
    );
  }

  async finish(reason?: StopReason): Promise<void> {
    checkStopReason(reason);
    if (this.#finished) return;
    this.#finished = true;
    const { state } = this;
    if (!this.#isOff()) {
      state.endWaits();
      const waits = state.waits();
      if (waits !== undefined) await waits;
      state.closeTurn();
      state.announce();
      const byItself = state.signal?.aborted === true ? "cancelled" : "completed";
      state.stopReason = state.halt?.reason ?? reason ?? byItself;
      // A record that nobody reads need not be made.
      if (state.core.listens || !state.core.hub.isEmpty) this.#record(state.stopReason);
    }
    this.#home.closed(this);
  }

  #record(stopReason: StopReason): void {
    const { state } = this;
    const tripped = state.halt?.tripped ?? state.wouldHalt?.tripped;
    const record: RunRecord = {
      schema: RUN_SCHEMA,
      ...state.labels,
      startedAt: state.startedAt,
      endedAt: state.isoNow(),
      stopReason,
      ...(state.wouldHalt === undefined ? {} : { would: state.wouldHalt.reason }),
      ...(tripped === undefined ? {} : { tripped }),
      counters: countersOf(state),
    };
    state.core.hub.write(record);
    state.core.emit({ type: "run_finished", runId: state.id, record });
  }

  report(): RunReport {
    return buildReport(this.state);
  }

  toJSON(): RunSnapshot {
    return takeSnapshot(this.state);
  }

  restore(history: readonly HistoryCall[]): void {
    checkHistory(history);
    restoreHistory(this.state, history);
  }

  /** A finished run that is called again goes on: the same conversation, a later answer. */
  #reopen(): void {
    if (!this.#finished || this.state.halt !== undefined) return;
    this.#finished = false;
    this.state.stopReason = undefined;
    this.#home.opened(this);
  }

  #isOff(): boolean {
    const { messages, retry, guards } = this.state.modes;
    return messages === "off" && retry === "off" && guards === "off";
  }
}

/** What is wrong with a call on the programmer's side, if anything is: a promise rejects with it. */
function wrongCall(method: string, call: unknown, run: unknown): unknown {
  try {
    checkCall(method, call);
    checkExecutor(method, run);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** An outcome that stands: what was thrown and is not ours to word is thrown again. */
function given(outcome: CallOutcome): Promise<CallOutcome> {
  const thrown = !outcome.ok && !outcome.intervened && "error" in outcome && !("value" in outcome);
  return thrown ? Promise.reject(outcome.error) : Promise.resolve(outcome);
}

function proceed(
  state: RunState,
  call: ToolCall,
  admission: Admission,
  run: Execute,
  mayRepeat?: () => boolean,
): Promise<CallOutcome> {
  if ("outcome" in admission) return given(admission.outcome);
  if ("running" in admission) return admission.running;
  if ("bare" in admission) return runBare(state, call, run);
  if ("thrown" in admission) return Promise.reject(admission.thrown);
  const running = execute(state, admission.plan, run, mayRepeat);
  if (admission.plan.slot.outcome === undefined) admission.plan.slot.running = running;
  return running;
}
