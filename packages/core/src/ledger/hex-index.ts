/** A thing found by the hex digits of a hash. */
export interface Keyed {
  readonly signature: string;
}

/** Where nothing stands. */
const EMPTY = 0;

/**
 * Finds entries by hex hash, in two flat arrays: a first look touches one line of the cache, where
 * a `Map` of ten thousand strings touches several, so that a call late in a run costs what an early
 * one did. Open addressing; the digits are a hash already.
 */
export class HexIndex<T extends Keyed> {
  // Small at first: most runs make a handful of calls, and every run has one of these.
  #mask = 7;
  /** 32 bits of each entry's hash; 0 where there is none. */
  #tags: Int32Array = new Int32Array(8);
  #entries: (T | undefined)[] = new Array<T | undefined>(8);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  find(signature: string): T | undefined {
    const tag = tagOf(signature);
    for (let place = tag & this.#mask; ; place = (place + 1) & this.#mask) {
      const found = this.#tags[place];
      if (found === EMPTY) return undefined;
      if (found === tag && this.#entries[place]?.signature === signature)
        return this.#entries[place];
    }
  }

  /** Adds an entry that is not there yet. */
  add(entry: T): void {
    // A quarter in use at most: most looks then end at the first place.
    if (this.#size * 4 > this.#mask) this.#grow();
    this.#put(entry);
    this.#size += 1;
  }

  #put(entry: T): void {
    const tag = tagOf(entry.signature);
    let place = tag & this.#mask;
    while (this.#tags[place] !== EMPTY) place = (place + 1) & this.#mask;
    this.#tags[place] = tag;
    this.#entries[place] = entry;
  }

  #grow(): void {
    const before = this.#entries;
    const places = before.length * 2;
    this.#mask = places - 1;
    this.#tags = new Int32Array(places);
    this.#entries = new Array<T | undefined>(places);
    for (const entry of before) if (entry !== undefined) this.#put(entry);
  }

  delete(entry: T): void {
    let place = tagOf(entry.signature) & this.#mask;
    while (this.#entries[place] !== entry) {
      if (this.#tags[place] === EMPTY) return;
      place = (place + 1) & this.#mask;
    }
    this.#size -= 1;
    this.#close(place);
  }

  /** Moves later entries of the same stretch up, so that none is cut off from its home. */
  #close(gap: number): void {
    let open = gap;
    for (let place = (open + 1) & this.#mask; ; place = (place + 1) & this.#mask) {
      const tag = this.#tags[place] as number;
      if (tag === EMPTY) break;
      const home = tag & this.#mask;
      // An entry may move to the gap if its home does not lie between the two.
      if (((place - home) & this.#mask) >= ((place - open) & this.#mask)) {
        this.#tags[open] = tag;
        this.#entries[open] = this.#entries[place];
        open = place;
      }
    }
    this.#tags[open] = EMPTY;
    this.#entries[open] = undefined;
  }
}

/** The first eight digits as 32 bits, never 0. Anything but hex gets a number all the same. */
function tagOf(signature: string): number {
  let tag = 0;
  for (let i = 0; i < 8; i++) {
    const code = signature.charCodeAt(i);
    tag = (tag << 4) | (code < 58 ? code - 48 : (code - 87) & 15);
  }
  return tag === EMPTY ? 1 : tag;
}
