import { HexIndex } from "./hex-index.ts";

/** How many distinct signatures a run remembers. */
export const SIGNATURE_LIMIT = 10_000;

/** What is remembered of one signature, all in numbers of closed turns. */
export interface SignatureState {
  /** The value of `epoch` for which the comparison below holds. */
  epoch: number;
  /** Asks in this epoch, executed or refused. */
  asked: number;
  /** Executions in this epoch. */
  executed: number;
  /** Latest executions in a row with the same outcome and no foreign change of state between. */
  streak: number;
  /** The turn of the latest execution; -1 before the first. */
  last: number;
  /** Its outcome. */
  hash: string;
  /** Whether it failed. */
  failed: boolean;
  /** The turn of the latest refusal; -1 when the latest ask was not refused. */
  refused: number;
  /** Known successes, over all epochs. */
  successes: number;
  /** The turn in which a write got an unknown outcome that nothing has verified; -1 for none. */
  unverified: number;
  /** The tool that would verify it; empty for any read. */
  verify: string;
}

/** A remembered signature, in a ring from the least to the most recently used. */
export class SignatureEntry implements SignatureState {
  signature: string;
  tag = 0;
  newer: SignatureEntry;
  older: SignatureEntry;
  epoch = 0;
  asked = 0;
  executed = 0;
  streak = 0;
  last = -1;
  hash = "";
  failed = false;
  refused = -1;
  successes = 0;
  unverified = -1;
  verify = "";

  constructor(signature: string) {
    this.signature = signature;
    this.newer = this;
    this.older = this;
  }

  /** Forgets everything, to be used for another signature. */
  reset(signature: string): void {
    this.signature = signature;
    this.epoch = 0;
    this.asked = 0;
    this.executed = 0;
    this.streak = 0;
    this.last = -1;
    this.hash = "";
    this.failed = false;
    this.refused = -1;
    this.successes = 0;
    this.unverified = -1;
    this.verify = "";
  }
}

/**
 * The signatures of a run, least recently used first out. A write that waits for its verification
 * is kept as long as anything else can go. What is forgotten is used again for what comes, so that
 * a long run makes no more garbage than a short one.
 */
export class SignatureTable {
  readonly #entries: HexIndex<SignatureEntry> = new HexIndex();
  readonly #limit: number;
  /** The ring's seam: its `newer` is the least, its `older` the most recently used. */
  readonly #seam = new SignatureEntry("");
  /** The latest signature that was looked for and not found: it is mostly the next to be made. */
  #missing: string | undefined;

  constructor(limit: number = SIGNATURE_LIMIT) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(signature: string): SignatureEntry | undefined {
    const entry = this.#entries.find(signature);
    if (entry === undefined) this.#missing = signature;
    return entry;
  }

  /** The entry, made if need be, and now the most recently used. */
  touch(signature: string): SignatureEntry {
    const known = this.#missing === signature ? undefined : this.#entries.find(signature);
    const entry = known ?? this.#make(signature);
    if (known !== undefined) unlink(known);
    this.#link(entry);
    return entry;
  }

  /** Least recently used first. */
  *entries(): Generator<SignatureEntry> {
    for (let entry = this.#seam.newer; entry !== this.#seam; entry = entry.newer) yield entry;
  }

  /** Puts back an entry of a snapshot, as the most recently used. */
  restore(signature: string, state: SignatureState): void {
    Object.assign(this.touch(signature), state);
  }

  #make(signature: string): SignatureEntry {
    this.#missing = undefined;
    const entry =
      this.#entries.size < this.#limit ? new SignatureEntry(signature) : this.#reuse(signature);
    this.#entries.add(entry);
    return entry;
  }

  #reuse(signature: string): SignatureEntry {
    let oldest = this.#seam.newer;
    for (let spared = 0; oldest.unverified >= 0 && spared < this.#limit; spared++) {
      unlink(oldest);
      this.#link(oldest);
      oldest = this.#seam.newer;
    }
    unlink(oldest);
    this.#entries.delete(oldest);
    oldest.reset(signature);
    return oldest;
  }

  #link(entry: SignatureEntry): void {
    const latest = this.#seam.older;
    entry.older = latest;
    entry.newer = this.#seam;
    latest.newer = entry;
    this.#seam.older = entry;
  }
}

function unlink(entry: SignatureEntry): void {
  entry.older.newer = entry.newer;
  entry.newer.older = entry.older;
}
