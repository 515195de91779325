import { type CallRecord, type PolicyInput, strictPolicy } from "@recourse/core";
import { describe, expect, test } from "vitest";
import { type CollectedRun, ReplaySums, RunCollector } from "../../src/index.ts";
import { readPolicy } from "../../src/replay/read-policy.ts";
import { folderWith } from "../support/folder.ts";
import { callRecord, failedCall, runRecord } from "../support/records.ts";

function replayed(runs: readonly CollectedRun[], policy: PolicyInput): ReplaySums {
  const sums = new ReplaySums(policy);
  for (const run of runs) sums.add(run);
  return sums;
}

/** A run that fails in each of some turns, and then succeeds. */
function failing(turns: number, fields: Partial<CallRecord> = {}): readonly CallRecord[] {
  const failures = Array.from({ length: turns }, (_, at) =>
    failedCall({ turn: at + 1, signature: `s${at}`, outcomeHash: `o${at}`, ...fields }),
  );
  return [...failures, callRecord({ turn: turns + 1 }), callRecord({ turn: turns + 2 })];
}

describe("replaying", () => {
  test("counts what ending a run earlier would have saved, and what it would have lost", () => {
    const calls = failing(4);
    const completed = { runId: "a", calls, end: runRecord({ runId: "a" }) };
    const stuck = {
      runId: "b",
      calls: calls.slice(0, 4),
      end: runRecord({ stopReason: "max_steps" }),
    };
    const sums = replayed([completed, stuck], { failedTurns: 3 });
    expect(sums).toMatchObject({
      runs: 2,
      calls: 10,
      stopped: 2,
      turnsSaved: 4,
      completedAnyway: 1,
      laterSuccesses: 2,
      afterEnd: { calls: 4, attempts: 4, tokens: 60 + 10 + 10 + 60 },
    });
    expect(sums.wronglyStopped).toEqual([
      { runId: "a", turn: 3, reason: "error_cascade", rule: "error_cascade", successes: 2 },
    ]);
    expect(sums.reasons.get("error_cascade")).toMatchObject({ runs: 2, completed: 1 });
  });

  test("changes nothing under the policy that it was recorded under", () => {
    const calls = failing(5).slice(0, 5);
    const run = { runId: "a", calls, end: runRecord({ stopReason: "error_cascade" }) };
    expect(replayed([run], {})).toMatchObject({ stopped: 0, stoppedAsRecorded: 1, letGoOn: 0 });
  });

  test("counts runs that a laxer policy would have let go on", () => {
    const calls = failing(5).slice(0, 5);
    const run = { runId: "a", calls, end: runRecord({ stopReason: "error_cascade" }) };
    expect(replayed([run], { failedTurns: false })).toMatchObject({ stopped: 0, letGoOn: 1 });
  });

  test("tells refused repeats that changed nothing from those that brought something new", () => {
    const same = { signature: "s", tool: "search" };
    const poll = ["one", "one", "two"].map((outcomeHash, at) =>
      callRecord({ ...same, turn: at + 1, outcomeHash }),
    );
    const sums = replayed([{ runId: "a", calls: poll, end: undefined }], {
      ...strictPolicy,
      repeats: { limit: 3 },
    });
    expect(sums.refused.calls).toBe(1);
    expect(sums.usefulRefused).toBe(1);
  });
});

describe("putting runs together", () => {
  test("joins the interleaved records of runs, and hands each over once", () => {
    const runs: CollectedRun[] = [];
    const collector = new RunCollector((run) => runs.push(run));
    for (let turn = 1; turn <= 3; turn++) {
      for (const runId of ["a", "b"]) collector.call(callRecord({ runId, turn }));
    }
    collector.run(runRecord({ runId: "a" }));
    collector.finish();
    expect(runs.map(({ runId, calls, end }) => [runId, calls.length, end?.stopReason])).toEqual([
      ["a", 3, "completed"],
      ["b", 3, undefined],
    ]);
    expect(collector.split).toBe(0);
  });

  test("holds a bounded number of records, and says when a run lay too far apart", () => {
    let calls = 0;
    const collector = new RunCollector((run) => {
      calls += run.calls.length;
    });
    collector.call(callRecord({ runId: "far" }));
    for (let n = 0; n < 60_000; n++)
      collector.call(callRecord({ runId: `r${n >> 3}`, turn: n & 7 }));
    collector.call(callRecord({ runId: "far", turn: 2 }));
    expect(calls).toBeGreaterThan(20_000);
    collector.finish();
    expect(calls).toBe(60_002);
    expect(collector.split).toBe(1);
  });

  test("leaves out what comes after ten thousand calls of one run", () => {
    const collector = new RunCollector(() => undefined);
    for (let turn = 0; turn < 10_005; turn++) collector.call(callRecord({ turn }));
    expect(collector.cut).toBe(5);
  });
});

describe("a policy", () => {
  test("is read from JSON, or known by name", () => {
    const folder = folderWith({ "p.json": '\uFEFF{"failedTurns": 2, "cycle": false}' });
    expect(readPolicy(`${folder}/p.json`)).toEqual({ failedTurns: 2, cycle: false });
    expect(readPolicy("strict")).toBe(strictPolicy);
    expect(readPolicy("default")).toEqual({});
  });

  test.each([
    ['{"failedTurns": "many"}', /failedTurns.*whole number/s],
    ['{"failedTurn": 2}', /failedTurns/],
    ['{"repeats": {"limit": 1}}', /repeats\.limit/],
    ["[1]", /is no object/],
    ["{oops", /is no JSON/],
  ])("%s is refused with what is wrong", (content, message) => {
    const folder = folderWith({ "p.json": content });
    expect(() => readPolicy(`${folder}/p.json`)).toThrow(message);
  });

  test("that is not there is refused", () => {
    expect(() => readPolicy("/no/such/policy.json")).toThrow(
      /cannot be read \(ENOENT\): name a JSON file, or one of default, strict/,
    );
  });
});
