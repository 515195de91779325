import type { Clock } from "@recourse/core";

/** How a fake clock starts and behaves. */
export interface FakeClockOptions {
  /** Milliseconds since the epoch at the start. @default 2026-01-01T00:00:00Z */
  readonly now?: number;
  /** The sequence of `random()`, repeated when it ends. @default [0] */
  readonly random?: readonly number[];
  /**
   * Fire timers by themselves, in order of their due times, as soon as the code under test waits
   * for nothing else. Waits of minutes then take no real time. @default false
   */
  readonly autoAdvance?: boolean;
}

/** A clock that a test moves by hand, or that moves by itself when `autoAdvance` is set. */
export interface FakeClock extends Clock {
  monotonic(): number;
  /** How many timers are set. */
  readonly pending: number;
  /** Every wait that was asked for, in milliseconds, in order. */
  readonly waits: readonly number[];
  /** Moves time and fires what falls due, letting promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Fires timers in order until none is left. Throws after 10,000 timers. */
  runAll(): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

const START = Date.UTC(2026, 0, 1);

/** Lets every promise that is ready settle, including those that a settled one makes ready. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
  await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Time and chance under a test's control: implements core's `Clock`. */
export function createFakeClock(options: FakeClockOptions = {}): FakeClock {
  const timers = new Map<number, Timer>();
  const waits: number[] = [];
  const sequence = options.random ?? [0];
  let now = options.now ?? START;
  let order = 0;
  let draws = 0;
  let pumping = false;

  const earliest = (): [number, Timer] | undefined =>
    [...timers].sort(([, a], [, b]) => a.due - b.due || a.order - b.order)[0];

  const fireNext = (limit: number): boolean => {
    const next = earliest();
    if (next === undefined || next[1].due > limit) return false;
    timers.delete(next[0]);
    now = Math.max(now, next[1].due);
    next[1].callback();
    return true;
  };

  const pump = async (): Promise<void> => {
    if (pumping) return;
    pumping = true;
    await settle();
    while (fireNext(Number.POSITIVE_INFINITY)) await settle();
    pumping = false;
  };

  return {
    now: () => now,
    monotonic: () => now,
    random: () => sequence[draws++ % sequence.length] ?? 0,
    setTimeout(callback, ms) {
      const id = ++order;
      waits.push(ms);
      timers.set(id, { due: now + Math.max(0, ms), order: id, callback });
      if (options.autoAdvance === true) void pump();
      return id;
    },
    clearTimeout(handle) {
      timers.delete(handle as number);
    },
    get pending() {
      return timers.size;
    },
    get waits() {
      return waits;
    },
    async advance(ms) {
      const until = now + ms;
      await settle();
      while (fireNext(until)) await settle();
      now = Math.max(now, until);
      await settle();
    },
    async runAll() {
      await settle();
      for (let fired = 0; fireNext(Number.POSITIVE_INFINITY); fired++) {
        if (fired === 10_000) throw new Error("10,000 timers fired and more are set: a loop.");
        await settle();
      }
    },
  };
}
