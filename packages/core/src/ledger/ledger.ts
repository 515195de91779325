import type { Policy } from "../engine/policy.ts";
import type { Effect, HaltReason } from "../vocabulary.ts";
import {
  isError,
  isRefusal,
  isResult,
  isUnknownWrite,
  type MutableCounters,
  mayChangeState,
  tally,
  zeroCounters,
} from "./counters.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { CallRecord } from "./records.ts";
import { type SignatureEntry, SignatureTable } from "./signature-table.ts";
import { StateChanges } from "./state-changes.ts";
import { ToolTable } from "./tool-table.ts";
import { cycleLength, type TurnKey, turnKey } from "./turn-cycle.ts";

/** The limits that the fold judges by. */
export type Limits = Pick<
  Policy,
  "repeats" | "cycle" | "failedTurns" | "errors" | "emptyTurns" | "repairs" | "literal"
>;

/** What `ask` needs to know of a call. */
export interface Ask {
  readonly effect?: Effect | undefined;
  readonly repeats?: "refuse-unchanged" | "refuse" | "allow" | undefined;
}

/** Why a call is not to be executed. */
export interface Refusal {
  readonly rule: "repeated_call" | "unverified_write";
  /** How often this very call was asked for, this time included. */
  readonly count: number;
  /** It was refused before and nothing has changed since: the run makes no progress. */
  readonly again: boolean;
  /** For an unverified write: the tool to call first; empty for any read. */
  readonly verify?: string;
}

/** A limit that a closed turn has reached. */
export interface Verdict {
  readonly reason: HaltReason;
  readonly rule: string;
  readonly counter: string;
  readonly value: number;
  readonly limit: number;
  /** The call that stands for it: the last one of its kind in the turn. */
  readonly record: CallRecord | undefined;
}

/** Errors shared by a run and the runs of agents inside its tools. */
export interface SharedErrors {
  count: number;
}

/** In observe mode the call was executed, but a guard would have refused it. */
function wouldBeRefused({ would, tripped }: CallRecord): boolean {
  if (would !== "refuse" && would !== "halt") return false;
  return tripped?.counter === "identicalCalls";
}

/** Adds to a list of the latest. What is too old goes by the half: to shift at every call is slow. */
function keepLatest<T>(list: T[], item: T, limit: number): void {
  list.push(item);
  if (list.length >= limit * 2) list.splice(0, list.length - limit);
}

/** How many records of closed turns are kept for reports. */
const RECENT_LIMIT = 20;

/**
 * The fold: records in, counters and judgements out. Everything is a function of the closed turns
 * and of the records of the open one; each call costs the same, and nothing grows with the run but
 * the table of signatures up to its limit.
 */
export class Ledger<Outcome = unknown> {
  readonly limits: Limits;
  readonly shared: SharedErrors;
  readonly closed: MutableCounters = zeroCounters();
  readonly signatures: SignatureTable = new SignatureTable();
  readonly tools: ToolTable = new ToolTable();
  readonly changes: StateChanges = new StateChanges();
  /** The keys of the latest turns, and some before them. */
  readonly cycle: TurnKey[] = [];
  /** The latest records of closed turns, and some before them. */
  readonly recent: CallRecord[] = [];
  /** The turn that is being filled; its number in the fold is `closed.turns`. */
  open: OpenTurn<Outcome> | undefined;
  /** The turn that was closed last: a framework may still replay its calls. */
  previous: OpenTurn<Outcome> | undefined;
  /** Grows when the comparison of repeats starts afresh. */
  epoch = 0;
  /** Errors of the turn that was closed last. */
  lastErrors = 0;
  /** The turn in which any read last succeeded. */
  lastRead = -1;

  /** Tools that would verify a write, empty for any read, with the latest turn of such a write. */
  #awaited: Map<string, number> | undefined;

  constructor(limits: Limits, shared: SharedErrors = { count: 0 }) {
    this.limits = limits;
    this.shared = shared;
  }

  /** The number of the turn in the fold, whatever the framework calls it. */
  get now(): number {
    return this.closed.turns;
  }

  /** Closed turns plus what has settled in the open one. */
  counters(): MutableCounters {
    const counters = { ...this.closed, byErrorType: { ...this.closed.byErrorType } };
    if (this.open !== undefined) {
      for (const record of this.open.inCallOrder()) tally(counters, record);
      if (!this.open.isEmpty) counters.turns += 1;
    }
    return counters;
  }

  /** The comparison of repeats and cycles starts afresh with the next turn. */
  contextChanged(): void {
    if (this.open === undefined || this.open.isEmpty) this.#newEpoch();
    else this.open.endsEpoch = true;
  }

