import { Agent, type CallModelInputFilter, type Tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { z } from "zod";

type Parameters = z.ZodObject<{ id: z.ZodString; fields: z.ZodOptional<z.ZodArray<z.ZodString>> }>;

interface Order {
  readonly id: string;
  readonly status: string;
  readonly carrier: string;
  readonly items: number;
}

interface OrderTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly execute: (input: { readonly id: string }) => Promise<Order>;
}

/** A tool that always works. */
export const options: OrderTool = {
  name: "get_order",
  description: "Looks an order up.",
  parameters: z.object({ id: z.string(), fields: z.array(z.string()).optional() }),
  execute: async ({ id }) => ({ id, status: "shipped", carrier: "Post", items: 3 }),
};

export const question: string = "Where is order 17?";

/** An agent that calls the tool once and then answers. */
export function agentWith(one: Tool): Agent {
  return new Agent({
    name: "Support",
    instructions: "Help.",
    model: new ScriptedModel([
      [functionCall("get_order", { id: "17", fields: ["status"] }, { callId: "call_1" })],
      [assistantMessage("It was shipped.")],
    ]),
    tools: [one],
  });
}

/** A filter that does nothing, which the SDK itself charges for. */
export const idleFilter: CallModelInputFilter & { preserveInputIdentity?: boolean } = ({
  modelData,
}) => modelData;
idleFilter.preserveInputIdentity = true;
