import {
  type Driver,
  resumableScenarios,
  runRecoveryScenario,
  summariseCall,
} from "@recourse/testing";
import { describe, expect, test } from "vitest";

/** What must hold of a driver that saves the run and takes it up again after every turn. */
export function resumeSuite(driver: Driver): void {
  describe.concurrent("a run that is saved and taken up again after every turn", () => {
    test.each(resumableScenarios.map((scenario) => [scenario.name, scenario] as const))(
      "decides as one that was not: %s",
      async (_, scenario) => {
        const result = await runRecoveryScenario(scenario, driver);
        expect(result.calls.map(summariseCall)).toEqual(scenario.expect.calls);
        expect(result.stopReason).toBe(scenario.expect.stopReason);
        expect(result.executions).toMatchObject(scenario.expect.executions ?? {});
      },
      20_000,
    );
  });
}
