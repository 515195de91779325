import { parseArgs } from "node:util";
import { textOf } from "@recourse/testing";
import type { RunAgent, Variant } from "./agent.ts";
import { realModelFrom } from "./real-model.ts";
import { runScenario, type ScenarioOutcome } from "./run-scenario.ts";
import { SCENARIOS } from "./scenarios/scenarios.ts";

const USAGE = `Options:
  --scenario <name>   one of ${SCENARIOS.map((scenario) => scenario.name).join(", ")}
                      (default refund-timeout; "all" for each)
  --bare              without Recourse
With OPENAI_API_KEY (and OPENAI_BASE_URL, MODEL) set, a real model answers; else a scripted one.`;

/** The command of one framework's example: runs a scenario and prints the conversation. */
export async function runDemo(framework: string, runAgent: RunAgent): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === "string") {
    console.error(options);
    process.exitCode = 2;
    return;
  }
  const realModel = realModelFrom(process.env);
  for (const scenario of options.scenarios) {
    console.log(`\n${framework}, ${options.variant}: ${scenario.title}`);
    console.log(`  user       ${scenario.script.task}`);
    const run = { framework, runAgent, realModel, variant: options.variant };
    print(await runScenario(scenario, run));
  }
}

function print(outcome: ScenarioOutcome): void {
  const { result, exchanges, metrics } = outcome;
  const last = exchanges.at(-1);
  for (const message of [...(last?.request.messages ?? [])]) {
    for (const call of message.tool_calls ?? []) {
      console.log(`  calls      ${call.function.name} ${call.function.arguments}`);
    }
    if (message.role === "tool") console.log(`  tool says  ${shorten(textOf(message))}`);
  }
  for (const call of last?.move.calls ?? []) {
    console.log(`  calls      ${call.function.name} ${call.function.arguments}`);
  }
  console.log(`  answer     ${shorten(result.finalText) || "(none)"}`);
  if (result.error !== undefined) console.log(`  threw      ${shorten(String(result.error))}`);
  console.log(
    `  stopped    ${result.stopReason}; ${metrics.turns} model turns, ${metrics.toolCalls} tool calls, ` +
      `${metrics.errorTokens} error tokens; ${outcome.blame ?? "good"}`,
  );
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 400 ? `${line.slice(0, 399)}…` : line;
}

function readOptions(
  args: readonly string[],
): { readonly variant: Variant; readonly scenarios: typeof SCENARIOS } | string {
  try {
    const { values } = parseArgs({
      args: args.filter((arg) => arg !== "--"),
      options: {
        scenario: { type: "string", default: "refund-timeout" },
        bare: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return USAGE;
    const scenarios = SCENARIOS.filter(
      ({ name }) => values.scenario === "all" || values.scenario === name,
    );
    if (scenarios.length === 0) return `There is no scenario "${values.scenario}".\n${USAGE}`;
    return { variant: values.bare ? "bare" : "recourse", scenarios };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`;
  }
}
