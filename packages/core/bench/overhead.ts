import {
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleAll,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from "cockatiel";
import { createRecovery } from "../src/index.ts";
import { microseconds } from "./measure.ts";

/** What one successful call costs, per call in microseconds, with and without us. */
export interface Overhead {
  readonly bare: number;
  readonly recourse: number;
  readonly cockatiel: number;
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

/**
 * The whole engine on a successful call (preflight with a JSON Schema, signature, ledger, time-out,
 * record, sink) against cockatiel's retry, breaker and time-out around the same function.
 */
export async function measureOverhead(): Promise<Overhead> {
  let written = 0;
  const recovery = createRecovery({
    tools: { get_order: { effect: "read", schema } },
    sinks: [{ write: () => void written++ }],
  });
  const run = recovery.run();
  let turn = 0;
  const recourse = (): Promise<unknown> =>
    run.call<{ order_id: number }>(
      { id: `call_${turn}`, tool: "get_order", args: { order_id: turn, detail: true }, turn: turn++ },
      getOrder,
    );
  const policy = wrap(
    retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() }),
    circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) }),
    timeout(60_000, TimeoutStrategy.Aggressive),
  );
  let order = 0;
  const cockatiel = (): Promise<unknown> => policy.execute(() => getOrder({ order_id: order++ }));
  const bare = (): Promise<unknown> => getOrder({ order_id: order++ });
  return {
    bare: await microseconds(bare),
    recourse: await microseconds(recourse),
    cockatiel: await microseconds(cockatiel),
  };
}
