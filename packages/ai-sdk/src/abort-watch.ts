import { aborted, rejected } from "./callbacks.ts";
import type { Loop } from "./loop.ts";

/**
 * The aborts that the SDK tells nobody of, so that each run has its record all the same. It goes by
 * what the newest releases do next; an early one that goes on instead is noticed in time.
 */
export class AbortWatch {
  readonly #loop: Loop;
  #unwatch: (() => void) | undefined;
  #signal: AbortSignal | undefined;
  /** Whether the loop stands between two steps. */
  #between = false;
  /** How many stop conditions of the user's have yet to answer. */
  #asked = 0;

  constructor(loop: Loop) {
    this.#loop = loop;
  }

  /**
   * A stream begins. The SDK tells of an abort when the stream is read on, and a client that has gone
   * reads nothing.
   */
  stream(signal: AbortSignal): void {
    if (this.#signal === signal) return;
    this.stop();
    // Later, so that open calls settle first, and the SDK's own word comes before ours.
    const onAbort = (): void =>
      afterwards(() => {
        if (this.#signal !== signal) return;
        aborted(this.#loop, undefined);
        this.#loop.abandoned = true;
      });
    this.#signal = signal;
    this.#unwatch = () => signal.removeEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  }

  /** A step has ended: without another, and without an end, an aborted `generateText` has rejected. */
  stepEnded(): void {
    if (!this.#isRejecting()) return;
    this.#between = true;
    afterwards(() => {
      if (this.#between && this.#asked === 0 && this.#isRejecting()) {
        rejected(this.#loop, this.#loop.signal?.reason);
      }
    });
  }

  /** A stop condition has to be waited for. */
  conditionAsked(): void {
    this.#asked += 1;
  }

  conditionAnswered(): void {
    this.#asked -= 1;
    this.stepEnded();
  }

  stepBegins(): void {
    this.#between = false;
  }

  /** The run has ended: a signal may live longer. */
  stop(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#signal = undefined;
    this.#between = false;
  }

  #isRejecting(): boolean {
    const { signal, response, ended } = this.#loop;
    return signal?.aborted === true && !response.streams && ended === undefined;
  }
}

/** After everything that the SDK does without waiting for anyone. */
function afterwards(check: () => void): void {
  setTimeout(check, 0);
}
