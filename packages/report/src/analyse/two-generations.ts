/**
 * A bounded table by key whose entries are handed back when they have not been touched for a while:
 * runs whose end is never seen must not stay for ever. Holds at most twice `limit` entries.
 */
export class TwoGenerations<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  readonly #limit: number;
  readonly #make: () => V;
  readonly #close: (value: V) => void;

  constructor(limit: number, make: () => V, close: (value: V) => void) {
    this.#limit = limit;
    this.#make = make;
    this.#close = close;
  }

  /** The entry of a key, made when there is none. */
  of(key: string): V {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.#old.delete(key);
    const value = old ?? this.#make();
    this.#young.set(key, value);
    if (this.#young.size >= this.#limit) {
      for (const left of this.#old.values()) this.#close(left);
      this.#old = this.#young;
      this.#young = new Map();
    }
    return value;
  }

  /** What is still open. */
  *values(): Generator<V> {
    yield* this.#old.values();
    yield* this.#young.values();
  }
}
