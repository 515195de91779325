/**
 * What one `node.invoke` costs beside the prebuilt node's, in the same process and the same run:
 * `node bench/main.ts [rounds]`. The goals: a success at most 1.15 times, a failure no more.
 *
 * Made for a machine that does other things too: processor time, not elapsed time, of short blocks
 * in random order, compared round by round. `control` is a second prebuilt node: unless it is near
 * 1.00, the figures of this run say nothing. In brackets the 95 % confidence interval.
 *
 * `alone`: every call is a run of its own, with two messages and without a thread. `shared`: the
 * calls are turns of one run on a thread, as in a conversation with many tool calls.
 */
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createRecovery, RecoveringToolNode } from "@recourse/langgraph";
import { type Asked, alone, asked, type Invocation, shared, tools } from "./inputs.ts";
import { interval, median, shuffled } from "./measure.ts";

const BLOCK = 100;
const ROUNDS = Number(process.argv[2] ?? 60);
/** Until the engine of the language has compiled everything. */
const WARM_UP = 40;

const recovery = createRecovery({
  tools: { "*": { effect: "read" } },
  // A conversation in which every call fails is not the usual one: it goes on here.
  policy: { failedTurns: false, errors: false, repairs: false, cycle: false },
});
const nodes = {
  prebuilt: new ToolNode(tools),
  control: new ToolNode(tools),
  recourse: new RecoveringToolNode(tools, { recovery }),
};
type Name = keyof typeof nodes;
const names = Object.keys(nodes) as Name[];

/** Processor time of one call, in microseconds. */
async function block(node: ToolNode, invocations: readonly Invocation[]): Promise<number> {
  const start = process.cpuUsage();
  for (const [input, config] of invocations) await node.invoke(input, config);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / invocations.length;
}

async function compare(
  { title, goal, ...rest }: Asked,
  make: (one: Asked, count: number) => Invocation[],
): Promise<string> {
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const name of shuffled(names)) {
      const time = await block(nodes[name], make({ title, goal, ...rest }, BLOCK));
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  const of = (name: Name) => times.get(name) ?? [];
  const ratios = (name: Name) =>
    of(name).map((time, round) => time / (of("prebuilt")[round] ?? Number.NaN));
  const [low, high] = interval(ratios("recourse"));
  return [
    title.padEnd(26),
    median(of("prebuilt")).toFixed(1).padStart(10),
    median(of("recourse")).toFixed(1).padStart(10),
    median(ratios("control")).toFixed(2).padStart(9),
    median(ratios("recourse")).toFixed(2).padStart(8),
    `(${low.toFixed(2)} to ${high.toFixed(2)})`.padStart(15),
    goal.toFixed(2).padStart(6),
  ].join("");
}

console.log(`${ROUNDS} rounds of ${BLOCK} calls each, processor time in µs a call`);
for (const [heading, make] of Object.entries({ alone, shared })) {
  console.log(`\n${heading.padEnd(26)}  prebuilt  recourse  control   times                 goal`);
  for (const one of asked) console.log(await compare(one, make));
}
