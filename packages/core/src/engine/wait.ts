import type { Clock } from "./clock.ts";

/**
 * Waits, or stops waiting when a signal aborts; says whether the whole time passed.
 *
 * @param ms without an end (`Infinity`) only a signal ends it
 */
export function wait(clock: Clock, ms: number, signals: readonly AbortSignal[]): Promise<boolean> {
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
