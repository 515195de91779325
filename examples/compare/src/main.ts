import { realModelFrom, type ScenarioOutcome } from "@recourse/example-support-desk";
import { USAGE, UsageError } from "./command-line.mjs";
import { compare } from "./compare.ts";
import { readOptions } from "./options.ts";
import { detailTable, LEGEND, totalTable } from "./table.ts";

process.exitCode = await main(process.argv.slice(2));

/** Runs the comparison and gives the exit code: 0 agreed, 1 differed, 2 could not be asked. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === "help") {
      console.log(USAGE);
      return 0;
    }
    const realModel = realModelFrom(process.env);
    const { scenarios, stacks, out } = options;
    console.log(
      `The same agent on ${count(stacks.length, "stack")}, bare and with Recourse, in ${count(scenarios.length, "scenario")}; ` +
        `the model is ${realModel === undefined ? "scripted" : realModel.name}.`,
    );
    const started = performance.now();
    const comparison = await compare(
      options,
      { scenario: ({ name, title }) => console.log(`\n${name}: ${title}`), outcome: printLine },
      realModel,
    );
    const { outcomes, faults } = comparison;
    console.log("\nEvery cell: bare → with Recourse.\n");
    console.log(detailTable(outcomes));
    console.log(`\nSums over ${count(scenarios.length, "scenario")}:\n`);
    console.log(totalTable(outcomes));
    console.log(`\n${LEGEND}`);
    if (out !== undefined) console.log(`\nTraces: ${out}`);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    for (const fault of faults) console.error(`DIFFERS  ${fault}`);
    console.log(
      faults.length === 0
        ? `\nWith Recourse, ${stacks.length === 1 ? "no write ran twice" : "every stack did the same and no write ran twice"}. ${seconds} s`
        : `\n${count(faults.length, "difference")}. ${seconds} s`,
    );
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 2;
  }
}

function count(amount: number, one: string): string {
  return `${amount} ${one}${amount === 1 ? "" : "s"}`;
}

function printLine(outcome: ScenarioOutcome): void {
  const { framework, variant, result, metrics, blame, durationMs } = outcome;
  const who = `${framework} ${variant === "bare" ? "bare" : "with Recourse"}`.padEnd(28);
  const verdict = blame === undefined ? "done" : `not done: ${blame}`;
  console.log(
    `  ${who}${count(metrics.turns, "turn")}, ${count(metrics.toolCalls, "call")}, ${Math.round(durationMs)} ms, ` +
      `${result.stopReason}; ${verdict}`,
  );
}
