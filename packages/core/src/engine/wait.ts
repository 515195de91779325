import type { Clock } from "./clock.ts";

/** What can end a wait: an `AbortSignal`, or the end of a run. */
export interface Ends {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * The end of a run, for all of its calls that wait. No `AbortSignal`: Node warns of a leak at the
 * eleventh that listens to one.
 */
export class Ending implements Ends {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }
}

/**
 * Waits, or stops waiting when a signal aborts; says whether the whole time passed.
 *
 * @param ms without an end (`Infinity`) only a signal ends it
 */
export function wait(clock: Clock, ms: number, signals: readonly Ends[]): Promise<boolean> {
  if (signals.some((signal) => signal.aborted)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (whole: boolean): void => {
      if (timer !== undefined) clock.clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", onAbort);
      resolve(whole);
    };
    const onAbort = (): void => end(false);
    const endless = ms === Number.POSITIVE_INFINITY;
    const timer = endless ? undefined : clock.setTimeout(() => end(true), ms);
    for (const signal of signals) signal.addEventListener("abort", onAbort, { once: true });
  });
}
