import { type Rate, wilson } from "@recourse/core";

/**
 * A rate whose cases come in clusters: calls of one run resemble each other, and a run that loops
 * brings a hundred failures that are one observation. Keeps the sums from which the variance between
 * clusters follows, in bounded memory.
 */
export class Ratio {
  #clusters = 0;
  #count = 0;
  #of = 0;
  #countCount = 0;
  #countOf = 0;
  #ofOf = 0;

  /** Adds one cluster: a run with `count` of `of`. A run without cases says nothing. */
  add(count: number, of: number): void {
    if (of <= 0) return;
    this.#clusters += 1;
    this.#count += count;
    this.#of += of;
    this.#countCount += count * count;
    this.#countOf += count * of;
    this.#ofOf += of * of;
  }

  /** A copy that can be added to. */
  clone(): Ratio {
    const copy = new Ratio();
    copy.#clusters = this.#clusters;
    copy.#count = this.#count;
    copy.#of = this.#of;
    copy.#countCount = this.#countCount;
    copy.#countOf = this.#countOf;
    copy.#ofOf = this.#ofOf;
    return copy;
  }

  /** Runs that had any case. */
  get clusters(): number {
    return this.#clusters;
  }

  /**
   * How many times wider the variance is than for independent cases; at least 1. By linearisation of
   * the ratio over clusters (Kish's design effect).
   */
  get designEffect(): number {
    const { rate } = wilson(this.#count, this.#of);
    const binomial = (rate * (1 - rate)) / this.#of;
    if (this.#clusters < 2 || !(binomial > 0)) {
      // All or none: as many independent cases as runs at the most, the safe side.
      return this.#clusters === 0 ? 1 : Math.max(1, this.#of / this.#clusters);
    }
    const residuals = this.#countCount - 2 * rate * this.#countOf + rate * rate * this.#ofOf;
    const between =
      ((this.#clusters / (this.#clusters - 1)) * Math.max(0, residuals)) / (this.#of * this.#of);
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
}
