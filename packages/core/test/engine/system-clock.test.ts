import { afterEach, describe, expect, test, vi } from "vitest";
import { createRecovery } from "../../src/index.ts";

afterEach(() => void vi.useRealTimers());

const slow = { id: "a", tool: "t", args: {}, turn: 0 };
const never = () => new Promise<never>(() => {});
const run = (timeoutMs: number) =>
  createRecovery({ tools: { t: { effect: "write", timeoutMs } } }).run();

describe("the platform's own clock", () => {
  test("times an attempt out", async () => {
    const outcome = await run(20).call(slow, never);
    expect(outcome.record.errorType).toBe("timeout");
  });

  test("times a long attempt out too, to the millisecond of a test's fake timers", async () => {
    vi.useFakeTimers();
    let done = false;
    const pending = run(60_000)
      .call(slow, never)
      .then((outcome) => {
        done = true;
        return outcome;
      });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect((await pending).record.errorType).toBe("timeout");
  });

  test("still does after a test swapped its timers in between", async () => {
    vi.useFakeTimers();
    void run(60_000).call(slow, never);
    vi.useRealTimers();
    vi.useFakeTimers();
    const pending = run(60_000).call(slow, never);
    await vi.advanceTimersByTimeAsync(60_001);
    expect((await pending).record.errorType).toBe("timeout");
  });

  test("leaves no timer behind a call that has settled", async () => {
    vi.useFakeTimers();
    const each = run(60_000);
    await Promise.all(
      [0, 1, 2].map((turn) =>
        each.call({ ...slow, id: `${turn}`, args: { turn }, turn }, async () => 1),
      ),
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
