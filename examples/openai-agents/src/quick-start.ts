// The quick start of the README, compiled. `readme.test.ts` in the comparison holds the two together.

import { Agent } from "@openai/agents";
import { z } from "zod";

declare const orders: { get(id: string): Promise<{ id: string; status: string }> };

// #region readme
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";

const recovery = createRecovery({ tools: { get_order: { effect: "read" } } });
const getOrder = recoverTool({
  name: "get_order",
  description: "Looks up an order",
  parameters: z.object({ order_id: z.string() }),
  execute: ({ order_id }) => orders.get(order_id),
});
const agent = new Agent({ name: "desk", instructions: "Help.", tools: [getOrder] });
const { finalOutput } = await recoveringRunner(recovery).run(agent, "Where is order A-1042?");
console.log(finalOutput);
// #endregion