  /** Whether a call may run, by the rules of writes and of repeats. */
  ask(signature: string, tool: string, call: Ask): Refusal | undefined {
    const entry = this.#current(signature);
    const inTurn = this.open?.ofSignature(signature);
    const again =
      entry !== undefined && entry.refused >= 0 && !this.changes.sinceBy(entry.refused, signature);
    if (call.effect === "write") {
      const waiting = this.#unverified(signature);
      if (inTurn?.unverified !== undefined || waiting !== undefined) {
        const count = (entry?.asked ?? 0) + (inTurn?.asks ?? 0) + 1;
        const verify = inTurn?.unverified ?? waiting?.verify ?? "";
        // The verification that was asked for is on its way: what is refused has only come too soon.
        const stuck = again && this.open?.verifies(verify) !== true;
        return { rule: "unverified_write", count, again: stuck, verify };
      }
    }
    if (this.limits.repeats === false || call.repeats === "allow") return undefined;
    if (this.isAwaited(tool, call.effect)) return undefined;
    const { limit } = this.limits.repeats;
    const earlier = inTurn?.asks ?? 0;
    const executed = entry?.executed ?? 0;
    const whatever = call.repeats === "refuse" || (this.limits.literal && !call.repeats);
    const same = whatever ? executed : this.#streak(entry, signature);
    if (same + earlier < limit - 1) return undefined;
    const failed = this.limits.literal && entry?.failed === true && entry.streak >= limit - 1;
    const count = (entry?.asked ?? 0) + earlier + 1;
    return { rule: "repeated_call", count, again: again || failed };
  }

  /** Whether a call of the signature may have taken effect and nothing has verified it yet. */
  isUnverified(signature: string): boolean {
    const inTurn = this.open?.ofSignature(signature)?.unverified;
    return inTurn !== undefined || this.#unverified(signature) !== undefined;
  }

  /** Notes that a write waits for a verification since a turn. */
  awaitVerification(verify: string, turn: number): void {
    this.#awaited ??= new Map();
    this.#awaited.set(verify, Math.max(turn, this.#awaited.get(verify) ?? -1));
  }

  /**
   * Successes of a call that the model has seen, for its idempotency key. Those of the open turn are
   * not among them: a repeat in the same response is no answer to them, and whichever settles first,
   * both calls have the same key.
   */
  successes(signature: string): number {
    return this.signatures.get(signature)?.successes ?? 0;
  }

  /** In how many earlier turns the tool was called wrongly in the same way since its last success. */
  mistakes(tool: string, shape: string): number {
    return this.tools.get(tool)?.mistakes?.get(shape)?.turns ?? 0;
  }

  /** Judges the open turn, in call order, and folds it in. */
  close(): Verdict | undefined {
    const turn = this.open;
    this.open = undefined;
    if (turn === undefined || (turn.isEmpty && turn.doubts.length === 0)) return undefined;
    this.previous = turn;
    const records = turn.inCallOrder();
    const before = this.shared.count;
    for (const record of records) this.#fold(record);
    this.lastErrors = this.shared.count - before;
    // A change counts as after every call of its turn, so all outcomes come first.
    for (const record of records) {
      if (mayChangeState(record)) this.changes.note(record.signature, this.now);
    }
    for (const { signature, verify } of turn.doubts) {
      this.#doubt(this.signatures.touch(signature), verify);
      this.changes.note(signature, this.now);
    }
    const verdict = this.#judge(records);
    this.closed.turns += 1;
    if (turn.endsEpoch) this.#newEpoch();
    return verdict;
  }

