import { BoundedMap } from "./bounded-map.ts";

/** How many distinct signatures a run remembers. */
export const SIGNATURE_LIMIT = 10_000;

/** What is remembered of one signature, all in numbers of closed turns. */
export interface SignatureEntry {
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

/**
 * The signatures of a run, least recently used first out. A write that waits for its verification
 * is kept as long as anything else can go.
 */
export class SignatureTable {
  readonly #entries: BoundedMap<string, SignatureEntry>;
  readonly #limit: number;

  constructor(limit: number = SIGNATURE_LIMIT) {
    this.#limit = limit;
    // One more, so that this table and not the map decides what goes.
    this.#entries = new BoundedMap(limit + 1);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(signature: string): SignatureEntry | undefined {
    return this.#entries.get(signature);
  }

  /** The entry, made if need be, and now the most recently used. */
  touch(signature: string): SignatureEntry {
    const known = this.#entries.get(signature);
    if (known !== undefined) {
      this.#entries.set(signature, known);
      return known;
    }
    const entry: SignatureEntry = {
      epoch: 0,
      asked: 0,
      executed: 0,
      streak: 0,
      last: -1,
      hash: "",
      failed: false,
      refused: -1,
      successes: 0,
      unverified: -1,
      verify: "",
    };
    this.#entries.add(signature, entry);
    if (this.#entries.size > this.#limit) this.#evict();
    return entry;
  }

  /** Least recently used first. */
  entries(): IterableIterator<[string, SignatureEntry]> {
    return this.#entries.entries();
  }

  /** Puts back an entry of a snapshot, as the most recently used. */
  restore(signature: string, entry: SignatureEntry): void {
    this.#entries.set(signature, entry);
  }

  #evict(): void {
    for (let spared = 0; ; spared++) {
      const oldest = this.#entries.takeOldest();
      if (oldest === undefined) return;
      const [signature, entry] = oldest;
      if (entry.unverified < 0 || spared >= this.#limit) return;
      this.#entries.set(signature, entry);
    }
  }
}
