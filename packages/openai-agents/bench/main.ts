/**
 * What recovery costs where nothing fails: a run with one successful tool call, bare and with
 * Recourse, with the SDK's scripted model in the same process. Goal: at most 1.05 times.
 *
 * Made for a machine that does other things too: short blocks of every variant in random order,
 * compared round by round, so that what else goes on hits them alike. Elapsed time, since this
 * thread's processor time is only known to the millisecond. Two figures, each the median over all
 * rounds of one block's time over that of the bare block of the same round:
 *
 * - `a run`: the median run of a block, in brackets the 95 % confidence interval.
 * - `a block`: the whole block, which now and then pays for collecting garbage.
 *
 * `control` is the bare run once more: unless it is 1.00, the figures of this run say nothing.
 * `hook only` is a bare run with a `callModelInputFilter` that does nothing, which the SDK itself
 * charges for and no wiring can do without; `off` is Recourse switched off.
 */
import { type CallModelInputFilter, Runner, setTracingDisabled, tool } from "@openai/agents";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { z } from "zod";
import { interval, median, shuffled } from "./measure.ts";
import { agentWith } from "./one-call.ts";

setTracingDisabled(true);

const BLOCK = 20;
/** The first runs of a block find the caches full of another variant. */
const SETTLE = 4;
const WARM_UP = 150;
const ROUNDS = Number(process.argv[2] ?? 300);

/** A tool that always works. */
const options = {
  name: "get_order",
  description: "Looks an order up.",
  parameters: z.object({ id: z.string(), fields: z.array(z.string()).optional() }),
  execute: async ({ id }: { id: string }) => ({ id, status: "shipped", carrier: "Post", items: 3 }),
};

const bareTool = tool(options);
const ourTool = recoverTool(options, { effect: "read" });

const filter: CallModelInputFilter & { preserveInputIdentity?: boolean } = async (args) =>
  args.modelData;
filter.preserveInputIdentity = true;

type Variant = readonly [runner: Runner, tool: typeof bareTool];

const variants = {
  bare: [new Runner(), bareTool],
  control: [new Runner(), bareTool],
  "hook only": [new Runner({ callModelInputFilter: filter }), bareTool],
  off: [recoveringRunner(createRecovery({ mode: "off" })), ourTool],
  recourse: [recoveringRunner(createRecovery()), ourTool],
} as const satisfies Record<string, Variant>;

type Name = keyof typeof variants;
const names = Object.keys(variants) as Name[];

interface Block {
  /** The median run, in µs. */
  readonly run: number;
  /** All runs, in µs. */
  readonly all: number;
}

async function block([runner, made]: Variant): Promise<Block> {
  const agents = Array.from({ length: BLOCK }, () => agentWith(made));
  const times: number[] = [];
  for (const agent of agents) {
    const start = performance.now();
    await runner.run(agent, "Where is order 17?");
    times.push((performance.now() - start) * 1_000);
  }
  const settled = times.slice(SETTLE);
  return { run: median(settled), all: settled.reduce((sum, time) => sum + time, 0) };
}

const blocks = new Map<Name, Block[]>(names.map((name) => [name, []]));
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  for (const name of shuffled(names)) {
    const measured = await block(variants[name]);
    if (round >= 0) blocks.get(name)?.push(measured);
  }
}

const bare = blocks.get("bare") ?? [];
console.log(`${ROUNDS} rounds of ${BLOCK} runs each; times the bare run:`);
console.log("             µs a run    a run  (95 %)               a block");
for (const name of names) {
  const own = blocks.get(name) ?? [];
  const ratios = own.map(({ run }, round) => run / (bare[round]?.run ?? Number.NaN));
  const whole = own.map(({ all }, round) => all / (bare[round]?.all ?? Number.NaN));
  const [low, high] = interval(ratios);
  const line = [
    name.padEnd(10),
    median(own.map(({ run }) => run))
      .toFixed(0)
      .padStart(10),
    median(ratios).toFixed(3).padStart(8),
    `(${low.toFixed(3)} to ${high.toFixed(3)})`.padStart(18),
    median(whole).toFixed(3).padStart(11),
  ];
  console.log(`${line.join(" ")}${name === "recourse" ? "   goal: at most 1.05" : ""}`);
}
