/**
 * What one `node.invoke` costs beside the prebuilt node's, in the same process and the same run:
 * `node bench/main.ts`. The goals: a success at most 1.15 times, a failure no more.
 */
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createRecovery, RecoveringToolNode } from "@recourse/langgraph";
import { z } from "zod";

const CALLS = Number(process.env["CALLS"] ?? 10_000);
const WARM_UP = 3_000;

const getOrder = tool(({ id }) => `order ${id}: shipped`, {
  name: "get_order",
  description: "Looks up an order.",
  schema: z.object({ id: z.string() }),
});
const failing = tool(
  () => {
    throw Object.assign(new Error("Request failed with status code 404"), { status: 404 });
  },
  { name: "failing", description: "Fails.", schema: z.object({ id: z.string() }) },
);
const tools = [getOrder, failing];

// Each call is a run of its own with another argument: no repeats, nothing to refuse.
let made = 0;
function inputFor(name: string, args: (id: string) => Record<string, unknown>) {
  return () => {
    made += 1;
    const id = String(made);
    const call = { type: "tool_call" as const, name, args: args(id), id: `call_${id}` };
    return {
      messages: [new HumanMessage("hi"), new AIMessage({ content: "", tool_calls: [call] })],
    };
  };
}

const recovery = createRecovery({ tools: { "*": { effect: "read" } } });
const nodes = {
  prebuilt: new ToolNode(tools),
  recovering: new RecoveringToolNode(tools, { recovery }),
};
const cases = {
  "one success": inputFor("get_order", (id) => ({ id })),
  "a tool that throws": inputFor("failing", (id) => ({ id })),
  "arguments that do not fit": inputFor("get_order", (id) => ({ id: Number(id) })),
  "an unknown tool": inputFor("get_ordr", (id) => ({ id })),
};

async function microseconds(node: ToolNode, input: unknown): Promise<number> {
  const start = performance.now();
  await node.invoke(input);
  return (performance.now() - start) * 1_000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

console.log(`node.invoke, median of ${CALLS} calls each, the two nodes call by call in turn\n`);
console.log(
  `${"".padEnd(28)}${"prebuilt".padStart(10)}${"recourse".padStart(10)}${"ratio".padStart(8)}`,
);
for (const [title, makeInput] of Object.entries(cases)) {
  const times = { prebuilt: [] as number[], recovering: [] as number[] };
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    for (const name of ["prebuilt", "recovering"] as const) {
      const time = await microseconds(nodes[name], makeInput());
      if (call >= 0) times[name].push(time);
    }
  }
  const [bare, ours] = [median(times.prebuilt), median(times.recovering)];
  const columns = [`${bare.toFixed(1)} µs`, `${ours.toFixed(1)} µs`, (ours / bare).toFixed(2)];
  console.log(`${title.padEnd(28)}${columns.map((c, i) => c.padStart(i === 2 ? 8 : 10)).join("")}`);
}
