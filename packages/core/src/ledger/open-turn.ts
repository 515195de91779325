import type { CallRecord } from "./records.ts";

/** What one turn knows of one signature. */
export interface SignatureInTurn {
  /** Calls that were let through, settled or not. */
  asks: number;
  successes: number;
  /** Set when a write of this turn got an unknown outcome: the tool that would verify it. */
  unverified: string | undefined;
}

/** One call position of a turn. */
export interface Slot<Outcome = unknown> {
  readonly key: string;
  readonly turn: number;
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  signature: string;
  /** The arguments, for reports; never serialised. */
  args: unknown;
  record: CallRecord | undefined;
  /** What the caller was given, for replays. */
  outcome: Outcome | undefined;
  /** Set while the call runs, so that a second ask for the same position joins it. */
  running: Promise<Outcome> | undefined;
}

/** The calls of one model response. */
export class OpenTurn<Outcome = unknown> {
  /** The framework's number. */
  readonly turn: number;
  /** The comparison of repeats starts afresh after this turn. */
  endsEpoch = false;
  readonly #slots = new Map<string, Slot<Outcome>>();
  readonly #byId = new Map<string, Slot<Outcome>[]>();
  readonly #signatures = new Map<string, SignatureInTurn>();
  #nextIndex = 0;
  #pending = 0;

  constructor(turn: number) {
    this.turn = turn;
  }

  /** No call of it has settled. */
  get isEmpty(): boolean {
    return this.#slots.size === this.#pending;
  }

  /** Calls that have begun and not settled. */
  get pending(): number {
    return this.#pending;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Every position that goes by this id; a model may well give two calls the same. */
  withId(callId: string): readonly Slot<Outcome>[] {
    return this.#byId.get(callId) ?? [];
  }

  slots(): IterableIterator<Slot<Outcome>> {
    return this.#slots.values();
  }

  slot(turn: number, index: number): Slot<Outcome> | undefined {
    return this.#slots.get(`${turn}:${index}`);
  }

  /** A new position; the index asked for if it is free, else the next free one. */
  add(call: {
    turn: number;
    index?: number | undefined;
    callId: string;
    tool: string;
  }): Slot<Outcome> {
    let { index } = call;
    if (index === undefined || this.#slots.has(`${call.turn}:${index}`)) {
      while (this.#slots.has(`${call.turn}:${this.#nextIndex}`)) this.#nextIndex += 1;
      index = this.#nextIndex;
    }
    const key = `${call.turn}:${index}`;
    const slot: Slot<Outcome> = {
      key,
      turn: call.turn,
      index,
      callId: call.callId,
      tool: call.tool,
      signature: "",
      args: undefined,
      record: undefined,
      outcome: undefined,
      running: undefined,
    };
    this.#slots.set(key, slot);
    const sameId = this.#byId.get(call.callId);
    if (sameId === undefined) this.#byId.set(call.callId, [slot]);
    else sameId.push(slot);
    this.#pending += 1;
    return slot;
  }

  /** Takes back a position that turned out to be a replay of another. */
  remove(slot: Slot<Outcome>): void {
    this.#slots.delete(slot.key);
    this.#byId.set(
      slot.callId,
      this.withId(slot.callId).filter((other) => other !== slot),
    );
    this.#pending -= 1;
  }

  /** The call was let through: it counts for later ones of the same turn, settled or not. */
  admit(signature: string): void {
    this.#touch(signature).asks += 1;
  }

  /** Takes back what `admit` counted: the call turned out to be no result. */
  withdraw(signature: string): void {
    this.#touch(signature).asks -= 1;
  }

  /** Gives a position its record. */
  settle(slot: Slot<Outcome>, record: CallRecord): void {
    if (slot.record === undefined) this.#pending -= 1;
    slot.record = record;
    const seen = this.#touch(record.signature);
    if (record.ok) seen.successes += 1;
    else if (record.effect === "write" && record.outcome === "unknown") {
      seen.unverified = record.verify ?? "";
    }
  }

  /** An interrupted or cancelled position is taken up again. */
  reopen(slot: Slot<Outcome>): void {
    slot.record = undefined;
    slot.outcome = undefined;
    this.#pending += 1;
  }

  ofSignature(signature: string): SignatureInTurn | undefined {
    return this.#signatures.get(signature);
  }

  *records(): Generator<CallRecord> {
    for (const slot of this.#slots.values()) if (slot.record !== undefined) yield slot.record;
  }

  /** The records in the order in which the model asked, so that no judgement depends on timing. */
  inCallOrder(): CallRecord[] {
    const records = [...this.records()];
    if (records.length < 2) return records;
    return records.sort((a, b) => a.turn - b.turn || a.index - b.index);
  }

  #touch(signature: string): SignatureInTurn {
    let seen = this.#signatures.get(signature);
    if (seen === undefined) {
      seen = { asks: 0, successes: 0, unverified: undefined };
      this.#signatures.set(signature, seen);
    }
    return seen;
  }
}
