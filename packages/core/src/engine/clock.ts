/** Time and chance, as parameters: tests replace them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. @default `now` */
  monotonic?(): number;
  /** Calls back after `ms` milliseconds; gives what `clearTimeout` takes. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Takes back a call that has not come. */
  clearTimeout(handle: unknown): void;
  /** 0 ≤ x < 1, for jitter. */
  random(): number;
}
