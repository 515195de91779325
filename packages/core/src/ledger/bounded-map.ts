/** A map of the latest entries: what was set longest ago goes first. Every operation is O(1). */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;
  /** Keeps its place: starting from the front again would skip over every deleted entry. */
  #oldest: IterableIterator<K> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** Sets an entry and makes it the latest. */
  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.takeOldest();
  }

  /** Sets an entry that is known to be new. */
  add(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.takeOldest();
  }

  /** Takes out what was set longest ago. */
  takeOldest(): [K, V] | undefined {
    while (this.#entries.size > 0) {
      this.#oldest ??= this.#entries.keys();
      const next = this.#oldest.next();
      if (next.done === true) {
        this.#oldest = undefined;
        continue;
      }
      const value = this.#entries.get(next.value) as V;
      this.#entries.delete(next.value);
      return [next.value, value];
    }
    return undefined;
  }

  /** Set longest ago first. */
  entries(): IterableIterator<[K, V]> {
    return this.#entries.entries();
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
