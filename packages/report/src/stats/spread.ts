/** Mean and variance of numbers that come one by one (Welford's method). */
export class Spread {
  #count = 0;
  #mean = 0;
  #squares = 0;

  /** Adds a number; what is not finite is left out. */
  add(value: number): void {
    if (!Number.isFinite(value)) return;
    this.#count += 1;
    const delta = value - this.#mean;
    this.#mean += delta / this.#count;
    this.#squares += delta * (value - this.#mean);
  }

  /** A copy that can be added to. */
  clone(): Spread {
    const copy = new Spread();
    copy.#count = this.#count;
    copy.#mean = this.#mean;
    copy.#squares = this.#squares;
    return copy;
  }

  get count(): number {
    return this.#count;
  }

  get mean(): number {
    return this.#mean;
  }

  /** The unbiased estimate; 0 for fewer than two numbers. */
  get variance(): number {
    return this.#count < 2 ? 0 : this.#squares / (this.#count - 1);
  }
}
