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

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Widths that read well, each a multiple of the one before, so that buckets can be merged. */
const WIDTHS_MS: readonly number[] = [
  ...[SECOND, 5 * SECOND, 15 * SECOND],
  ...[MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 6 * HOUR],
  ...[DAY, 7 * DAY, 28 * DAY, 364 * DAY, 3_640 * DAY, 36_400 * DAY],
];

/** Counts by time, in buckets that widen as the trace grows. */
export class Timeline {
  #buckets = new Buckets();

  /**
   * Counts a call at the time when it settled.
   *
   * @param counted what the metrics made of it.
   */
  add(record: CallRecord, counted: CountedAs): void {
    const time = Date.parse(record.time);
    if (counted === "skipped" || !Number.isFinite(time)) return;
    const bucket = this.#buckets.at(time);
    bucket.calls += 1;
    if (counted === "wasted") bucket.wasted += 1;
    for (const attempt of record.attemptLog) bucket.waitMs += attempt.waitMs;
    if (isFailure(record)) {
      bucket.errors += 1;
      bucket.errorTokens += record.contentTokens;
    }
    // Not at every record: looking at all buckets takes time.
    if (this.#buckets.size > 4 * MAX_BUCKETS) this.#buckets = this.#buckets.widened(MAX_BUCKETS);
  }

  /**
   * Oldest first, without gaps: an empty stretch is a zero, not a missing point.
   *
   * @param most how many at the most. @default 60
   */
  buckets(most: number = MAX_BUCKETS): readonly TimeBucket[] {
    return this.#buckets.widened(most).list();
  }
}

class Buckets {
  readonly #step: number;
  readonly #sums = new Map<number, Sums>();

  constructor(step = 0) {
    this.#step = step;
  }

  get size(): number {
    return this.#sums.size;
  }

  at(time: number): Sums {
    return this.#of(Math.floor(time / this.#width));
  }

  /** As wide as it takes for at most so many. */
  widened(most: number): Buckets {
    const last = this.#step === WIDTHS_MS.length - 1;
    if (this.#span() <= most || last) return this;
    const wider = new Buckets(this.#step + 1);
    for (const [number, sums] of this.#sums) {
      const into = wider.at(number * this.#width);
      for (const key of Object.keys(into) as (keyof Sums)[]) into[key] += sums[key];
    }
    return wider.widened(most);
  }

  list(): readonly TimeBucket[] {
    const [first, last] = this.#range();
    const buckets: TimeBucket[] = [];
    for (let number = first; number <= last; number++) {
      const sums = this.#sums.get(number) ?? zero();
      buckets.push({ start: number * this.#width, widthMs: this.#width, ...sums });
    }
    return buckets;
  }

  get #width(): number {
    return WIDTHS_MS[this.#step] ?? SECOND;
  }

  #of(number: number): Sums {
    const known = this.#sums.get(number);
    if (known !== undefined) return known;
    const sums = zero();
    this.#sums.set(number, sums);
    return sums;
  }

  #span(): number {
    const [first, last] = this.#range();
    return Math.max(0, last - first + 1);
  }

  #range(): readonly [first: number, last: number] {
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (const number of this.#sums.keys()) {
      first = Math.min(first, number);
      last = Math.max(last, number);
    }
    return [first, last];
  }
}

function zero(): Sums {
  return { calls: 0, errors: 0, wasted: 0, errorTokens: 0, waitMs: 0 };
}
