import { type CallRecord, type CountedAs, isFailure } from "@recourse/core";

/** What happened in one stretch of time. */
export interface TimeBucket {
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly widthMs: number;
  readonly calls: number;
  readonly errors: number;
  readonly wasted: number;
  readonly errorTokens: number;
  readonly waitMs: number;
}

type Sums = { -readonly [K in Exclude<keyof TimeBucket, "start" | "widthMs">]: number };

/** Above this many, neighbours are merged: the trace may span a second or a year. */
const MAX_BUCKETS = 60;
const FIRST_WIDTH_MS = 1_000;

/** Counts by time, in buckets that widen as the trace grows. */
export class Timeline {
  #widthMs = FIRST_WIDTH_MS;
  #buckets = new Map<number, Sums>();

  add(record: CallRecord, counted: CountedAs): void {
    const time = Date.parse(record.time);
    if (counted === "skipped" || !Number.isFinite(time)) return;
    const bucket = this.#at(Math.floor(time / this.#widthMs));
    bucket.calls += 1;
    if (counted === "wasted") bucket.wasted += 1;
    for (const attempt of record.attemptLog) bucket.waitMs += attempt.waitMs;
    if (!isFailure(record)) return;
    bucket.errors += 1;
    bucket.errorTokens += record.contentTokens;
  }

  /** Oldest first, without gaps: an empty stretch is a zero, not a missing point. */
  buckets(): readonly TimeBucket[] {
    this.#widen();
    const numbers = [...this.#buckets.keys()].sort((a, b) => a - b);
    const first = numbers[0];
    const last = numbers.at(-1);
    if (first === undefined || last === undefined) return [];
    const buckets: TimeBucket[] = [];
    for (let number = first; number <= last; number++) {
      const sums = this.#buckets.get(number) ?? zero();
      buckets.push({ start: number * this.#widthMs, widthMs: this.#widthMs, ...sums });
    }
    return buckets;
  }

  #at(number: number): Sums {
    const known = this.#buckets.get(number);
    if (known !== undefined) return known;
    const sums = zero();
    this.#buckets.set(number, sums);
    if (this.#buckets.size > 4 * MAX_BUCKETS) this.#widen();
    return sums;
  }

  #widen(): void {
    while (this.#span() > MAX_BUCKETS) {
      this.#widthMs *= 2;
      const merged = new Map<number, Sums>();
      for (const [number, sums] of this.#buckets) {
        const half = Math.floor(number / 2);
        const into = merged.get(half);
        if (into === undefined) merged.set(half, sums);
        else for (const key of Object.keys(into) as (keyof Sums)[]) into[key] += sums[key];
      }
      this.#buckets = merged;
    }
  }

  #span(): number {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const number of this.#buckets.keys()) {
      low = Math.min(low, number);
      high = Math.max(high, number);
    }
    return this.#buckets.size === 0 ? 0 : high - low + 1;
  }
}

function zero(): Sums {
  return { calls: 0, errors: 0, wasted: 0, errorTokens: 0, waitMs: 0 };
}
