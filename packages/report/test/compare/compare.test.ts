import type { TraceRecord } from "@recourse/core";
import { describe, expect, test } from "vitest";
import { compareGroups, comparisonTables, type Group, Groups } from "../../src/index.ts";
import { callRecord, failedCall, runRecord } from "../support/records.ts";
import { seeded } from "../support/sample-trace.ts";

interface Side {
  readonly runs: number;
  /** The chance that a call fails. */
  readonly errors: number;
  readonly calls?: number;
  readonly scenarios?: readonly string[];
  readonly model?: string;
  readonly seed?: number;
}

function group({
  runs,
  errors,
  calls = 6,
  scenarios = ["one"],
  model = "m",
  seed = 1,
}: Side): Group {
  const chance = seeded(seed);
  const groups = new Groups({ name: () => "it" });
  const add = (record: TraceRecord): void =>
    record.schema === "recourse.run/1" ? groups.run(record) : void groups.call(record);
  for (let run = 0; run < runs; run++) {
    const labels = {
      runId: `run-${run}`,
      model,
      attributes: { scenario: scenarios[run % scenarios.length] ?? "one" },
    };
    for (let turn = 1; turn <= calls; turn++) {
      add(
        chance() < errors
          ? failedCall({ ...labels, turn })
          : callRecord({ ...labels, turn, signature: `${run}-${turn}` }),
      );
    }
    add(runRecord(labels));
  }
  const [found] = groups.sorted();
  if (found === undefined) throw new Error("There is no group.");
  return found[1];
}

function verdicts(a: Group, b: Group): Record<string, string> {
  return Object.fromEntries(compareGroups(a, b).map(({ key, verdict }) => [key, verdict]));
}

function compare(a: Group, b: Group, by = "framework"): ReturnType<typeof comparisonTables> {
  return comparisonTables({
    groups: [
      ["a", a],
      ["b", b],
    ],
    by,
  });
}

describe("a comparison", () => {
  test("tells a large difference from chance, and its direction", () => {
    const found = verdicts(
      group({ runs: 100, errors: 0.1 }),
      group({ runs: 100, errors: 0.4, seed: 2 }),
    );
    expect(found).toMatchObject({ errorRate: "higher", errors: "higher", errorTokens: "higher" });
    const turned = verdicts(
      group({ runs: 100, errors: 0.4, seed: 2 }),
      group({ runs: 100, errors: 0.1 }),
    );
    expect(turned).toMatchObject({ errorRate: "lower", errors: "lower" });
  });

  test("cannot tell a small one", () => {
    const found = verdicts(
      group({ runs: 40, errors: 0.2 }),
      group({ runs: 40, errors: 0.22, seed: 2 }),
    );
    expect(new Set(Object.values(found))).not.toContain("higher");
    expect(found).toMatchObject({ errorRate: "cannot tell" });
  });

  test("finds nothing, in at least 95 of 100 comparisons of the same with the same", () => {
    let wrong = 0;
    for (let seed = 0; seed < 100; seed++) {
      const a = group({ runs: 30, errors: 0.25, seed: 2 * seed + 1 });
      const b = group({ runs: 30, errors: 0.25, seed: 2 * seed + 2 });
      const told = Object.values(verdicts(a, b)).filter(
        (verdict) => !/cannot|too few/.test(verdict),
      );
      if (told.length > 0) wrong += 1;
    }
    expect(wrong).toBeLessThanOrEqual(5);
  });

  test("is not taken in by one run that fails a thousand times", () => {
    const calm = group({ runs: 20, errors: 0 });
    const groups = new Groups({ name: () => "it" });
    for (let run = 0; run < 20; run++) {
      for (let turn = 1; turn <= 6; turn++) groups.call(callRecord({ runId: `r${run}`, turn }));
    }
    for (let turn = 7; turn <= 1_006; turn++) groups.call(failedCall({ runId: "r0", turn }));
    const [found] = groups.sorted();
    expect(verdicts(calm, found?.[1] as Group)).toMatchObject({
      errorRate: "too few cases",
      errors: "cannot tell",
    });
  });

  test("says that it cannot tell, and why, with too few runs", () => {
    const { tables, warnings } = compare(
      group({ runs: 3, errors: 0 }),
      group({ runs: 3, errors: 1 }),
    );
    expect(warnings).toEqual([
      "a has 3 runs: too few to tell anything.",
      "b has 3 runs: too few to tell anything.",
    ]);
    const said = tables[1]?.rows.map(({ verdict }) =>
      verdict?.kind === "text" ? verdict.value : "",
    );
    expect(said?.every((text) => text.startsWith("cannot tell"))).toBe(true);
  });

  test("warns when the scenario mixes differ, and names the scenario", () => {
    const { warnings } = compare(
      group({ runs: 60, errors: 0.2, scenarios: ["easy", "easy", "hard"] }),
      group({ runs: 60, errors: 0.2, scenarios: ["hard"] }),
    );
    expect(warnings).toEqual([
      "The scenario mixes differ: 67 % of the runs have no counterpart (most of all easy: 67 % in a, 0 % in b). A difference below may come from that.",
    ]);
  });

  test("warns when something else differs too, but not in what is compared", () => {
    const a = group({ runs: 60, errors: 0.2, model: "small" });
    const b = group({ runs: 60, errors: 0.2, model: "large" });
    expect(compare(a, b).warnings.join()).toMatch(/runs differ in model too: 100 %/);
    expect(compare(a, b, "model").warnings).toEqual([]);
  });

  test("says that scenarios cannot be checked when none is named", () => {
    const bare = (): Group => {
      const groups = new Groups({ name: () => "it" });
      for (let run = 0; run < 40; run++) groups.call(callRecord({ runId: `r${run}` }));
      return groups.sorted()[0]?.[1] as Group;
    };
    expect(compare(bare(), bare()).warnings).toEqual([
      'The runs carry no attribute "scenario", so whether both did the same tasks cannot be checked.',
    ]);
  });

  test("takes every further group against the baseline", () => {
    const side = group({ runs: 40, errors: 0.1 });
    const groups = [
      ["x", side],
      ["y", side],
      ["z", side],
    ] as const;
    const titles = (baseline?: string): string[] =>
      comparisonTables({ groups, by: "framework", baseline }).tables.map(({ title }) => title);
    expect(titles()).toEqual(["What is compared", "y against x", "z against x"]);
    expect(titles("z")).toEqual(["What is compared", "x against z", "y against z"]);
    expect(() => titles("w")).toThrow('No framework is called "w": there are x, y, z.');
  });

  test("needs two groups", () => {
    const groups = [["only", group({ runs: 5, errors: 0 })]] as const;
    expect(() => comparisonTables({ groups, by: "framework" })).toThrow(/framework is always only/);
  });
});
