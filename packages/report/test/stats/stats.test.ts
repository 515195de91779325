import { wilson } from "@recourse/core";
import { describe, expect, test } from "vitest";
import { meanDifference, Ratio, rateDifference, Spread } from "../../src/index.ts";
import { holm } from "../../src/stats/holm.ts";
import { mixDistance } from "../../src/stats/mix-distance.ts";
import { studentQuantile, studentTwoSided } from "../../src/stats/student.ts";

function spread(values: readonly number[]): Spread {
  const result = new Spread();
  for (const value of values) result.add(value);
  return result;
}

describe("differences", () => {
  test("of two rates: Newcombe's own example, 56 of 70 against 48 of 80", () => {
    const { value, low, high, p } = rateDifference(wilson(48, 80), wilson(56, 70));
    expect(value).toBeCloseTo(0.2, 10);
    expect(low).toBeCloseTo(0.0524, 4);
    expect(high).toBeCloseTo(0.3339, 4);
    expect(p).toBeCloseTo(0.0082, 3);
  });

  test("of two means: Welch's test, t = 2.46 with 25 degrees of freedom, p = 0.021", () => {
    const a = [27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4];
    const b = [
      27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4,
    ];
    const { value, low, high, p } = meanDifference(spread(a), spread(b));
    expect(value).toBeCloseTo(2.167, 3);
    expect(p).toBeCloseTo(0.021, 3);
    expect([low, high].map((bound) => bound > 0)).toEqual([true, true]);
  });

  test("of fewer than five are not tested", () => {
    expect(rateDifference(wilson(0, 4), wilson(4, 4)).p).toBeUndefined();
    expect(meanDifference(spread([1, 1, 1]), spread([9, 9, 9])).p).toBeUndefined();
  });

  test("of nothing are nothing", () => {
    expect(rateDifference(wilson(0, 50), wilson(0, 50))).toMatchObject({ value: 0, p: 1 });
    const same = spread([3, 3, 3, 3, 3]);
    expect(meanDifference(same, same)).toMatchObject({ value: 0, p: 1 });
  });
});

describe("Student's t", () => {
  test.each([
    [2.228, 10, 0.05],
    [2.086, 20, 0.05],
    [1.96, 100_000, 0.05],
    [4.587, 10, 0.001],
    [12.706, 1, 0.05],
  ])("|T| passes %f with %i degrees of freedom once in 1 / %f", (t, freedom, p) => {
    expect(studentTwoSided(t, freedom)).toBeCloseTo(p, 3);
    expect(studentQuantile(p, freedom)).toBeCloseTo(t, 2);
  });
});

describe("a rate whose cases come in runs", () => {
  test("is worth as many cases as there are when runs are alike", () => {
    const ratio = new Ratio();
    for (let run = 0; run < 100; run++) ratio.add(run % 2, 1);
    expect(ratio.designEffect).toBeCloseTo(1, 1);
    expect(ratio.effective().of).toBeCloseTo(100, -1);
  });

  test("is worth as many cases as runs when each run is all or nothing", () => {
    const ratio = new Ratio();
    for (let run = 0; run < 40; run++) ratio.add(run % 2 === 0 ? 0 : 50, 50);
    expect(ratio.plain().of).toBe(2_000);
    expect(ratio.effective().rate).toBeCloseTo(0.5, 10);
    expect(ratio.effective().of).toBeGreaterThan(35);
    expect(ratio.effective().of).toBeLessThan(42);
  });

  test("takes the safe side when it is 0 or 1 throughout", () => {
    const ratio = new Ratio();
    for (let run = 0; run < 10; run++) ratio.add(0, 30);
    expect(ratio.effective()).toMatchObject({ rate: 0, of: 10 });
  });
});

describe("Holm's correction", () => {
  test("multiplies the smallest p by the number of tests, and never reverses the order", () => {
    expect(holm([0.01, undefined, 0.04, 0.03])).toEqual([0.03, undefined, 0.06, 0.06]);
  });

  test("never passes 1", () => {
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
  });
});

describe("how differently groups are made up", () => {
  test("is 0 for the same shares, 1 for nothing in common", () => {
    expect(mixDistance(new Map([["a", 1]]), new Map([["a", 9]]))).toBe(0);
    expect(mixDistance(new Map([["a", 1]]), new Map([["b", 9]]))).toBe(1);
  });

  test("is the share that would have to move", () => {
    const half = new Map([
      ["a", 5],
      ["b", 5],
    ]);
    expect(mixDistance(half, new Map([["a", 1]]))).toBe(0.5);
  });
});
