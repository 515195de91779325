import type { ScenarioOutcome } from "@recourse/example-support-desk";
import { resultsIn, runDifferences } from "@recourse/testing";

/** Where the Recourse columns of one scenario part, in words; empty when they agree. */
export function differences(outcomes: readonly ScenarioOutcome[]): readonly string[] {
  const compared = outcomes.filter((outcome) => outcome.variant === "recourse");
  return runDifferences(
    compared.map(({ framework, calls, runs, exchanges, result }) => ({
      name: framework,
      calls,
      runs,
      texts: resultsIn(exchanges.at(-1)?.request.messages ?? []).map(({ text }) => text),
      stopReason: result.stopReason,
    })),
  );
}
