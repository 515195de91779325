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
