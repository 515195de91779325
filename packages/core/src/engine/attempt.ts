import type { Given } from "./judge.ts";
import type { CallContext } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** What the executor gives for a time-out of its own, by the platform's name for it. */
export class AttemptTimeout extends Error {
  override readonly name = "TimeoutError";
  /** @param ms The attempt's limit; absent when the run's deadline came first, since that varies. */
  constructor(ms?: number) {
    super(
      ms === undefined
        ? "The run's deadline came before the tool answered."
        : `The tool did not answer within ${ms} ms.`,
    );
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

/** The call that an attempt belongs to. */
export interface AttemptOwner {
  idempotencyKey(): string;
  /** The race is decided. */
  onGiven(attempt: Attempt, given: Given): void;
  /** What lost its race has settled after all. */
  onLate(ok: boolean, attempt: number): void;
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
  readonly #owner: AttemptOwner;
  /** Whether we end what takes too long or is aborted. Where we only observe, the tool does. */
  readonly #acts: boolean;
  /** Its value or error is known: nothing that comes later is another. */
  ended = false;
  #controller: AbortController | undefined;
  #unlink: (() => void) | undefined;
  /** Set while the race is open. */
  #open = false;
  #timer: unknown;

  constructor(
    state: RunState,
    attempt: number,
    parents: readonly AbortSignal[],
    owner: AttemptOwner,
    acts: boolean,
  ) {
    this.#state = state;
    this.attempt = attempt;
    this.#parents = parents;
    this.#owner = owner;
    this.#acts = acts;
  }

  get idempotencyKey(): string {
    return this.#owner.idempotencyKey();
  }

  /** Made when the tool asks for it: most tools never do. */
  get signal(): AbortSignal {
    const [only, more] = this.#parents;
    if (!this.#acts && only !== undefined && more === undefined) return only;
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const aborted = this.#parents.find((parent) => parent.aborted);
      if (aborted !== undefined) this.#controller.abort(aborted.reason);
      else if (this.timedOut) this.#controller.abort(new AttemptTimeout(0));
      else this.#link();
    }
    return this.#controller.signal;
  }

  /** Tells what came first: the tool's promise, the time-out, or the caller's abort. */
  race(promise: PromiseLike<unknown>, limitMs: number): void {
    this.#open = true;
    // A `then` that throws, calls back twice or calls back at once is made a proper promise.
    Promise.resolve(promise).then(
      (value) => this.#settled({ value }),
      (error: unknown) => this.#settled({ error }),
    );
    if (!this.#acts) return;
    const leftMs = this.#state.leftMs();
    const ms = Math.min(limitMs, leftMs);
    if (ms !== Number.POSITIVE_INFINITY) this.#setTimer(ms, leftMs < limitMs);
    if (this.#parents.length === 0) return;
    this.#link();
    // An abort by the tool itself, before it returned its promise, came too early to be heard.
    const aborted = this.#parents.find((parent) => parent.aborted);
    if (aborted !== undefined) this.#giveUp(aborted.reason);
  }

  /** Ends the race, if it is still open, and lets go of the caller's signals. */
  close(): void {
    this.ended = true;
    if (this.#open) {
      this.#open = false;
      if (this.#timer !== undefined) this.#clearTimer();
    }
    this.#unlink?.();
    this.#unlink = undefined;
  }

  #settled(given: Given): void {
    if (this.#open) this.#end(given);
    else this.#owner.onLate("value" in given, this.attempt);
  }

  /** Ends the race, once. */
  #end(given: Given): void {
    this.#open = false;
    if (this.#timer !== undefined) this.#clearTimer();
    this.#owner.onGiven(this, given);
  }

  /** The tool runs already: a clock that fails must not make it look as if the tool had. */
  #setTimer(ms: number, byDeadline: boolean): void {
    const { core } = this.#state;
    try {
      this.#timer = core.clock.setTimeout(() => this.#expire(ms, byDeadline), Math.max(0, ms));
    } catch (error) {
      this.#state.engineError("clock", error);
    }
  }

  #clearTimer(): void {
    try {
      this.#state.core.clock.clearTimeout(this.#timer);
    } catch (error) {
      this.#state.engineError("clock", error);
    }
  }

  #expire(ms: number, byDeadline: boolean): void {
    if (!this.#open) return;
    this.timedOut = true;
    this.byDeadline = byDeadline;
    const error = byDeadline ? new AttemptTimeout() : new AttemptTimeout(Math.round(ms));
    this.#controller?.abort(error);
    this.#end({ error });
  }

  #giveUp(reason: unknown): void {
    if (!this.#open) return;
    this.aborted = true;
    this.#end({ error: reason });
  }

  #link(): void {
    if (this.#unlink !== undefined || this.#parents.length === 0) return;
    const onAbort = (): void => {
      const reason: unknown = this.#parents.find((parent) => parent.aborted)?.reason;
      this.#controller?.abort(reason);
      this.#giveUp(reason);
    };
    for (const parent of this.#parents) parent.addEventListener("abort", onAbort, { once: true });
    this.#unlink = () => {
      for (const parent of this.#parents) parent.removeEventListener("abort", onAbort);
    };
    if (this.#parents.some((parent) => parent.aborted)) onAbort();
  }
}
