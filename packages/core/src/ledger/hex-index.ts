/** A thing found by the hex digits of a hash. */
export interface Keyed {
  readonly signature: string;
  /** 32 bits of the signature, set by the index: the digits of an old entry are far from the cache. */
  tag: number;
}

/** Where nothing stands. */
const EMPTY = 0;

/** Up to this many a walk beats an index: most runs make a handful of calls. */
const FEW = 8;

/**
 * Finds entries by hex hash, in two flat arrays: a first look touches one line of the cache, where
 * a `Map` of ten thousand strings touches several, so that a call late in a run costs what an early
 * one did. Open addressing; the digits are a hash already.
 */
export class HexIndex<T extends Keyed> {
  /** 32 bits of each entry's hash; 0 where there is none. Absent while there are few. */
  #tags: Int32Array | undefined;
  /** All of them in a row while there are few, then each at the place of its tag. */
  #entries: (T | undefined)[] = [];
  #mask = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  find(signature: string): T | undefined {
    const tags = this.#tags;
    if (tags === undefined) {
      return this.#entries.find((entry) => entry?.signature === signature);
    }
    const tag = tagOf(signature);
    for (let place = tag & this.#mask; ; place = (place + 1) & this.#mask) {
      const found = tags[place];
      if (found === EMPTY) return undefined;
      if (found === tag && this.#entries[place]?.signature === signature)
        return this.#entries[place];
    }
  }

  /** Adds an entry that is not there yet. */
  add(entry: T): void {
    entry.tag = tagOf(entry.signature);
    if (this.#tags === undefined && this.#size < FEW) {
      // Mostly it stays the only one: a list of one is a fraction of one that has grown.
      if (this.#size === 0) this.#entries = [entry];
      else this.#entries.push(entry);
      this.#size += 1;
      return;
    }
    // A quarter in use at most: most looks then end at the first place.
    const tags =
      this.#tags === undefined || this.#size * 4 > this.#mask ? this.#grow() : this.#tags;
    this.#put(tags, entry);
    this.#size += 1;
  }

  #put(tags: Int32Array, entry: T): void {
    const { tag } = entry;
    let place = tag & this.#mask;
    while (tags[place] !== EMPTY) place = (place + 1) & this.#mask;
    tags[place] = tag;
    this.#entries[place] = entry;
  }

  #grow(): Int32Array {
    const before = this.#entries;
    const places = this.#tags === undefined ? FEW * 8 : before.length * 2;
    const tags = new Int32Array(places);
    this.#mask = places - 1;
    this.#tags = tags;
    this.#entries = new Array<T | undefined>(places);
    for (const entry of before) if (entry !== undefined) this.#put(tags, entry);
    return tags;
  }

  delete(entry: T): void {
    const tags = this.#tags;
    if (tags === undefined) {
      const at = this.#entries.indexOf(entry);
      if (at < 0) return;
      this.#entries.splice(at, 1);
      this.#size -= 1;
      return;
    }
    let place = entry.tag & this.#mask;
    while (this.#entries[place] !== entry) {
      if (tags[place] === EMPTY) return;
      place = (place + 1) & this.#mask;
    }
    this.#size -= 1;
    this.#close(tags, place);
  }

  /** Moves later entries of the same stretch up, so that none is cut off from its home. */
  #close(tags: Int32Array, gap: number): void {
    let open = gap;
    for (let place = (open + 1) & this.#mask; ; place = (place + 1) & this.#mask) {
      const tag = tags[place] as number;
      if (tag === EMPTY) break;
      const home = tag & this.#mask;
      // An entry may move to the gap if its home does not lie between the two.
      if (((place - home) & this.#mask) >= ((place - open) & this.#mask)) {
        tags[open] = tag;
        this.#entries[open] = this.#entries[place];
        open = place;
      }
    }
    tags[open] = EMPTY;
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
