import {
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

function expectOutcome({ expect: wanted }: RecoveryScenario, result: ScenarioResult): void {
  expect(result.calls.map(summariseCall)).toEqual(wanted.calls);
  expect(result.stopReason).toBe(wanted.stopReason);
  expect(result.runs.map((run) => run.stopReason)).toEqual([wanted.stopReason]);
  expect(result.executions).toMatchObject(wanted.executions ?? {});
  if (wanted.lastText !== undefined) expect(result.texts.at(-1)).toMatch(wanted.lastText);
  if (wanted.neverSent !== undefined) {
    const sent = JSON.stringify([result.exchanges, result.calls, result.runs]);
    expect(sent).not.toMatch(wanted.neverSent);
  }
}
