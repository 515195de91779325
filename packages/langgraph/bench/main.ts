/**
 * What one `node.invoke` costs beside the prebuilt node's, in the same process and the same run:
 * `node bench/main.ts [rounds]`. The goals: a success at most 1.15 times, a failure no more.
 *
 * Made for a machine that does other things too: short blocks in random order, compared round by
 * round; each figure is the median over the rounds, in brackets the 95 % confidence interval.
 *
 * - `a call`: the median call of a block, elapsed time.
 * - `processor`: the processor time of the whole block, what compiles and collects beside it included.
 * - `control`: `a call` of a second prebuilt node. Unless it is near 1.00, the run says nothing.
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

/** What a block took, in microseconds a call. */
interface Block {
  readonly call: number;
  readonly processor: number;
}

async function block(node: ToolNode, invocations: readonly Invocation[]): Promise<Block> {
  const times: number[] = [];
  const start = process.cpuUsage();
  for (const [input, config] of invocations) {
    const begun = performance.now();
    await node.invoke(input, config);
    times.push((performance.now() - begun) * 1_000);
  }
  const { user, system } = process.cpuUsage(start);
  return { call: median(times), processor: (user + system) / invocations.length };
}

async function compare(
  one: Asked,
  make: (one: Asked, count: number) => Invocation[],
): Promise<string> {
  const blocks = new Map<Name, Block[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const name of shuffled(names)) {
      const measured = await block(nodes[name], make(one, BLOCK));
      if (round >= 0) blocks.get(name)?.push(measured);
    }
  }
  const of = (name: Name, figure: keyof Block) =>
    (blocks.get(name) ?? []).map((measured) => measured[figure]);
  const ratios = (name: Name, figure: keyof Block) => {
    const bare = of("prebuilt", figure);
    return of(name, figure).map((time, round) => time / (bare[round] ?? Number.NaN));
  };
  const [low, high] = interval(ratios("recourse", "call"));
  return [
    one.title.padEnd(26),
    median(of("prebuilt", "call")).toFixed(1).padStart(10),
    median(of("recourse", "call")).toFixed(1).padStart(10),
    median(ratios("control", "call")).toFixed(2).padStart(9),
    median(ratios("recourse", "call")).toFixed(2).padStart(8),
    `(${low.toFixed(2)} to ${high.toFixed(2)})`.padStart(15),
    median(ratios("recourse", "processor")).toFixed(2).padStart(11),
    one.goal.toFixed(2).padStart(6),
  ].join("");
}

console.log(`${ROUNDS} rounds of ${BLOCK} calls each; µs, and times the prebuilt node`);
for (const [heading, make] of Object.entries({ alone, shared })) {
  const columns = "  prebuilt  recourse  control  a call                 processor  goal";
  console.log(`\n${heading.padEnd(26)}${columns}`);
  for (const one of asked) console.log(await compare(one, make));
}
