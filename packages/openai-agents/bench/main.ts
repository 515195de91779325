/**
 * What recovery costs where nothing fails: a run with one successful tool call, bare and with
 * Recourse, with the SDK's scripted model in the same process. Goal: at most 1.05 times.
 *
 * Two figures, each the median over all rounds of one block's time over that of the bare block of
 * the same round:
 *
 * - `a run`: the median run of a block, in brackets the 95 % confidence interval.
 * - `a block`: the whole block, which now and then pays for collecting garbage.
 *
 * `control` is the bare run once more: unless it is 1.00, the figures of this run say nothing.
 * `hook only` is a bare run with a `callModelInputFilter` that does nothing, which the SDK itself
 * charges for; `off` is Recourse switched off.
 */
import { Runner, setTracingDisabled, tool } from "@openai/agents";
import { createRecovery, recoveringRunner, recoverTool } from "@recourse/openai-agents";
import { compare, type Variant } from "./compare.ts";
import { agentWith, idleFilter, options, question } from "./one-call.ts";

setTracingDisabled(true);

const bareTool = tool(options);
const ourTool = recoverTool(options, { effect: "read" });

function variant(runner: Runner, made: typeof bareTool): Variant {
  return { agent: () => agentWith(made), run: (agent) => runner.run(agent, question) };
}

await compare(
  {
    bare: variant(new Runner(), bareTool),
    control: variant(new Runner(), bareTool),
    "hook only": variant(new Runner({ callModelInputFilter: idleFilter }), bareTool),
    off: variant(recoveringRunner(createRecovery({ mode: "off" })), ourTool),
    recourse: variant(recoveringRunner(createRecovery()), ourTool),
  },
  Number(process.argv[2] ?? 300),
  { recourse: "   goal: at most 1.05" },
);
