import { Ledger, type SharedErrors, type Verdict } from "../ledger/ledger.ts";
import { OpenTurn, type Slot } from "../ledger/open-turn.ts";
import type { CallRecord, RecordLabels, Tripped } from "../ledger/records.ts";
import type { ComposeSettings } from "../observation/composed.ts";
import type { Redactor } from "../redact/redact.ts";
import type { HaltReason, StopReason } from "../vocabulary.ts";
import { argsText } from "./args-text.ts";
import { isoText } from "./iso-text.ts";
import { labelsOf } from "./labels.ts";
import { type Modes, resolveModes } from "./mode.ts";
import type { RecoveryCore } from "./recovery-core.ts";
import type { CallOutcome, Halt, RunOptions } from "./run.ts";
import type { ToolOptions } from "./tool-options.ts";
import { Ending } from "./wait.ts";

/** Calls after which a turn is taken for one that its loop does not count. */
const ENDLESS_TURN = 500;

/** A position of this run. */
export type CallSlot = Slot<CallOutcome>;

/** What a call is known by after its turn has closed. */
export interface KnownCall {
  readonly tool: string;
  readonly callId: string;
  readonly signature: string;
  /** Made when someone reads it: redacting every argument would slow down every call. */
  readonly args: () => string | undefined;
}

/** A call that has begun. */
export interface InFlight {
  readonly slot: CallSlot;
  readonly options: ToolOptions;
}

/** What a run and the runs inside its tools have in common. */
export interface SharedBudget {
  readonly errors: SharedErrors;
  /** Milliseconds since the epoch. */
  deadline: number | undefined;
  /** Made when a call waits; aborts when they have all come to their end. */
  ending: Ending | undefined;
  /** Set when one of them has used up what they share. */
  halt: Halt | undefined;
}

/** Everything a run knows. The functions around it decide; this only holds and orders. */
export class RunState {
  readonly core: RecoveryCore;
  readonly id: string;
  /** What the idempotency keys of its calls begin from. */
  readonly keyBase: string;
  readonly labels: RecordLabels;
  readonly modes: Modes;
  readonly ledger: Ledger<CallOutcome>;
  readonly budget: SharedBudget;
  readonly redact: Redactor;
  readonly texts: ComposeSettings;
  readonly options: RunOptions;
  signal: AbortSignal | undefined;
  /** The run in whose tool this one goes on. */
  readonly parent: RunState | undefined;
  #halt: Halt | undefined;
  /** The turn and index of the call that halted the run: of two in one turn the first counts. */
  haltedBy: CallSlot | undefined;
  announced = false;
  /** In observe mode: the first reason for which enforce would have ended the run. */
  wouldHalt: { readonly reason: HaltReason; readonly tripped: Tripped } | undefined;
  stopReason: StopReason | undefined;
  startedAt: string;
  lastTurn = -1;
  lateSettlements = 0;
  duplicateResults = 0;
  /** Tools that were warned about: saves making the text again. */
  warned: Set<string> | undefined;
  /** Calls that wait to begin, or for their next attempt. */
  #waiting: Set<Promise<unknown>> | undefined;
  #ending: Ending | undefined;
  /** Calls that have begun and not settled, of whichever turn: few at any time, so a list. */
  readonly inFlight: InFlight[] = [];
  /** Writes that have been asked for and not settled, in order. */
  writes: Set<CallSlot> | undefined;
  readonly done: KnownCall[] = [];
  readonly unknown: KnownCall[] = [];
  /**
   * Called once when a halt is complete: no call of the run is still open. The same function for all
   * runs: with a closure of its own, a finished run outlived every collection of young objects.
   */
  onAnnounce: ((state: RunState, halt: Halt) => void) | undefined;

