import type { CallRecord } from "@recourse/core";
import type { ModelScript } from "../model/script.ts";
import { fixed, returns, script, toolThat } from "./build.ts";
import { summariseCall } from "./run-scenario.ts";
import type { ScenarioTool } from "./scenario.ts";

/** A call that a person is asked about, and what must come of either answer, on every framework. */
export interface PausedScenario {
  readonly script: ModelScript;
  /** The tool that a person must agree to. */
  readonly tool: () => ScenarioTool;
  readonly expect: Readonly<
    Record<"approved" | "rejected", { readonly call: string; readonly executions: number }>
  >;
}

/** A refund that a person approves or rejects. */
export const pausedScenario: PausedScenario = {
  script: script("Refund order 7, if a person agrees.", fixed("refund", { id: "7" })),
  tool: () => toolThat("refund", { effect: "write" }, [returns("refunded")]),
  expect: {
    approved: { call: "refund ok proceed", executions: 1 },
    rejected: { call: "refund rejected stop_branch", executions: 0 },
  },
};

/**
 * Call records in words, but for the pauses: frameworks that pause inside a call record it as
 * `interrupted` first, and what comes of the answer takes its place.
 */
export function answeredCalls(calls: readonly CallRecord[]): readonly string[] {
  return calls.filter(({ errorType }) => errorType !== "interrupted").map(summariseCall);
}
