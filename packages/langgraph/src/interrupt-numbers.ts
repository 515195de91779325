const SCRATCHPAD = "__pregel_scratchpad";

interface Scratchpad {
  interruptCounter: number;
}

/**
 * LangGraph finds the answer to an `interrupt()` by its number in the task. A repeated attempt
 * would ask again under the next number, so each attempt of a call is given the numbers that its
 * first one took, while the calls beside it keep counting on the task's own counter.
 */
export class InterruptNumbers {
  readonly #taken: number[] = [];

  /** The `configurable` for the next attempt; the same object where LangGraph is not in play. */
  forAttempt(configurable: Record<string, unknown>): Record<string, unknown> {
    const task = configurable[SCRATCHPAD] as Scratchpad | undefined;
    if (typeof task?.interruptCounter !== "number") return configurable;
    const taken = this.#taken;
    let asked = 0;
    let current = task.interruptCounter;
    const view = new Proxy(task, {
      get: (target, key) =>
        key === "interruptCounter" ? current : Reflect.get(target, key, target),
      set: (target, key, value) => {
        if (key !== "interruptCounter") return Reflect.set(target, key, value, target);
        if (asked === taken.length) {
          target.interruptCounter += 1;
          taken.push(target.interruptCounter);
        }
        current = taken[asked] ?? target.interruptCounter;
        asked += 1;
        return true;
      },
    });
    return { ...configurable, [SCRATCHPAD]: view };
  }
}
