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
import * as z from "zod";
import { createRecovery, type ToolOptions } from "../src/index.ts";
import { bestOf } from "./measure.ts";

/** What one successful call costs, in microseconds. */
export interface Overhead {
  readonly bare: number;
  readonly cockatiel: number;
  /** A tool that answers with text, without a schema. */
  readonly text: number;
  /** The same after a preflight with zod: what a tool in TypeScript mostly is. */
  readonly textZod: number;
  /** A tool that answers with an object, after a preflight with a JSON Schema: what MCP tools are. */
  readonly objectJson: number;
  /** A run made, one call of the first kind, the run finished and its record written. */
  readonly wholeRun: number;
  /** The failing tool alone: an error made, thrown and caught. */
  readonly failingBare: number;
  /** A whole run around a call that fails for good: classified, worded, redacted, recorded. */
  readonly failingRun: number;
}

const zodSchema = z.object({ order_id: z.int(), detail: z.boolean().optional() });
const jsonSchema = {
  type: "object",
  properties: { order_id: { type: "integer" }, detail: { type: "boolean" } },
  required: ["order_id"],
  additionalProperties: false,
} as const;

/** Tools that answer at once, as a cache would: whatever is measured is overhead. */
const inText = async (): Promise<unknown> => "order 17: shipped, 3 items";
const inObject = async (): Promise<unknown> => ({ order_id: 17, state: "shipped", items: 3 });
/** What a client throws at a 404. */
const inVain = async (): Promise<unknown> => {
  throw Object.assign(new Error("Order 17 was not found"), { status: 404 });
};

/** The whole engine against cockatiel's retry, breaker and time-out around the same function. */
export async function measureOverhead(): Promise<Overhead> {
  const policy = wrap(
    retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() }),
    circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) }),
    timeout(60_000, TimeoutStrategy.Aggressive),
  );
  const [bare, cockatiel, text, textZod, objectJson, wholeRun, failingBare, failingRun] =
    await bestOf([
      inText,
      () => policy.execute(inText),
      caller({ effect: "read" }, inText),
      caller({ effect: "read", schema: zodSchema }, inText),
      caller({ effect: "read", schema: jsonSchema }, inObject),
      runner(inText),
      () => inVain().catch(() => undefined),
      runner(inVain),
    ]);
  const calls = { bare, cockatiel, text, textZod, objectJson };
  return { ...calls, wholeRun, failingBare, failingRun } as Overhead;
}

/** Runs of one call each: what a request costs whose agent calls one tool. */
function runner(tool: () => Promise<unknown>): () => Promise<unknown> {
  let written = 0;
  const recovery = createRecovery({
    tools: { get_order: { effect: "read" } },
    sinks: [{ write: () => void written++ }],
  });
  return async () => {
    const run = recovery.run();
    const args = { order_id: written, detail: true };
    await run.call({ id: `call_${written}`, tool: "get_order", args, turn: 0 }, tool);
    await run.finish();
  };
}

function caller(options: ToolOptions, tool: () => Promise<unknown>): () => Promise<unknown> {
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
    return run.call(call, tool);
  };
}
