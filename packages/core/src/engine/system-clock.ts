import type { Clock } from "./clock.ts";

/** Timers from this length on are time-outs, which mostly never fire: those are set late. */
const LONG_MS = 1_000;
/** The longest that platforms can wait. */
const MAX_MS = 0x7fff_ffff;

/** A timer that is set only once its turn of the event loop is over. */
interface Late {
  readonly callback: () => void;
  readonly ms: number;
  /** Its place among those that wait to be set; -1 once it is. */
  place: number;
  native: unknown;
}

/**
 * The platform's own time and chance. A long timer is set when the event loop next comes round, at
 * once for all that are still wanted then: a call that succeeds before that never sets one. Its time
 * counts from there, so a loop that is held up does not eat into what a tool is given.
 */
class SystemClock implements Clock {
  readonly #waiting: Late[] = [];
  /** What the round was asked of: test tools swap it, and theirs may never come. */
  #askedOf: unknown;

  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  random(): number {
    return Math.random();
  }

  setTimeout(callback: () => void, ms: number): unknown {
    if (ms < LONG_MS) return setTimeout(callback, ms);
    const late: Late = { callback, ms, place: this.#waiting.length, native: undefined };
    this.#waiting.push(late);
    if (this.#askedOf !== globalThis.setTimeout) {
      this.#askedOf = globalThis.setTimeout;
      setTimeout(() => this.#setAll(), 0);
    }
    return late;
  }

  clearTimeout(handle: unknown): void {
    if (!isLate(handle)) {
      clearTimeout(handle as number);
      return;
    }
    if (handle.place < 0) {
      clearTimeout(handle.native as number);
      return;
    }
    const last = this.#waiting.pop();
    if (last !== undefined && last !== handle) {
      this.#waiting[handle.place] = last;
      last.place = handle.place;
    }
    handle.place = -1;
  }

  #setAll(): void {
    this.#askedOf = undefined;
    for (const late of this.#waiting.splice(0)) {
      late.place = -1;
      late.native = setTimeout(late.callback, Math.min(late.ms, MAX_MS));
    }
  }
}

function isLate(handle: unknown): handle is Late {
  return typeof handle === "object" && handle !== null && "place" in handle && "native" in handle;
}

export const systemClock: Clock = new SystemClock();
