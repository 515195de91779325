/**
 * What a step costs in which one tool call succeeds, wired against bare, over a model that answers
 * at once. Goal: at most 1.05 times.
 *
 * Made for a machine that does other things too: processor time, in short blocks of every variant in
 * random order, compared round by round. Each figure is the median over the rounds of one block over
 * the bare block of the same round, with the 95 % confidence interval of that median; beside it, the
 * fastest block over the fastest bare one, which a busy machine disturbs least. A run of one step
 * pays for the making of the run as well.
 *
 * - `control`: bare once more. Unless it is 1.00, the figures of this run say nothing.
 * - `hooks only`: the SDK's hooks that a run needs, with nothing in them, which the SDK charges for
 *   and no wiring can do without.
 * - `off`: Recourse switched off.
 */
import * as ai7 from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as ai6 from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import { z } from "zod";
import { createRecovery } from "../dist/index.js";
import { interval, median, processorTime, shuffled } from "./measure.ts";
import { type Mock, scriptedModel } from "./scripted-model.ts";

const ROUNDS = Number(process.argv[2] ?? 60);
const STEPS_A_BLOCK = 80;
const WARM_UP = 15;

type Sdk = typeof ai7;

function variantsOf(ai: Sdk, Model: Mock, steps: number): Record<string, () => Promise<unknown>> {
  const execute = async ({ a, b }: { a: number; b: number }) => ({ sum: a + b });
  const inputSchema = z.object({ a: z.number(), b: z.number() });
  const tools = { add: ai.tool({ inputSchema, execute }) };
  const stopWhen = ai.stepCountIs(steps + 1);
  const start = (settings: object): Promise<unknown> =>
    ai.generateText({
      model: scriptedModel(Model, steps) as never,
      prompt: "Add them.",
      ...(settings as { tools: typeof tools }),
    });
  const bare = () => start({ tools, stopWhen });
  const recoveries = {
    off: createRecovery({ mode: "off" }),
    recourse: createRecovery({ tools: { add: { effect: "read" } } }),
  };
  return {
    bare,
    control: bare,
    "hooks only": () => start(hooksOnly(tools.add, stopWhen)),
    off: () => start(recoveries.off.run().wire({ tools, stopWhen })),
    recourse: () => start(recoveries.recourse.run().wire({ tools, stopWhen })),
  };
}

/** The same hooks as a run's, with nothing in them. */
function hooksOnly(tool: object, stopWhen: unknown): object {
  const { execute } = tool as { execute: (input: unknown, options: unknown) => unknown };
  return {
    tools: {
      add: { ...tool, execute: (input: unknown, options: unknown) => execute(input, options) },
    },
    stopWhen: [() => false, stopWhen],
    prepareStep: () => undefined,
    experimental_repairToolCall: async () => null,
    onFinish: () => {},
  };
}

async function compare(title: string, ai: Sdk, Model: Mock, steps: number): Promise<void> {
  const variants = variantsOf(ai, Model, steps);
  const names = Object.keys(variants);
  const runs = STEPS_A_BLOCK / steps;
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const name of shuffled(names)) {
      const time = await processorTime(runs, variants[name] as () => Promise<unknown>);
      if (round >= 0) times.get(name)?.push(time / STEPS_A_BLOCK);
    }
  }
  console.log(`${title}, ${steps} ${steps === 1 ? "step" : "steps"} a run:`);
  const bare = times.get("bare") ?? [];
  for (const name of names) {
    const own = times.get(name) ?? [];
    const ratios = own.map((time, round) => time / (bare[round] ?? Number.NaN));
    const [low, high] = interval(ratios);
    const line = [
      `  ${name.padEnd(12)}`,
      `${median(own).toFixed(1).padStart(7)} µs a step`,
      median(ratios).toFixed(3).padStart(8),
      ` (${low.toFixed(3)} to ${high.toFixed(3)})`,
      `   fastest ${(Math.min(...own) / Math.min(...bare)).toFixed(3)}`,
    ];
    console.log(`${line.join("")}${name === "recourse" ? "   goal: at most 1.05" : ""}`);
  }
}

const only = process.argv[3];
for (const steps of [1, 20]) {
  if (only === undefined || only === `7x${steps}`)
    await compare("ai 7", ai7, MockLanguageModelV4 as never, steps);
  if (only === undefined || only === `6x${steps}`)
    await compare("ai 6", ai6 as never, MockLanguageModelV3 as never, steps);
}
