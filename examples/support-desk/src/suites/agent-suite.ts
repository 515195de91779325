import { describe, expect, test } from "vitest";
import type { RunAgent } from "../agent.ts";
import { runScenario, type ScenarioOutcome } from "../run-scenario.ts";
import { SCENARIOS } from "../scenarios/scenarios.ts";

/** What must hold of the support desk on every framework, in every scenario. */
export function agentSuite(framework: string, runAgent: RunAgent): void {
  describe.concurrent("with Recourse", () => {
    test.each(SCENARIOS.map((scenario) => [scenario.title, scenario] as const))(
      "%s: the outcome is good, every call has a result, no write ran twice",
      async (_, scenario) => {
        const outcome = await runScenario(scenario, { framework, variant: "recourse", runAgent });
        expect(outcome.result.error).toBeUndefined();
        expect(outcome.blame).toBeUndefined();
        expect(outcome.repeatedWrites).toEqual([]);
        expect(unanswered(outcome)).toEqual([]);
        expect(outcome.runs).toMatchObject([{ stopReason: outcome.result.stopReason }]);
      },
      30_000,
    );
  });

  test("bare, a refund that took effect and timed out is paid twice", async () => {
    const scenario = SCENARIOS.find(({ name }) => name === "refund-timeout");
    if (scenario === undefined) throw new Error("the scenario is gone");
    const outcome = await runScenario(scenario, { framework, variant: "bare", runAgent });
    expect(outcome.repeatedWrites).toEqual(["order A-1042 was refunded 2 times"]);
    expect(outcome.calls).toEqual([]);
  }, 30_000);
}

/** Ids of calls that a later request does not answer. */
function unanswered({ exchanges }: ScenarioOutcome): readonly string[] {
  const messages = exchanges.at(-1)?.request.messages ?? [];
  const asked = messages.flatMap((message) => message.tool_calls ?? []).map(({ id }) => id);
  const answered = new Set(messages.map((message) => message.tool_call_id));
  return asked.filter((id) => !answered.has(id));
}