  constructor(
    core: RecoveryCore,
    id: string,
    options: RunOptions,
    parent?: RunState,
    keyBase: string = id,
  ) {
    this.core = core;
    this.id = id;
    this.keyBase = keyBase;
    this.options = options;
    this.modes = resolveModes(options.mode ?? core.options.mode);
    this.parent = parent;
    this.budget = parent?.budget ?? newBudget();
    this.ledger = new Ledger(core.policy, this.budget.errors);
    this.redact = options.literals?.length ? core.redactorFor(options.literals) : core.redactor;
    this.texts = core.composeSettings(this.redact);
    this.labels = labelsOf(core, id, options, this.modes, this.redact);
    this.signal = options.signal;
    this.startedAt = this.isoNow();
    this.renew(options);
  }

  /** Its own end, its parent's, or that of what they share. */
  get halt(): Halt | undefined {
    if (this.#halt === undefined) this.#inheritHalt();
    return this.#halt;
  }

  set halt(halt: Halt | undefined) {
    this.#halt = halt;
  }

  /** A run that has finished by itself is not ended once more. */
  #inheritHalt(): void {
    const ofParent = this.parent?.halt;
    const halt = ofParent ?? this.budget.halt;
    if (halt === undefined || this.stopReason !== undefined) return;
    this.#halt = halt;
    this.stopReason = halt.reason;
    // The parent's incident tells of it.
    if (ofParent !== undefined) this.announced = true;
  }

  /** A new invocation of the same run brings its own deadline and abort. */
  renew(options: RunOptions): void {
    if (options.runTimeoutMs !== undefined) {
      if (this.budget.halt?.reason === "deadline") this.budget.halt = undefined;
      this.budget.deadline = this.core.clock.now() + options.runTimeoutMs;
    }
    if (options.signal !== undefined) this.signal = options.signal;
  }

  /**
   * Abort when the run, one above it or what they share has come to its end: nothing waits to begin
   * or for another attempt any longer.
   */
  endings(): Ending[] {
    this.budget.ending ??= new Ending();
    const endings = [this.budget.ending];
    for (let run: RunState | undefined = this; run !== undefined; run = run.parent) {
      run.#ending ??= new Ending();
      endings.push(run.#ending);
    }
    return endings;
  }

  /** Notes a call that waits to begin or for its next attempt, until it has gone on. */
  noteWait(call: Promise<unknown>): void {
    this.#waiting ??= new Set();
    const waiting = this.#waiting.add(call);
    const done = () => void waiting.delete(call);
    call.then(done, done);
  }

  /** Lets waiting calls settle: with the failure that they would have repeated, or as not executed. */
  endWaits(): void {
    this.#ending?.abort();
    this.#ending = undefined;
  }

  /** The calls that waited, until they have settled; nothing where there is none. */
  waits(): Promise<unknown> | undefined {
    return this.#waiting?.size ? Promise.allSettled([...this.#waiting]) : undefined;
  }

  /** Notes that a call has begun. */
  begin(call: InFlight): void {
    this.inFlight.push(call);
  }

  /** Notes that a call has settled; says whether it was under way. */
  end(slot: CallSlot): boolean {
    const { inFlight } = this;
    this.writes?.delete(slot);
    for (let at = inFlight.length - 1; at >= 0; at--) {
      if (inFlight[at]?.slot !== slot) continue;
      if (at === inFlight.length - 1) inFlight.pop();
      else inFlight.splice(at, 1);
      return true;
    }
    return false;
  }

  /** Takes a call back that goes on without us, or turned out to be another. */
  drop(slot: CallSlot): void {
    this.ledger.open?.remove(slot);
    this.end(slot);
  }

  /** Whether some part only records what it would have done. */
  get observes(): boolean {
    const { messages, retry, guards } = this.modes;
    return messages === "observe" || retry === "observe" || guards === "observe";
  }

  /** Milliseconds until the deadline. */
  leftMs(): number {
    const { deadline } = this.budget;
    return deadline === undefined ? Number.POSITIVE_INFINITY : deadline - this.core.clock.now();
  }

  isoNow(): string {
    return isoText(this.core.clock.now());
  }

  /** The turn of a call: a higher number closes the turn before. */
  enterTurn(turn: number): OpenTurn<CallOutcome> {
    const open = this.ledger.open;
    if (open !== undefined && turn <= open.turn) {
      return open.size < ENDLESS_TURN || open.pending > 0 ? open : this.#splitTurn(open);
    }
    if (open !== undefined) this.closeTurn();
    const next = new OpenTurn<CallOutcome>(Math.max(turn, this.lastTurn));
    this.ledger.open = next;
    return next;
  }

  /** A loop that never counts its turns still gets judged, and cannot fill the memory. */
  #splitTurn(open: OpenTurn<CallOutcome>): OpenTurn<CallOutcome> {
    this.core.warnOnce(
      "endless_turn",
      `Turn ${open.turn} of a run has ${open.size} calls, so it is judged as it stands. Pass the number of the model response as \`turn\`, or call run.closeTurn() after each.`,
    );
    const { nextIndex } = open;
    this.closeTurn();
    const next = new OpenTurn<CallOutcome>(open.turn, nextIndex);
    this.ledger.open = next;
    return next;
  }

