import { putScratchpad, type Scratchpad, scratchpadOf, taskOf } from "./langgraph-internals.ts";

/**
 * The numbers by which LangGraph finds the answer to an `interrupt()`: it counts the interrupts of
 * a task. A repeated attempt would ask again under the next number, and a finished call that is not
 * run again would leave its number to a call beside it. So every call of a turn keeps the numbers
 * that it took, over attempts and over resumes.
 */
export class InterruptNumbers {
  /** By position in the turn. */
  #taken: Map<number, number[]> | undefined;
  /** By task: calls that run in tasks of their own count for themselves. */
  #highest: Map<unknown, number> | undefined;

  /** Puts what an attempt of a call needs into its `configurable`; nothing where LangGraph is not in play. */
  renumber(index: number, configurable: Record<string, unknown>): void {
    const scratchpad = scratchpadOf(configurable);
    if (scratchpad === undefined) return;
    const task = taskOf(configurable);
    let asked = 0;
    let current = scratchpad.interruptCounter;
    const own = new Proxy(scratchpad, {
      get: (target, key) =>
        key === "interruptCounter" ? current : Reflect.get(target, key, target),
      set: (target, key, value) => {
        if (key !== "interruptCounter") return Reflect.set(target, key, value, target);
        current = this.#number(index, asked, task, target);
        asked += 1;
        return true;
      },
    });
    putScratchpad(configurable, own);
  }

  /** The number of the call's next interrupt: the one that it had before, or a fresh one. */
  #number(index: number, asked: number, task: unknown, scratchpad: Scratchpad): number {
    this.#taken ??= new Map();
    this.#highest ??= new Map();
    let taken = this.#taken.get(index);
    if (taken === undefined) {
      taken = [];
      this.#taken.set(index, taken);
    }
    const highest = this.#highest.get(task) ?? -1;
    const number = taken[asked] ?? Math.max(scratchpad.interruptCounter, highest) + 1;
    taken[asked] = number;
    this.#highest.set(task, Math.max(highest, number));
    scratchpad.interruptCounter = Math.max(scratchpad.interruptCounter, number);
    return number;
  }
}
