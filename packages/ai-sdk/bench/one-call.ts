/**
 * What a step costs in which one tool call succeeds, wired against bare, over a model that answers
 * at once. Both are measured in turns in the same process, so that neither profits from the machine;
 * the ratio is the median of pairs, of processor time. A run of one step pays for the making of the run as well.
 */
import * as ai7 from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as ai6 from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import { z } from "zod";
import { createRecovery } from "../dist/index.js";

const ROUNDS = 80;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Mock = new (options: object) => object;

/** A model that asks for one call a step, each with other arguments, and then says that it is done. */
function answering(Model: Mock, steps: number): object {
  let request = 0;
  const answer = async (): Promise<object> => {
    request += 1;
    return request <= steps
      ? {
          content: [
            {
              type: "tool-call",
              toolCallId: `call-${request}`,
              toolName: "add",
              input: JSON.stringify({ a: request, b: 2 }),
            },
          ],
          finishReason: { unified: "tool-calls", raw: "tool_calls" },
          usage,
          warnings: [],
        }
      : {
          content: [{ type: "text", text: "done" }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        };
  };
  return new Model({ doGenerate: answer });
}

/** Processor time, which does not depend on what else the machine does. Microseconds. */
async function timed(runs: number, once: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) await once();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / runs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function compare(name: string, ai: typeof ai7, Model: Mock, steps: number): Promise<void> {
  const recovery = createRecovery({ tools: { add: { effect: "read" } } });
  const tools = {
    add: ai.tool({
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      execute: async ({ a, b }) => ({ sum: a + b }),
    }),
  };
  const prompt = "Add them.";
  const stopWhen = ai.stepCountIs(steps + 1);
  const model = () => answering(Model, steps) as never;
  const bare = () => ai.generateText({ model: model(), prompt, tools, stopWhen });
  const wired = () =>
    ai.generateText({
      model: model(),
      prompt,
      ...(recovery.run().wire({ tools, stopWhen }) as { tools: typeof tools }),
    });
  const runs = Math.ceil(200 / steps);
  await timed(Math.ceil(2_000 / steps), bare);
  await timed(Math.ceil(2_000 / steps), wired);
  const times = { bare: [] as number[], wired: [] as number[], ratio: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0;
    const one = await timed(runs, first ? bare : wired);
    const two = await timed(runs, first ? wired : bare);
    const [b, w] = first ? [one, two] : [two, one];
    times.bare.push(b / steps);
    times.wired.push(w / steps);
    times.ratio.push(w / b);
  }
  const line = [
    `${name}, ${String(steps).padStart(2)} steps`,
    `bare ${median(times.bare).toFixed(1)} µs a step`,
    `wired ${median(times.wired).toFixed(1)} µs a step`,
    `ratio ${median(times.ratio).toFixed(3)}`,
  ];
  console.log(line.join("   "));
}

for (const steps of [1, 20]) {
  await compare("ai 7", ai7, MockLanguageModelV4 as never, steps);
  await compare("ai 6", ai6 as never, MockLanguageModelV3 as never, steps);
}
