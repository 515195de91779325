import { Agent, Runner, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { endedBy, type Sent, type Situation } from "../situation.ts";

/** `tool()` and `Runner`, both with their defaults. */
export async function openaiAgents(situation: Situation): Promise<Sent> {
  const model = new ScriptedModel([
    [functionCall(situation.tool, situation.args, { callId: "call-1" })],
    [assistantMessage("done")],
  ]);
  try {
    // It does not take every schema: an optional field has to be nullable.
    const agent = new Agent({
      name: "gallery",
      model,
      tools: situation.tools.map(({ name, description, parameters, execute }) =>
        tool({ name, description, parameters, execute: async (args) => execute(args) }),
      ),
    });
    await new Runner({ tracingDisabled: true }).run(agent, "go");
  } catch (error) {
    return endedBy(error);
  }
  const input = model.lastCall?.request.input;
  const items = Array.isArray(input) ? input : [];
  for (const item of items) {
    if (item.type !== "function_call_result") continue;
    const { output } = item;
    if (typeof output === "string") return { text: output };
    return { text: "text" in output ? String(output.text) : JSON.stringify(output) };
  }
  return { ended: "the run ends; the model is not told" };
}
