/**
 * What a run costs in which one tool call succeeds, wired against bare, over a model that answers at
 * once. Both are measured in turns in the same process, so that neither profits from the machine.
 */
import * as ai7 from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as ai6 from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import { z } from "zod";
import { createRecovery } from "../dist/index.js";

const ROUNDS = 60;
const RUNS = 100;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Mock = new (options: object) => object;

function answering(Model: Mock): object {
  let request = 0;
  return new Model({
    doGenerate: async () =>
      request++ === 0
        ? {
            content: [
              { type: "tool-call", toolCallId: "c1", toolName: "add", input: '{"a":1,"b":2}' },
            ],
            finishReason: { unified: "tool-calls", raw: "tool_calls" },
            usage,
            warnings: [],
          }
        : {
            content: [{ type: "text", text: "3" }],
            finishReason: { unified: "stop", raw: "stop" },
            usage,
            warnings: [],
          },
  });
}

async function timed(runs: number, once: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  for (let run = 0; run < runs; run += 1) await once();
  return ((performance.now() - begun) * 1_000) / runs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function compare(name: string, ai: typeof ai7, Model: Mock): Promise<void> {
  const recovery = createRecovery();
  const tools = {
    add: ai.tool({
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      execute: async ({ a, b }) => ({ sum: a + b }),
    }),
  };
  const prompt = "What is 1 + 2?";
  const bare = () =>
    ai.generateText({
      model: answering(Model) as never,
      prompt,
      tools,
      stopWhen: ai.stepCountIs(5),
    });
  const wired = () =>
    ai.generateText({
      model: answering(Model) as never,
      prompt,
      ...recovery.run().wire({ tools, stopWhen: ai.stepCountIs(5) }),
    });
  await timed(2_000, bare);
  await timed(2_000, wired);
  const ratios: number[] = [];
  const times = { bare: [] as number[], wired: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0;
    const one = await timed(RUNS, first ? bare : wired);
    const two = await timed(RUNS, first ? wired : bare);
    const [b, w] = first ? [one, two] : [two, one];
    times.bare.push(b);
    times.wired.push(w);
    ratios.push(w / b);
  }
  const line = [
    name.padEnd(6),
    `bare ${median(times.bare).toFixed(1)} µs`,
    `wired ${median(times.wired).toFixed(1)} µs`,
    `ratio ${median(ratios).toFixed(3)}`,
  ];
  console.log(line.join("   "));
}

await compare("ai 7", ai7, MockLanguageModelV4 as never);
await compare("ai 6", ai6 as never, MockLanguageModelV3 as never);
