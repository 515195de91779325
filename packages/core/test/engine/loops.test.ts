import { describe, expect, test } from "vitest";
import { faultsOf, loopCases, playLoop } from "./support/loop-cases.ts";

const cases = loopCases();

describe("labelled sequences of calls", () => {
  test.each(cases.filter(({ expect: { contested } }) => !contested))("$id $name", async (each) => {
    const verdict = await playLoop(each);
    expect(
      faultsOf(verdict, each.expect),
      `${each.expect.why}: ${JSON.stringify(verdict)}`,
    ).toEqual([]);
  });

  test("of the contested ones, at least eleven of twelve are on a side that someone takes", async () => {
    const contested = cases.filter((each) => each.expect.contested);
    const sides = await Promise.all(
      contested.map(async (each) => {
        const verdict = await playLoop(each);
        const ways = [each.expect, ...(each.expect.alternatives ?? [])];
        return ways.some((way) => faultsOf(verdict, way).length === 0);
      }),
    );
    expect(contested.length).toBe(12);
    expect(sides.filter(Boolean).length).toBeGreaterThanOrEqual(11);
  });
});
