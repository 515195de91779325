/** What a bounded table does with its entries. */
export interface Generations<V> {
  /** The weight that a generation may reach before the one before it is handed back. */
  readonly limit: number;
  /** What an entry weighs when it is looked up; every further look-up adds one. */
  readonly weigh: (value: V) => number;
  /** Told of entries that have not been touched for a while. */
  readonly close: (value: V, key: string) => void;
}

/**
 * A bounded table by key whose entries are handed back when they have not been touched for a while:
 * runs whose end is never seen must not stay for ever.
 */
export class TwoGenerations<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #weight = 0;
  readonly #options: Generations<V>;

  constructor(options: Generations<V>) {
    this.#options = options;
  }

  /** The entry of a key, made when there is none. */
  of(key: string, make: () => V): V {
    const young = this.#young.get(key);
    if (young !== undefined) {
      this.#weight += 1;
      return young;
    }
    const old = this.#old.get(key);
    if (old !== undefined) this.#old.delete(key);
    const value = old ?? make();
    if (this.#weight >= this.#options.limit) this.#age();
    this.#young.set(key, value);
    this.#weight += this.#options.weigh(value);
    return value;
  }

  /** What is still open, oldest first. */
  *values(): Generator<V> {
    yield* this.#old.values();
    yield* this.#young.values();
  }

  /** Hands everything back. */
  closeAll(): void {
    this.#age();
    this.#age();
  }

  #age(): void {
    for (const [key, left] of this.#old) this.#options.close(left, key);
    this.#old = this.#young;
    this.#young = new Map();
    this.#weight = 0;
  }
}
