import { isResult, isUnknownWrite } from "./counters.ts";
import { mergeRecord } from "./merge-record.ts";
import type { CallRecord } from "./records.ts";

/** What one turn knows of one signature. */
export interface SignatureInTurn {
  /** Calls that were let through, settled or not. */
  asks: number;
  successes: number;
  /** Set when a write of this turn got an unknown outcome: the tool that would verify it. */
  unverified: string | undefined;
}

/** A write that may have taken effect, of which no record of the turn tells. */
export interface Doubt {
  readonly turn: number;
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  readonly signature: string;
  /** The tool that would verify it; empty for any read. */
  readonly verify: string;
}

/** One call position of a turn. */
export interface Slot<Outcome = unknown> {
  readonly turn: number;
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  signature: string;
  /** It was let through: it counts for later ones of the same turn, settled or not. */
  admitted: boolean;
  /** Its tool only reads. */
  reads: boolean;
  /** The arguments, for reports; never serialised. */
  args: unknown;
  record: CallRecord | undefined;
  /** What the position held before it was opened again. */
  earlier: CallRecord | undefined;
  /** What the caller was given, for replays. */
  outcome: Outcome | undefined;
  /** Set while the call runs, so that a second ask for the same position joins it. */
  running: Promise<Outcome> | undefined;
}

/** Where a call asks to stand. */
export interface Position {
  readonly turn: number;
  /** @default the next free one */
  readonly index?: number | undefined;
  readonly callId: string;
  readonly tool: string;
}

/** Most turns have a handful of calls: up to this many a walk beats building maps. */
const FEW = 8;

/** The calls of one model response. */
export class OpenTurn<Outcome = unknown> {
  /** The framework's number. */
  readonly turn: number;
  /** The comparison of repeats starts afresh after this turn. */
  endsEpoch = false;
  /** Writes that were given up and asked for again, or that were under way when the run was cut. */
  readonly doubts: Doubt[] = [];
  #slots: Slot<Outcome>[] = [];
  #byPosition: Map<string, Slot<Outcome>> | undefined;
  #byId: Map<string, Slot<Outcome>[]> | undefined;
  #bySignature: Map<string, Slot<Outcome>[]> | undefined;
  #indexed = 0;
  #nextIndex = 0;
  #pending = 0;

  /** @param firstIndex the first position, for a turn that goes on from another */
  constructor(turn: number, firstIndex = 0) {
    this.turn = turn;
    this.#nextIndex = firstIndex;
  }

