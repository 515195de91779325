import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from "cockatiel";
import { createRecovery, type ToolOptions } from "../src/index.ts";
import { bestOf } from "./measure.ts";

/** What one successful call costs, in microseconds. */
export interface Overhead {
  readonly bare: number;
  readonly cockatiel: number;
  /** Signature, guards, ledger, time-out, record and sink. */
  readonly recourse: number;
  /** The same after a preflight against a JSON Schema. */
  readonly withSchema: number;
}

const schema = {
  type: "object",
  properties: { order_id: { type: "integer" }, detail: { type: "boolean" } },
  required: ["order_id"],
  additionalProperties: false,
} as const;

/** A tool that answers at once, as a cache would: whatever is measured is overhead. */
async function getOrder(args: { readonly order_id: number }): Promise<unknown> {
  return { order_id: args.order_id, state: "shipped", items: 3 };
}

/** The whole engine against cockatiel's retry, breaker and time-out around the same function. */
export async function measureOverhead(): Promise<Overhead> {
  const policy = wrap(
    retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() }),
    circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) }),
    timeout(60_000, TimeoutStrategy.Aggressive),
  );
  let order = 0;
  const [bare, cockatiel, recourse, withSchema] = await bestOf([
    () => getOrder({ order_id: order++ }),
    () => policy.execute(() => getOrder({ order_id: order++ })),
    caller({ effect: "read" }),
    caller({ effect: "read", schema }),
  ]);
  return { bare, cockatiel, recourse, withSchema } as Overhead;
}

function caller(options: ToolOptions): () => Promise<unknown> {
  let written = 0;
  const recovery = createRecovery({
    tools: { get_order: options },
    sinks: [{ write: () => void written++ }],
  });
  const run = recovery.run();
  let turn = 0;
  return () => {
    const args = { order_id: turn, detail: true };
    const call = { id: `call_${turn}`, tool: "get_order", args, turn: turn++ };
    return run.call<{ order_id: number }>(call, getOrder);
  };
}
