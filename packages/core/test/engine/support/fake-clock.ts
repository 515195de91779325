import type { Clock } from "../../../src/index.ts";

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** A clock that fires what is due, in order, whenever the code under test waits for nothing else. */
export interface FakeClock extends Clock {
  readonly waits: number[];
  readonly pending: number;
  /** Moves time without firing anything. */
  tick(ms: number): void;
}

/** Time under a test's control. `random` is 0 unless given. */
export function fakeClock(random: () => number = () => 0): FakeClock {
  const timers = new Map<number, Timer>();
  const waits: number[] = [];
  let now = Date.UTC(2026, 0, 1);
  let order = 0;
  let pumping = false;

  const pump = async (): Promise<void> => {
    if (pumping) return;
    pumping = true;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = [...timers].sort(([, a], [, b]) => a.due - b.due || a.order - b.order)[0];
      if (next === undefined) break;
      timers.delete(next[0]);
      now = Math.max(now, next[1].due);
      next[1].callback();
    }
    pumping = false;
  };

  return {
    waits,
    now: () => now,
    random,
    tick: (ms) => {
      now += ms;
    },
    get pending() {
      return timers.size;
    },
    setTimeout(callback, ms) {
      const id = ++order;
      waits.push(ms);
      timers.set(id, { due: now + ms, order: id, callback });
      void pump();
      return id;
    },
    clearTimeout(handle) {
      timers.delete(handle as number);
    },
  };
}
