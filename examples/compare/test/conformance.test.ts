import {
  type Goal,
  type RecoveryScenario,
  recoveryScenarios,
  runDifferences,
  runRecoveryScenario,
  type ScenarioResult,
  summariseCall,
} from "@recourse/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { STACKS } from "../src/stacks.ts";
import { driverOf } from "./stack-driver.ts";

test("there are at least forty scenarios, each with a name of its own", () => {
  const names = recoveryScenarios.map((scenario) => scenario.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(40);
});

describe.each(recoveryScenarios.map((scenario) => [scenario.name, scenario] as const))(
  "%s",
  (_, scenario) => {
    const results: ScenarioResult[] = [];

    beforeAll(async () => {
      for (const stack of STACKS) {
        results.push(await runRecoveryScenario(scenario, driverOf(stack)));
      }
    });

    test.each(STACKS.map((stack, index) => [stack.name, index] as const))(
      `on %s: ${scenario.about}`,
      (_name, index) => {
        const result = results[index];
        if (result === undefined) throw new Error("the scenario did not run");
        expectOutcome(scenario, result);
      },
    );

    test("is the same on every stack", () => {
      const runs = results.map((result) => ({ name: result.driver, ...result }));
      expect(runDifferences(runs)).toEqual([]);
    });
  },
);

test("the Agents SDK tells of an unknown tool after the known ones of its batch", async () => {
  // The one known difference: the SDK keeps no place for a call of a tool that it does not have.
  const scenario = recoveryScenarios.find(({ name }) => name === "unknown-tool-beside-a-known-one");
  if (scenario === undefined) throw new Error("the scenario is gone");
  const [known, unknown] = scenario.script.steps[0] as readonly [Goal, Goal];
  const turned = { ...scenario, script: { ...scenario.script, steps: [[unknown, known]] } };
  const orders = await Promise.all(
    STACKS.map(async (stack) => {
      const { calls } = await runRecoveryScenario(turned, driverOf(stack));
      return [stack.name, calls.map(({ tool }) => tool)];
    }),
  );
  expect(Object.fromEntries(orders)).toEqual({
    langgraph: ["fetch_order", "get_order"],
    "ai-sdk": ["fetch_order", "get_order"],
    "openai-agents": ["get_order", "fetch_order"],
    "raw-loop": ["fetch_order", "get_order"],
  });
});

function expectOutcome({ expect: wanted }: RecoveryScenario, result: ScenarioResult): void {
  expect(result.calls.map(summariseCall)).toEqual(wanted.calls);
  expect(result.stopReason).toBe(wanted.stopReason);
  const ends = wanted.calls.length === 0 ? [] : [wanted.stopReason];
  expect(result.runs.map((run) => run.stopReason)).toEqual(ends);
  expect(result.executions).toMatchObject(wanted.executions ?? {});
  if (wanted.lastText !== undefined) expect(result.texts.at(-1)).toMatch(wanted.lastText);
  if (wanted.neverSent !== undefined) {
    const sent = JSON.stringify([result.exchanges, result.calls, result.runs]);
    expect(sent).not.toMatch(wanted.neverSent);
  }
}