  closeTurn(): Halt | undefined {
    const open = this.ledger.open;
    if (open !== undefined) this.lastTurn = Math.max(this.lastTurn, open.turn);
    const verdict = this.ledger.close();
    if (verdict !== undefined) this.#limitReached(verdict, open);
    this.announceIfComplete();
    return this.halt;
  }

  #limitReached(verdict: Verdict, turn: OpenTurn<CallOutcome> | undefined): void {
    const { record, reason, rule, counter, value, limit } = verdict;
    const slot = record === undefined ? undefined : turn?.slot(record.turn, record.index);
    const call = record === undefined ? {} : this.describe(record, slot?.args);
    this.haltWith(reason, { rule, ...call, counter, value, limit });
  }

  /** Ends the run. Of several calls of one turn that would, the first in call order gives the reason. */
  haltWith(reason: HaltReason, tripped: Tripped, by?: CallSlot): Halt | undefined {
    if (this.modes.guards !== "enforce" && reason !== "host") {
      if (this.modes.guards === "observe") this.wouldHalt ??= { reason, tripped };
      return undefined;
    }
    const earlier =
      by !== undefined &&
      this.haltedBy !== undefined &&
      !this.announced &&
      by.turn === this.haltedBy.turn &&
      by.index < this.haltedBy.index;
    if (this.halt !== undefined && !earlier) return this.halt;
    this.halt = { reason, tripped, userMessage: this.texts.wording.haltMessages[reason] };
    this.haltedBy = by;
    this.stopReason = reason;
    if (reason === "tool_error_budget" || reason === "deadline") {
      this.budget.halt ??= this.halt;
      this.budget.ending?.abort();
      this.budget.ending = undefined;
    }
    this.endWaits();
    return this.halt;
  }

  /** Tells of a halt as soon as no call is open any more, so that the incident is complete. */
  announceIfComplete(): void {
    if (this.halt === undefined || this.announced) return;
    if ((this.ledger.open?.pending ?? 0) > 0 || this.inFlight.length > 0) return;
    this.announce();
  }

  /** Tells of a halt now, if it was not told of before. */
  announce(): void {
    if (this.halt === undefined || this.announced) return;
    this.announced = true;
    this.onAnnounce?.(this, this.halt);
  }

  /** What a tripped limit says of a call. */
  describe(record: CallRecord, args?: unknown): Partial<Tripped> {
    const text = args === undefined ? undefined : this.argsText(args);
    return {
      tool: record.tool,
      ...(text === undefined ? {} : { args: text }),
      signature: record.signature,
      ...(record.errorType === undefined ? {} : { errorType: record.errorType }),
    };
  }

  argsText(args: unknown): string | undefined {
    return argsText(args, this.redact);
  }

  engineError(where: string, error: unknown): void {
    this.core.emit({ type: "engine_error", runId: this.id, where, error });
  }
}

function newBudget(): SharedBudget {
  return { errors: { count: 0 }, deadline: undefined, ending: undefined, halt: undefined };
}
