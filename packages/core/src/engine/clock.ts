/** Time and chance, as parameters: tests replace them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. @default `now` */
  monotonic?(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  /** 0 ≤ x < 1, for jitter. */
  random(): number;
}

/** The platform's own time and chance. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, Math.min(ms, 0x7fff_ffff)),
  clearTimeout: (handle) => clearTimeout(handle as number),
  random: () => Math.random(),
};
