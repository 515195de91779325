import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  type Driver,
  recoveryScenarios,
  runDifferences,
  runRecoveryScenario,
  type ScenarioResult,
  summariseCall,
} from "@recourse/testing";
import { describe, expect, it } from "vitest";
import { callContext, createRecovery } from "../src/index.ts";
import { type Sdk, sdks } from "./kit.ts";

/** The provider's models are of ai 7; for chat completions with tools those of ai 6 say the same. */
function modelFor(
  sdk: Sdk,
  { baseURL, apiKey, name }: { baseURL: string; apiKey: string; name: string },
) {
  const model = createOpenAICompatible({ name: "scripted", baseURL, apiKey })(name);
  if (sdk.version === 7) return model;
  return new Proxy(model, {
    get: (target, key) => {
      if (key === "specificationVersion") return "v3";
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function driver(sdk: Sdk, how: "generateText" | "streamText"): Driver {
  return {
    name: `ai ${sdk.version}, ${how}`,
    async run({ model, system, task, tools, recovery, run: runOptions, maxTurns, signal }) {
      const toolSet = Object.fromEntries(
        tools.map(({ name, description, parameters, execute }) => [
          name,
          sdk.ai.tool({
            description,
            inputSchema: sdk.ai.jsonSchema<Record<string, unknown>>(parameters),
            execute: async (args, options) => execute(args, callContext(options) ?? {}),
          }),
        ]),
      );
      const run = createRecovery(recovery).run(runOptions);
      const settings = {
        model: modelFor(sdk, model),
        system,
        prompt: task,
        abortSignal: signal,
        ...run.wire({ tools: toolSet, stopWhen: sdk.ai.stepCountIs(maxTurns) }),
      } as never;
      const finalText = await (how === "generateText"
        ? run.track(sdk.ai.generateText(settings)).then(({ text }) => text)
        : sdk.ai.streamText(settings).text
      ).then(undefined, (error: unknown) => {
        if (!signal.aborted) throw error;
        return "";
      });
      return {
        finalText: run.halt?.userMessage ?? finalText,
        stopReason: run.stopReason ?? "none",
      };
    },
  };
}

const drivers = sdks.flatMap((sdk) => [driver(sdk, "generateText"), driver(sdk, "streamText")]);

/** A deadline in real time says how fast the machine is; the engine tests it by a clock of its own. */
const timeless = recoveryScenarios.filter(({ run }) => run?.runTimeoutMs === undefined);

describe.each(timeless)("scenario $name", (scenario) => {
  it("comes out as written, and the same on both versions, generated and streamed", async () => {
    const results: ScenarioResult[] = [];
    for (const each of drivers) results.push(await runRecoveryScenario(scenario, each));
    for (const { calls, stopReason } of results) {
      expect(calls.map(summariseCall)).toEqual(scenario.expect.calls);
      expect(stopReason).toBe(scenario.expect.stopReason);
    }
    const runs = results.map((result) => ({ ...result, name: result.driver }));
    expect(runDifferences(runs)).toEqual([]);
  }, 20_000);
});
