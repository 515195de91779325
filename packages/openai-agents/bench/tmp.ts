import { Agent, RunContext, Runner, setTracingDisabled, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { z } from "zod";

setTracingDisabled(true);
const options = {
  name: "get_order",
  description: "Looks an order up.",
  parameters: z.object({ id: z.string(), fields: z.array(z.string()).optional() }),
  execute: async ({ id }: { id: string }) => ({ id, status: "shipped", carrier: "Post", items: 3 }),
};
const bareTool = tool(options);
const ourTool = recoverTool(options, { effect: "read" });
const agentWith = (one: any) =>
  new Agent({
    name: "Support",
    instructions: "Help.",
    model: new ScriptedModel([
      [functionCall("get_order", { id: "17", fields: ["status"] }, { callId: "call_1" })],
      [assistantMessage("It was shipped.")],
    ]),
    tools: [one],
  });
const bareRunner = new Runner();
const recovery = createRecovery();
const ourRunner = recoveringRunner(recovery);
const off = recoveringRunner(createRecovery({ mode: "off" }));
const variants: Record<string, () => Promise<unknown>> = {
  bare: () => bareRunner.run(agentWith(bareTool), "Where?"),
  filter: () =>
    bareRunner.run(agentWith(bareTool), "Where?", {
      callModelInputFilter: ({ modelData }) => modelData,
    }),
  filterId: () =>
    bareRunner.run(agentWith(bareTool), "Where?", {
      callModelInputFilter: Object.assign(({ modelData }: any) => modelData, {
        preserveInputIdentity: true,
      }),
    }),
  ours: () => ourRunner.run(agentWith(ourTool), "Where?"),
  oursBareTool: () => ourRunner.run(agentWith(bareTool), "Where?"),
  off: () => off.run(agentWith(ourTool), "Where?"),
  justRun: async () => {
    const r = recovery.run();
    await bareRunner.run(agentWith(bareTool), "Where?");
    await r.finish();
  },
};
const best: Record<string, number[]> = {};
for (let round = 0; round < 60; round++)
  for (const [name, fn] of Object.entries(variants)) {
    const start = (process as any).threadCpuUsage();
    for (let i = 0; i < 30; i++) await fn();
    const e = (process as any).threadCpuUsage(start);
    (best[name] ??= []).push((e.user + e.system) / 30000);
  }
for (const [name, v] of Object.entries(best)) {
  v.sort((a, b) => a - b);
  console.log(
    name.padEnd(14),
    "p10",
    v[6]!.toFixed(3),
    "p50",
    v[30]!.toFixed(3),
    (v[6]! / best["bare"]!.sort((a, b) => a - b)[6]!).toFixed(3),
  );
}
console.log(process.memoryUsage().heapUsed / 1e6);
