import type { CallRecord, RunRecord } from "@recourse/core";
import type { ModelScript } from "../model/script.ts";
import { httpStatus, returns, script, toolThat } from "./build.ts";
import { summariseCall } from "./run-scenario.ts";
import type { ScenarioTool } from "./scenario.ts";

/** An agent inside a tool: what both want, and the tool of the inner one. */
export interface NestedScenario {
  /** The user's message to the outer agent. */
  readonly task: string;
  /** The message that the outer agent gives the inner one, through `ask_expert({ input })`. */
  readonly question: string;
  readonly scripts: readonly ModelScript[];
  /** The inner agent's only tool: twice it finds nothing, the third time it does. */
  readonly lookup: () => ScenarioTool;
  readonly expect: {
    readonly outer: readonly string[];
    readonly inner: readonly string[];
    readonly answer: string;
  };
}

const question = "Which parcel is late?";

/** The outer agent asks an expert, who needs three tries. */
export const nestedScenario: NestedScenario = {
  task: "Ask the expert which parcel is late.",
  question,
  scripts: [
    {
      task: "Ask the expert",
      steps: [{ tool: "ask_expert", args: { input: question } }],
      answer: (results) => `The expert says: ${results.at(-1)}`,
    },
    {
      ...script(
        question,
        ...["1", "2", "7"].map((id) => ({ tool: "lookup", args: { id }, regardless: true })),
      ),
      answer: "Parcel 7 is late.",
    },
  ],
  lookup: () =>
    toolThat("lookup", { effect: "read" }, [
      httpStatus(404, {}, "no such parcel"),
      httpStatus(404, {}, "no such parcel"),
      returns({ id: "7", late: true }),
    ]),
  expect: {
    outer: ["ask_expert ok proceed"],
    inner: ["lookup not_found replan", "lookup not_found replan", "lookup ok proceed"],
    answer: "The expert says: Parcel 7 is late.",
  },
};

/** The records of nested runs, told apart: the outer run is the one that has no parent. */
export function nestedCalls(records: readonly (CallRecord | RunRecord)[]): {
  readonly outer: readonly string[];
  readonly inner: readonly string[];
  /** Whether every inner record names the outer run as its parent. */
  readonly linked: boolean;
} {
  const calls = records.filter((record) => record.schema === "recourse.call/1");
  const outer = calls.filter((call) => call.parentRunId === undefined);
  const inner = calls.filter((call) => call.parentRunId !== undefined);
  const parent = outer[0]?.runId;
  return {
    outer: outer.map(summariseCall),
    inner: inner.map(summariseCall),
    linked: inner.length > 0 && inner.every((call) => call.parentRunId === parent),
  };
}
