import { Agent, type Tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";

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
