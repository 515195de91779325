import type { Agent } from "@openai/agents";
import { interval, median, shuffled } from "./measure.ts";

/** One way to do the same thing. */
export interface Variant {
  /** An agent, made before the clock runs. */
  readonly agent: () => Agent;
  readonly run: (agent: Agent) => Promise<unknown>;
}

interface Block {
  /** The median run, in µs. */
  readonly run: number;
  /** All runs, in µs. */
  readonly all: number;
}

const BLOCK = 20;
/** The first runs of a block find the caches full of another variant. */
const SETTLE = 4;
const WARM_UP = 150;

/**
 * Runs short blocks of every variant in random order and prints each beside `bare`, round by round,
 * so that what else the machine does hits them alike. Elapsed time, since this thread's processor
 * time is only known to the millisecond.
 */
export async function compare(
  variants: Readonly<Record<string, Variant>>,
  rounds: number,
  notes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const names = Object.keys(variants);
  const blocks = new Map<string, Block[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const name of shuffled(names)) {
      const measured = await block(variants[name] as Variant);
      if (round >= 0) blocks.get(name)?.push(measured);
    }
  }
  print(blocks, rounds, notes);
}

async function block({ agent, run }: Variant): Promise<Block> {
  const agents = Array.from({ length: BLOCK }, agent);
  const times: number[] = [];
  for (const one of agents) {
    const start = performance.now();
    await run(one);
    times.push((performance.now() - start) * 1_000);
  }
  const settled = times.slice(SETTLE);
  return { run: median(settled), all: settled.reduce((sum, time) => sum + time, 0) };
}

function print(
  blocks: ReadonlyMap<string, readonly Block[]>,
  rounds: number,
  notes: Readonly<Record<string, string>>,
): void {
  const bare = blocks.get("bare") ?? [];
  console.log(`${rounds} rounds of ${BLOCK} runs each; times the bare run:`);
  console.log("                 µs a run    a run  (95 %)               a block");
  for (const [name, own] of blocks) {
    const ratios = own.map(({ run }, round) => run / (bare[round]?.run ?? Number.NaN));
    const whole = own.map(({ all }, round) => all / (bare[round]?.all ?? Number.NaN));
    const [low, high] = interval(ratios);
    const line = [
      name.padEnd(15),
      median(own.map(({ run }) => run))
        .toFixed(0)
        .padStart(10),
      median(ratios).toFixed(3).padStart(8),
      `(${low.toFixed(3)} to ${high.toFixed(3)})`.padStart(18),
      median(whole).toFixed(3).padStart(11),
    ];
    console.log(`${line.join(" ")}${notes[name] ?? ""}`);
  }
}