  #fold(record: CallRecord): void {
    tally(this.closed, record);
    keepLatest(this.recent, record, RECENT_LIMIT);
    if (!isResult(record)) {
      if (isUnknownWrite(record)) {
        this.#doubt(this.signatures.touch(record.signature), record.verify);
      }
      return;
    }
    if (isError(record)) this.shared.count += 1;
    this.#foldSignature(record);
    if (record.ok) {
      this.tools.noteSuccess(record.tool, this.now);
      if (record.effect === "read") this.lastRead = this.now;
    } else if (record.shape !== undefined && !isRefusal(record)) {
      this.tools.noteMistake(record.tool, record.shape, this.now);
    }
  }

  #foldSignature(record: CallRecord): void {
    const { signature, outcomeHash, contentHash } = record;
    const entry = this.signatures.touch(signature);
    if (entry.epoch !== this.epoch) {
      entry.epoch = this.epoch;
      entry.asked = 0;
      entry.executed = 0;
      entry.streak = 0;
      entry.last = -1;
      entry.refused = -1;
    }
    entry.asked += 1;
    const refused = isRefusal(record) || wouldBeRefused(record);
    if (refused) entry.refused = this.now;
    if (isRefusal(record)) return;
    // Of a failure that was read from a history only the text is known.
    const equal = entry.hash === outcomeHash || entry.hash === contentHash;
    const same = entry.last >= 0 && equal && !this.changes.sinceBy(entry.last, signature);
    entry.streak = same ? entry.streak + 1 : 1;
    entry.executed += 1;
    entry.last = this.now;
    entry.hash = outcomeHash;
    entry.failed = !record.ok;
    if (!refused) entry.refused = -1;
    if (record.ok) {
      entry.successes += 1;
      entry.unverified = -1;
    } else if (isUnknownWrite(record)) {
      this.#doubt(entry, record.verify);
    }
  }

  #doubt(entry: SignatureEntry, verify = ""): void {
    entry.unverified = this.now;
    entry.verify = verify;
    this.awaitVerification(verify, this.now);
  }

  #judge(records: readonly CallRecord[]): Verdict | undefined {
    let lastError: CallRecord | undefined;
    let last: CallRecord | undefined;
    let anyOk = false;
    let counted = 0;
    let empty = 0;
    for (const record of records) {
      if (!isResult(record)) continue;
      last = record;
      if (record.ok) anyOk = true;
      if (isError(record)) lastError = record;
      if (record.errorType !== "rejected") counted += 1;
      if (record.ok && record.errorType === "empty_result") empty += 1;
    }
    if (this.limits.literal) this.#countInARow(records);
    else if (anyOk) this.closed.failedTurnsInRow = 0;
    else if (lastError !== undefined) this.closed.failedTurnsInRow += 1;
    if (counted > 0) {
      this.closed.emptyTurnsInRow = empty === counted ? this.closed.emptyTurnsInRow + 1 : 0;
    }
    const cycle = last === undefined ? 0 : this.#cycle(records);
    return this.#limitReached({ last, lastError, cycle, counted });
  }

  /** The first limit that the turn reached, in the order of docs/decisions.md. */
  #limitReached(turn: {
    readonly last: CallRecord | undefined;
    readonly lastError: CallRecord | undefined;
    readonly cycle: number;
    readonly counted: number;
  }): Verdict | undefined {
    const { failedTurns, errors, emptyTurns, cycle: cycleLimits } = this.limits;
    const { failedTurnsInRow, emptyTurnsInRow } = this.closed;
    const { last, lastError, cycle } = turn;
    if (lastError !== undefined && failedTurns !== false && failedTurnsInRow >= failedTurns) {
      return {
        reason: "error_cascade",
        rule: "error_cascade",
        counter: "failedTurnsInRow",
        value: failedTurnsInRow,
        limit: failedTurns,
        record: lastError,
      };
    }
    if (lastError !== undefined && errors !== false && this.shared.count >= errors) {
      return {
        reason: "tool_error_budget",
        rule: "tool_error_budget",
        counter: "errors",
        value: this.shared.count,
        limit: errors,
        record: lastError,
      };
    }
    if (cycle > 0 && cycleLimits !== false) {
      const value = cycle * cycleLimits.times;
      const counter = "turnsOfCycle";
      return { reason: "no_progress", rule: "cycle", counter, value, limit: value, record: last };
    }
    if (emptyTurns !== false && emptyTurnsInRow >= emptyTurns && turn.counted > 0) {
      return {
        reason: "no_progress",
        rule: "empty_turns",
        counter: "emptyTurnsInRow",
        value: emptyTurnsInRow,
        limit: emptyTurns,
        record: last,
      };
    }
    return undefined;
  }

  /** `strictPolicy` counts calls: each failure one more, each success back to none. */
  #countInARow(records: readonly CallRecord[]): void {
    for (const record of records) {
      if (record.ok) this.closed.failedTurnsInRow = 0;
      else if (isError(record)) this.closed.failedTurnsInRow += 1;
    }
  }

  #cycle(records: readonly CallRecord[]): number {
    if (this.limits.cycle === false) return 0;
    keepLatest(this.cycle, turnKey(records), this.#cycleLimit());
    return cycleLength(this.cycle, this.limits.cycle);
  }

  /** Turns that are looked back upon for cycles. */
  #cycleLimit(): number {
    const { cycle } = this.limits;
    return cycle === false ? 0 : cycle.turns * cycle.times;
  }

  /** The keys that cycles are found by, oldest first. */
  latestTurns(): readonly TurnKey[] {
    return this.cycle.slice(-this.#cycleLimit());
  }

  #streak(entry: SignatureEntry | undefined, signature: string): number {
    if (entry === undefined || entry.last < 0) return 0;
    return this.changes.sinceBy(entry.last, signature) ? 0 : entry.streak;
  }

  /** The entry, if it is of this epoch. */
  #current(signature: string): SignatureEntry | undefined {
    const entry = this.signatures.get(signature);
    return entry?.epoch === this.epoch ? entry : undefined;
  }

  /** The entry of a write that nothing has verified yet. A verification in the same turn is none. */
  #unverified(signature: string): SignatureEntry | undefined {
    const entry = this.signatures.get(signature);
    if (entry === undefined || entry.unverified < 0) return undefined;
    const verified =
      entry.verify === "" ? this.lastRead : (this.tools.get(entry.verify)?.succeeded ?? -1);
    return verified > entry.unverified ? undefined : entry;
  }

  /** Whether the model was asked to call the tool, to verify a write, and it has not succeeded since. */
  isAwaited(tool: string, effect: Effect | undefined): boolean {
    if (this.#awaited === undefined) return false;
    const named = this.#awaited.get(tool);
    if (named !== undefined && (this.tools.get(tool)?.succeeded ?? -1) <= named) return true;
    const any = effect === "read" ? this.#awaited.get("") : undefined;
    return any !== undefined && this.lastRead <= any;
  }

  #newEpoch(): void {
    this.epoch += 1;
    this.cycle.length = 0;
  }
}
