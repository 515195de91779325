// The quick start of the README, compiled. `readme.test.ts` in the comparison holds the two together.

import { z } from "zod";

declare const orders: {
  get(id: string): Promise<{ id: string; status: string }>;
  refund(id: string, idempotencyKey: string | undefined): Promise<{ refunded: boolean }>;
};

const parameters = z.object({ order_id: z.string() });

// #region readme
import { Agent } from "@openai/agents";
import {
  callContext,
  createRecovery,
  recoveringRunner,
  recoverTool,
} from "@recourse/openai-agents";

const getOrder = recoverTool(
  {
    name: "get_order",
    description: "Looks up an order",
    parameters,
    execute: ({ order_id }) => orders.get(order_id),
  },
  { effect: "read" },
);
const refundOrder = recoverTool(
  {
    name: "refund_order",
    description: "Refunds an order",
    parameters,
    execute: ({ order_id }, _context, details) =>
      orders.refund(order_id, callContext(details)?.idempotencyKey),
  },
  { effect: "write", verify: "get_order" },
);
const agent = new Agent({ name: "desk", tools: [getOrder, refundOrder] });
const runner = recoveringRunner(createRecovery());
const { finalOutput } = await runner.run(agent, "Refund order A-1042");
console.log(finalOutput);
// #endregion
