const RECOVERED: unique symbol = Symbol.for("recourse.langgraph.recovered") as never;

/** Marks a tool or a node that carries the recovery itself. */
export function markRecovered<One extends object>(one: One): One {
  return Object.defineProperty(one, RECOVERED, { value: true });
}

/** Whether a tool or a node carries the recovery itself, so that it is not put around once more. */
export function isRecovered(one: object | undefined): boolean {
  return one !== undefined && RECOVERED in one;
}