  /** The position after the last one in use. */
  get nextIndex(): number {
    let next = this.#nextIndex;
    for (const { index } of this.#slots) next = Math.max(next, index + 1);
    return next;
  }

  /** No call of it has settled. */
  get isEmpty(): boolean {
    return this.#slots.length === this.#pending;
  }

  /** Calls that have begun and not settled. */
  get pending(): number {
    return this.#pending;
  }

  get size(): number {
    return this.#slots.length;
  }

  slots(): readonly Slot<Outcome>[] {
    return this.#slots;
  }

  slot(turn: number, index: number): Slot<Outcome> | undefined {
    if (this.#byPosition !== undefined) return this.#byPosition.get(`${turn}:${index}`);
    for (const slot of this.#slots) if (slot.index === index && slot.turn === turn) return slot;
    return undefined;
  }

  /** Every position that goes by this id; a model may well give two calls the same. */
  withId(callId: string): readonly Slot<Outcome>[] {
    if (this.#byId !== undefined) return this.#byId.get(callId) ?? [];
    return this.#slots.filter((slot) => slot.callId === callId);
  }

  /** A new position; the index asked for if it is free, else the next free one. */
  add(call: Position): Slot<Outcome> {
    let { index } = call;
    if (index === undefined || this.slot(call.turn, index) !== undefined) {
      while (this.slot(call.turn, this.#nextIndex) !== undefined) this.#nextIndex += 1;
      index = this.#nextIndex;
    }
    const slot: Slot<Outcome> = {
      turn: call.turn,
      index,
      callId: call.callId,
      tool: call.tool,
      signature: "",
      admitted: false,
      reads: false,
      args: undefined,
      record: undefined,
      earlier: undefined,
      outcome: undefined,
      running: undefined,
    };
    // Mostly it stays the only one: a list of one is a fraction of one that has grown.
    if (this.#slots.length === 0) this.#slots = [slot];
    else this.#slots.push(slot);
    this.#pending += 1;
    if (this.#byPosition !== undefined) this.#note(slot);
    else if (this.#slots.length > FEW) this.#index();
    return slot;
  }

  /** Takes back a position that turned out to be a replay of another; what it held before stays. */
  remove(slot: Slot<Outcome>): void {
    if (slot.earlier !== undefined) {
      this.settle(slot, slot.earlier);
      return;
    }
    const at = this.#slots.lastIndexOf(slot);
    if (at < 0) return;
    this.#slots.splice(at, 1);
    this.#bySignature = undefined;
    this.#indexed = 0;
    this.#pending -= 1;
    if (this.#byPosition !== undefined) this.#index();
  }

  /** Gives a position its record; of two that it gets, the one that merging them leaves. */
  settle(slot: Slot<Outcome>, record: CallRecord): void {
    const before = slot.record ?? slot.earlier;
    if (slot.record === undefined) this.#pending -= 1;
    slot.record = before === undefined ? record : mergeRecord(before, record);
    if (!isResult(record)) slot.admitted = false;
  }

  /** An interrupted, cancelled or failed position is taken up again, with whatever arguments. */
  reopen(slot: Slot<Outcome>): void {
    const { record } = slot;
    if (record !== undefined) {
      if (isUnknownWrite(record)) this.doubts.push(doubtOf(record));
      slot.earlier = slot.earlier === undefined ? record : mergeRecord(slot.earlier, record);
      this.#pending += 1;
    }
    slot.record = undefined;
    slot.outcome = undefined;
    slot.admitted = false;
    slot.signature = "";
    this.#bySignature = undefined;
    this.#indexed = 0;
  }

  /** What the turn knows of a signature; `undefined` where no call of it was let through. */
  ofSignature(signature: string): SignatureInTurn | undefined {
    let seen: SignatureInTurn | undefined;
    for (const slot of this.#withSignature(signature)) {
      if (slot.signature !== signature) continue;
      const { record } = slot;
      const unknown = record !== undefined && isUnknownWrite(record);
      if (!slot.admitted && !unknown) continue;
      seen ??= { asks: 0, successes: 0, unverified: undefined };
      if (slot.admitted) seen.asks += 1;
      if (unknown) seen.unverified = record.verify ?? "";
      else if (record?.ok === true) seen.successes += 1;
    }
    for (const doubt of this.doubts) {
      if (doubt.signature !== signature) continue;
      seen ??= { asks: 0, successes: 0, unverified: undefined };
      seen.unverified ??= doubt.verify;
    }
    return seen;
  }

  /** Whether a call was let through that verifies a write, however it ends: calls of a turn have no order. */
  verifies(tool: string): boolean {
    return this.#slots.some(
      (slot) => slot.admitted && (tool === "" ? slot.reads : slot.tool === tool),
    );
  }

  /** A call of this position's id that has succeeded with the same arguments. */
  succeededLike(slot: Slot<Outcome>): Slot<Outcome> | undefined {
    for (const other of this.#byId?.get(slot.callId) ?? this.#slots) {
      if (
        other !== slot &&
        other.record?.ok === true &&
        other.callId === slot.callId &&
        other.signature === slot.signature &&
        other.turn === slot.turn &&
        other.tool === slot.tool
      ) {
        return other;
      }
    }
    return undefined;
  }

  /** The records in the order in which the model asked, so that no judgement depends on timing. */
  inCallOrder(): CallRecord[] {
    const only = this.#slots.length === 1 ? this.#slots[0]?.record : undefined;
    if (only !== undefined) return [only];
    const records: CallRecord[] = [];
    let ordered = true;
    for (const { record } of this.#slots) {
      if (record === undefined) continue;
      const last = records.at(-1);
      if (last !== undefined && compare(last, record) > 0) ordered = false;
      records.push(record);
    }
    return ordered ? records : records.sort(compare);
  }

  /** At least the positions of a signature: all of them where there are few. */
  #withSignature(signature: string): readonly Slot<Outcome>[] {
    if (this.#slots.length <= FEW) return this.#slots;
    // Signatures are known only after a position is made, so they are indexed when first asked for.
    this.#bySignature ??= new Map();
    const index = this.#bySignature;
    for (; this.#indexed < this.#slots.length; this.#indexed++) {
      const slot = this.#slots[this.#indexed] as Slot<Outcome>;
      if (slot.signature === "") break;
      const same = index.get(slot.signature);
      if (same === undefined) index.set(slot.signature, [slot]);
      else same.push(slot);
    }
    const rest = this.#slots.slice(this.#indexed);
    return [...(index.get(signature) ?? []), ...rest];
  }

  #index(): void {
    this.#byPosition = new Map();
    this.#byId = new Map();
    for (const slot of this.#slots) this.#note(slot);
  }

  #note(slot: Slot<Outcome>): void {
    this.#byPosition?.set(`${slot.turn}:${slot.index}`, slot);
    const sameId = this.#byId?.get(slot.callId);
    if (sameId === undefined) this.#byId?.set(slot.callId, [slot]);
    else sameId.push(slot);
  }
}

function compare(a: CallRecord, b: CallRecord): number {
  return a.turn - b.turn || a.index - b.index;
}

function doubtOf({ turn, index, callId, tool, signature, verify = "" }: CallRecord): Doubt {
  return { turn, index, callId, tool, signature, verify };
}
