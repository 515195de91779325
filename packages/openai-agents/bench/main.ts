/**
 * What recovery costs where nothing fails: a run with one successful tool call, bare and with
 * Recourse, with the SDK's scripted model in the same process. Goal: at most 1.05 times.
 *
 * Both variants are measured in turns of short batches, so that what else the machine does hits
 * them alike; the ratio is the median over all pairs of batches.
 */
import { Agent, Runner, setTracingDisabled, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { z } from "zod";

setTracingDisabled(true);

const BATCH = 40;
const PAIRS = 150;

const options = {
  name: "get_order",
  description: "Looks an order up.",
  parameters: z.object({ id: z.string(), fields: z.array(z.string()).optional() }),
  execute: async ({ id }: { id: string }) => ({ id, status: "shipped", carrier: "Post", items: 3 }),
};

const bareTool = tool(options);
const ourTool = recoverTool(options, { effect: "read" });
const bareRunner = new Runner();
const ourRunner = recoveringRunner(createRecovery());

function agentWith(one: typeof bareTool): Agent {
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

async function batch(runner: Runner, one: typeof bareTool): Promise<number> {
  const agents = Array.from({ length: BATCH }, () => agentWith(one));
  const start = performance.now();
  for (const agent of agents) await runner.run(agent, "Where is order 17?");
  return (performance.now() - start) / BATCH;
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

for (let warm = 0; warm < 20; warm += 1) {
  await batch(bareRunner, bareTool);
  await batch(ourRunner, ourTool);
}
const bare: number[] = [];
const ours: number[] = [];
const ratios: number[] = [];
for (let pair = 0; pair < PAIRS; pair += 1) {
  const first = pair % 2 === 0;
  const a = first ? await batch(bareRunner, bareTool) : 0;
  const b = await batch(ourRunner, ourTool);
  const c = first ? a : await batch(bareRunner, bareTool);
  bare.push(c);
  ours.push(b);
  ratios.push(b / c);
}
const ratio = median(ratios);
console.log(`bare     ${median(bare).toFixed(4)} ms a run`);
console.log(`recourse ${median(ours).toFixed(4)} ms a run`);
console.log(`ratio    ${ratio.toFixed(3)} (goal: at most 1.05)`);
