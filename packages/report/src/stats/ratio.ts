import { type Rate, wilson } from "@recourse/core";

/** Kinds of cluster that are kept apart: most runs are like many others. */
const MAX_KINDS = 4_096;

/** Clusters of the same size and count. */
interface Kind {
  readonly count: number;
  readonly of: number;
  clusters: number;
}

/**
 * A rate whose cases come in clusters: calls of one run resemble each other, and a run that loops
 * brings a thousand failures that are one observation. Keeps what the variance between clusters takes,
 * in bounded memory.
 */
export class Ratio {
  readonly #kinds = new Map<string, Kind>();
  #clusters = 0;
  #count = 0;
  #of = 0;

  /** Adds a run with `count` of `of`. A run without cases says nothing. */
  add(count: number, of: number): void {
    if (of > 0) this.#addKind(count, of, 1);
  }

  /** A copy that can be added to. */
  clone(): Ratio {
    const copy = new Ratio();
    for (const { count, of, clusters } of this.#kinds.values()) copy.#addKind(count, of, clusters);
    return copy;
  }

  /** Runs that had any case. */
  get clusters(): number {
    return this.#clusters;
  }

  /**
   * How many times wider the variance is than for independent cases; at least 1 (Kish's design effect).
   * The variance is the jackknife's: it asks how the rate changes when a run is left out, and so is not
   * taken in by a single run that makes up the whole rate.
   */
  get designEffect(): number {
    const { rate } = wilson(this.#count, this.#of);
    const binomial = (rate * (1 - rate)) / this.#of;
    if (this.#clusters < 2 || !(binomial > 0)) {
      // All or none: as many independent cases as runs at the most, the safe side.
      return this.#clusters === 0 ? 1 : Math.max(1, this.#of / this.#clusters);
    }
    let squares = 0;
    for (const { count, of, clusters } of this.#kinds.values()) {
      // What is left without this run; a rounded kind may be larger than all there is.
      const left = Math.max(1, this.#of - of);
      squares += clusters * (Math.max(0, this.#count - count) / left - rate) ** 2;
    }
    const between = ((this.#clusters - 1) / this.#clusters) * squares;
    return Math.max(1, between / binomial);
  }

  /** The rate over as many cases as are worth independent ones: its interval is as wide as it must be. */
  effective(): Rate {
    const effect = this.designEffect;
    return wilson(this.#count / effect, this.#of / effect);
  }

  /** The plain rate, with the Wilson interval that takes cases as independent. */
  plain(): Rate {
    return wilson(this.#count, this.#of);
  }

  #addKind(count: number, of: number, clusters: number): void {
    this.#clusters += clusters;
    this.#count += clusters * count;
    this.#of += clusters * of;
    const exact = `${count}/${of}`;
    const known = this.#kinds.get(exact);
    if (known !== undefined) {
      known.clusters += clusters;
      return;
    }
    if (this.#kinds.size < MAX_KINDS) {
      this.#kinds.set(exact, { count, of, clusters });
      return;
    }
    // Beyond so many kinds sizes and shares are rounded: a few hundred more kinds at the most.
    const size = 2 ** Math.round(Math.log2(of));
    const share = Math.round((16 * count) / of) / 16;
    const key = `~${share}/${size}`;
    const near = this.#kinds.get(key);
    if (near === undefined) this.#kinds.set(key, { count: share * size, of: size, clusters });
    else near.clusters += clusters;
  }
}
