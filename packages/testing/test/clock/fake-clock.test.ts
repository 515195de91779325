import { describe, expect, test } from "vitest";
import { createFakeClock } from "../../src/index.ts";

describe("a fake clock", () => {
  test("fires timers in the order of their times when it is moved", async () => {
    const clock = createFakeClock({ now: 0 });
    const fired: string[] = [];
    clock.setTimeout(() => fired.push(`late ${clock.now()}`), 30);
    clock.setTimeout(() => fired.push(`early ${clock.now()}`), 10);
    await clock.advance(20);
    expect(fired).toEqual(["early 10"]);
    expect(clock.now()).toBe(20);
    await clock.advance(10);
    expect(fired).toEqual(["early 10", "late 30"]);
    expect(clock.waits).toEqual([30, 10]);
  });

  test("does not fire what was cleared", async () => {
    const clock = createFakeClock();
    const handle = clock.setTimeout(() => expect.unreachable(), 1);
    clock.clearTimeout(handle);
    await clock.runAll();
    expect(clock.pending).toBe(0);
  });

  test("moves by itself through waits of hours when asked to", async () => {
    const clock = createFakeClock({ now: 0, autoAdvance: true });
    const sleep = (ms: number): Promise<void> =>
      new Promise((resolve) => void clock.setTimeout(resolve, ms));
    await sleep(3_600_000);
    await sleep(3_600_000);
    expect(clock.now()).toBe(7_200_000);
  });

  test("repeats the chances that it was given", () => {
    const clock = createFakeClock({ random: [0.1, 0.9] });
    expect([clock.random(), clock.random(), clock.random()]).toEqual([0.1, 0.9, 0.1]);
  });

  test("gives up on timers that set timers for ever", async () => {
    const clock = createFakeClock();
    const again = (): void => void clock.setTimeout(again, 1);
    again();
    await expect(clock.runAll()).rejects.toThrow("a loop");
  }, 20_000);
});
