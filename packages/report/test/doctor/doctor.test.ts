import type { TraceRecord } from "@recourse/core";
import { describe, expect, test } from "vitest";
import { Doctor, type Finding, findings, suggestEffect } from "../../src/index.ts";
import { callRecord, failedCall, runRecord } from "../support/records.ts";
import { runSample } from "../support/sample-trace.ts";

function examine(records: readonly TraceRecord[]): readonly Finding[] {
  const doctor = new Doctor();
  for (const record of records) {
    if (record.schema === "recourse.run/1") doctor.run(record);
    else doctor.call(record);
  }
  doctor.finish();
  return findings(doctor);
}

/** A call without a declared effect. */
function undeclared(fields: Parameters<typeof callRecord>[0]): ReturnType<typeof callRecord> {
  const { effect: _effect, ...record } = callRecord(fields);
  return record;
}

describe("the doctor", () => {
  test("finds nothing where nothing is wrong", () => {
    expect(
      examine([callRecord(), failedCall({ turn: 2 }), callRecord({ turn: 3 }), runRecord()]),
    ).toEqual([]);
  });

  test("names undeclared tools with what the name suggests and what the records say", () => {
    const [found] = examine(
      [
        undeclared({ tool: "send_email", turn: 1, signature: "s" }),
        undeclared({
          ...failedCall({ tool: "send_email", turn: 2, errorType: "timeout", decision: "verify" }),
          tool: "send_email",
        }),
      ].map(({ effect: _effect, ...record }) => record),
    ).filter(({ check }) => check !== "no end recorded");
    expect(found).toEqual({
      check: "undeclared tool",
      where: "send_email",
      evidence: "2 calls, 1 failure, 1 not retried, since nothing says that it is safe",
      advice: 'Declare effect: "write" (its name says "send").',
    });
  });

  test("says where the records speak against the name", () => {
    const same = { tool: "create_session", signature: "s", outcomeHash: "o" };
    const calls = [1, 2, 3].map((turn) => undeclared({ ...same, turn }));
    const [found] = examine([...calls, runRecord()]);
    expect(found?.advice).toMatch(
      /repeats gave the same result, so check whether it is idempotent/,
    );
  });

  test("names writes that stay refused, since the check that they name is missing or never works", () => {
    const refusal = {
      ...failedCall({ tool: "refund", errorType: "repeated_call", decision: "refuse", turn: 3 }),
      effect: "write",
      verify: "get_refund",
      tripped: { rule: "unverified_write" },
    } as const;
    const check = failedCall({ tool: "get_refund", errorType: "not_found", turn: 2 });
    const told = (records: readonly TraceRecord[]) =>
      examine([...records, runRecord()]).filter(({ where }) => where === "refund");
    expect(told([refusal])).toEqual([
      {
        check: "check that settles nothing",
        where: "refund",
        evidence: "refused 1 time as unverified, and get_refund was never called",
        advice: "Name a tool in `verify` that the model is given; it is asked to call get_refund.",
      },
    ]);
    const [found] = told([check, refusal]);
    expect(found?.evidence).toContain("none of 1 call of get_refund worked (mostly not_found)");
    expect(found?.advice).toContain("`ToolFault.emptyResult()`");
    expect(told([check, refusal, callRecord({ tool: "get_refund", turn: 4 })])).toEqual([]);
  });

  test("names tools whose failures are never followed by a success, with advice for the kind", () => {
    const records = [1, 2, 3].flatMap((run) => [
      failedCall({ runId: `r${run}`, turn: 1, tool: "find_user" }),
      failedCall({ runId: `r${run}`, turn: 2, tool: "find_user" }),
      failedCall({ runId: `r${run}`, turn: 3, tool: "find_team" }),
      callRecord({ runId: `r${run}`, turn: 4, tool: "find_team" }),
      runRecord({ runId: `r${run}` }),
    ]);
    expect(examine(records)).toEqual([
      {
        check: "message that never helps",
        where: "find_user",
        evidence: "3 error episodes, none followed by a success; not_found 6",
        advice:
          "Give the valid names by `enumerate`, or name the tool that lists them in `explain`.",
      },
    ]);
  });

  test.each([
    ["corrupt_state", "halt", /Mend the data/],
    ["auth", "stop_branch", /Grant the permission/],
    ["timeout", "verify", /The service fails/],
  ] as const)(
    "does not blame the message for %s: no text could help",
    (errorType, decision, advice) => {
      const records = [1, 2, 3].flatMap((run) => [
        failedCall({ runId: `r${run}`, tool: "merge", errorType, decision }),
        runRecord({ runId: `r${run}` }),
      ]);
      const [found, ...others] = examine(records);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ check: "failure beyond the model", where: "merge" });
      expect(found?.advice).toMatch(advice);
    },
  );

  test("finds halts that were not carried out, in the records of the real engine", async () => {
    const found = async (unwiredTurns: number): Promise<readonly Finding[]> => {
      const records: TraceRecord[] = [];
      await runSample([{ write: (record) => void records.push(record) }], {
        runs: 32,
        frameworks: ["langgraph"],
        unwiredTurns,
      });
      return examine(records).filter(({ check }) => check === "halt not wired");
    };
    expect(await found(0)).toEqual([]);
    const [unwired] = await found(2);
    expect(unwired).toMatchObject({ where: "langgraph, agent support-desk" });
    expect(unwired?.evidence).toMatch(
      /runs? went on for \d+ turns after the end, such as langgraph-/,
    );
    expect(unwired?.advice).toContain("recoveryCondition");
  });

  test("takes no offence at one turn that was on its way when the clock ended the run", () => {
    const late = failedCall({ turn: 2, errorType: "not_executed", decision: "pass_through" });
    expect(examine([callRecord(), late, runRecord({ stopReason: "deadline" })])).toEqual([]);
    const again = failedCall({ turn: 3, errorType: "not_executed", decision: "pass_through" });
    expect(
      examine([callRecord(), late, again, runRecord({ stopReason: "deadline" })]),
    ).toHaveLength(1);
  });

  test("takes no offence at siblings that were not begun in the turn of the halt", () => {
    const halt = failedCall({ turn: 1, index: 0, errorType: "corrupt_state", decision: "halt" });
    const sibling = failedCall({
      turn: 1,
      index: 1,
      errorType: "not_executed",
      decision: "pass_through",
    });
    expect(examine([halt, sibling, runRecord({ stopReason: "corrupt_state" })])).toEqual([]);
  });

  test.each([
    ["langgraph", "langgraph", /recoveryState.*RunEndHandler/],
    ["ai-sdk", "ai-sdk", /run\.track/],
    ["openai-agents", "openai-agents", /recoveringRunner/],
    ["none", "no framework", /run\.finish\(\)/],
  ])("names runs of %s whose end nothing records", (framework, where, advice) => {
    const [found, ...others] = examine([
      callRecord({ runId: "a", framework }),
      runRecord({ runId: "a", framework }),
      callRecord({ runId: "b", framework }),
    ]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      check: "no end recorded",
      where,
      evidence: "1 of 2 runs, such as b",
    });
    expect(found?.advice).toMatch(advice);
    expect(found?.advice).toContain("await recovery.flush()");
  });

  test("takes no offence at a few runs without an end: they crashed, or are under way", () => {
    const ended = [1, 2, 3].map((run) => runRecord({ runId: `r${run}` }));
    expect(examine([...ended, callRecord({ runId: "r4" })])).toEqual([]);
  });
});

describe("the effect that a name suggests", () => {
  test.each([
    ["get_order", "read", "get"],
    ["listOpenIssues", "read", "list"],
    ["mcp__github__create_issue", "write", "create"],
    ["orders.update", "idempotent", "update"],
    ["weather_get", "read", "weather"],
    ["delete-file", "idempotent", "delete"],
    ["frobnicate", "write", undefined],
    ["", "write", undefined],
  ])("%s: %s", (tool, effect, verb) => {
    expect(suggestEffect(tool)).toEqual({ effect, verb });
  });
});
