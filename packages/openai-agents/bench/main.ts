/**
 * What recovery costs where nothing fails: a run with one successful tool call, bare and with
 * Recourse, with the SDK's scripted model in the same process. Goal: at most 1.05 times.
 *
 * Processor time of this thread is measured, in short batches of both in turn, so that what else
 * the machine does hits them alike; the ratio is the median over all pairs of batches. The third
 * line is a run of the SDK with our tool and `mode: "off"`: what the wiring itself costs.
 */
import { Agent, Runner, setTracingDisabled, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { z } from "zod";

setTracingDisabled(true);

const BATCH = 40;
const WARM_UP = 60;
const ROUNDS = 100;

const options = {
  name: "get_order",
  description: "Looks an order up.",
  parameters: z.object({ id: z.string(), fields: z.array(z.string()).optional() }),
  execute: async ({ id }: { id: string }) => ({ id, status: "shipped", carrier: "Post", items: 3 }),
};

const bareTool = tool(options);
const ourTool = recoverTool(options, { effect: "read" });

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

type Variant = readonly [runner: Runner, tool: typeof bareTool];

const variants = {
  bare: [new Runner(), bareTool],
  recourse: [recoveringRunner(createRecovery()), ourTool],
  off: [recoveringRunner(createRecovery({ mode: "off" })), ourTool],
} as const satisfies Record<string, Variant>;

/** Microseconds of one run. */
async function batch([runner, made]: Variant): Promise<number> {
  const agents = Array.from({ length: BATCH }, () => agentWith(made));
  const start = process.threadCpuUsage();
  for (const agent of agents) await runner.run(agent, "Where is order 17?");
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / BATCH;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const names = Object.keys(variants) as (keyof typeof variants)[];
const times: Record<keyof typeof variants, number[]> = { bare: [], recourse: [], off: [] };
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  const order = round % 2 === 0 ? names : [...names].reverse();
  for (const name of order) {
    const time = await batch(variants[name]);
    if (round >= 0) times[name].push(time);
  }
}

for (const name of names) {
  const ratio = median(times[name].map((time, at) => time / (times.bare[at] ?? Number.NaN)));
  const goal = name === "recourse" ? " (goal: at most 1.05)" : "";
  console.log(
    `${name.padEnd(9)} ${median(times[name]).toFixed(0).padStart(6)} µs  ${ratio.toFixed(3)}${goal}`,
  );
}
