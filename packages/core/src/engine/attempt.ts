import type { CallContext } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** What the executor gives for a time-out of its own, by the platform's name for it. */
export class AttemptTimeout extends Error {
  override readonly name = "TimeoutError";
  constructor(ms: number) {
    super(`The tool did not answer within ${ms} ms.`);
  }
}

/** How an attempt ended, besides its value or error. */
export interface AttemptEnd {
  /** Our own timer fired. */
  readonly timedOut: boolean;
  /** The run's deadline came before the attempt's own limit. */
  readonly byDeadline: boolean;
  /** The caller's abort ended it. */
  readonly aborted: boolean;
}

/**
 * One attempt: the context that the tool is given, and the race of its promise against the time
 * limit and the caller's abort. What loses the race is still listened to, and counted.
 */
export class Attempt implements CallContext, AttemptEnd {
  readonly attempt: number;
  timedOut = false;
  byDeadline = false;
  aborted = false;
  readonly #state: RunState;
  readonly #parents: readonly AbortSignal[];
  readonly #key: () => string;
  #controller: AbortController | undefined;
  #unlink: (() => void) | undefined;

  constructor(
    state: RunState,
    attempt: number,
    parents: readonly AbortSignal[],
    key: () => string,
  ) {
    this.#state = state;
    this.attempt = attempt;
    this.#parents = parents;
    this.#key = key;
  }

  get idempotencyKey(): string {
    return this.#key();
  }

  /** Made when the tool asks for it: most tools never do. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const aborted = this.#parents.find((parent) => parent.aborted);
      if (aborted !== undefined) this.#controller.abort(aborted.reason);
      else if (this.timedOut) this.#controller.abort(new AttemptTimeout(0));
      else this.#link();
    }
    return this.#controller.signal;
  }

  /** The tool's promise, or the time-out, or the caller's abort, whichever is first. */
  race<T>(
    promise: PromiseLike<T>,
    limitMs: number,
    onLate: (ok: boolean, attempt: number) => void,
  ): Promise<T> {
    const { clock } = this.#state.core;
    const leftMs = this.#state.leftMs();
    const ms = Math.min(limitMs, leftMs);
    return new Promise<T>((resolve, reject) => {
      let open = true;
      let timer: unknown;
      const close = (): boolean => {
        if (!open) return false;
        open = false;
        if (timer !== undefined) clock.clearTimeout(timer);
        this.#giveUp = undefined;
        return true;
      };
      if (Number.isFinite(ms)) {
        timer = clock.setTimeout(
          () => {
            if (!close()) return;
            this.timedOut = true;
            this.byDeadline = leftMs < limitMs;
            const error = new AttemptTimeout(Math.max(0, Math.round(ms)));
            this.#controller?.abort(error);
            reject(error);
          },
          Math.max(0, ms),
        );
      }
      this.#giveUp = (reason) => {
        if (!close()) return;
        this.aborted = true;
        reject(reason);
      };
      promise.then(
        (value) => {
          if (close()) resolve(value);
          else onLate(true, this.attempt);
        },
        (error: unknown) => {
          if (close()) reject(error);
          else onLate(false, this.attempt);
        },
      );
      if (this.#parents.length > 0) this.#link();
      // An abort by the tool itself, before it returned its promise, came too early to be heard.
      const aborted = this.#parents.find((parent) => parent.aborted);
      if (aborted !== undefined) this.#giveUp?.(aborted.reason);
    });
  }

  /** Lets go of the caller's signals. */
  close(): void {
    this.#unlink?.();
    this.#unlink = undefined;
  }

  #giveUp: ((reason: unknown) => void) | undefined;

  #link(): void {
    if (this.#unlink !== undefined || this.#parents.length === 0) return;
    const onAbort = (): void => {
      const reason: unknown = this.#parents.find((parent) => parent.aborted)?.reason;
      this.#controller?.abort(reason);
      this.#giveUp?.(reason);
    };
    for (const parent of this.#parents) parent.addEventListener("abort", onAbort, { once: true });
    this.#unlink = () => {
      for (const parent of this.#parents) parent.removeEventListener("abort", onAbort);
    };
    if (this.#parents.some((parent) => parent.aborted)) onAbort();
  }
}
