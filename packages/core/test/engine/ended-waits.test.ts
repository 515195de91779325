import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallOutcome, createRecovery, type Run, type TraceRecord } from "../../src/index.ts";
import { httpError } from "./support/harness.ts";
import { RUNS } from "./support/script.ts";

/** Longer than vitest's own limit, for as many cases as are asked for. */
const LIMIT_MS = 300_000;

/** A clock that stands still until it is told to go on: a wait that nobody ends never ends. */
function standingClock() {
  const timers = new Map<number, { readonly due: number; readonly callback: () => void }>();
  let now = 0;
  let made = 0;
  return {
    now: () => now,
    random: () => 0.5,
    setTimeout: (callback: () => void, ms: number) => {
      timers.set(++made, { due: now + ms, callback });
      return made;
    },
    clearTimeout: (handle: unknown) => void timers.delete(handle as number),
    /** Fires what is due in the next milliseconds, and lets everything go on that can. */
    async pass(ms: number): Promise<void> {
      now += ms;
      for (const [id, { due, callback }] of [...timers]) {
        if (due > now || !timers.delete(id)) continue;
        callback();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Ways in which a run comes to its end while calls of it wait for their next attempt. */
const ENDS: Readonly<Record<string, (runs: { readonly run: Run; readonly parent: Run }) => void>> =
  {
    "stop()": ({ run }) => run.stop("enough"),
    "finish()": ({ run }) => void run.finish(),
    "stop() of the run above": ({ parent }) => parent.stop("enough"),
    "finish() of the run above": ({ parent }) => void parent.finish(),
  };

/** Ways in which a call waits before it begins. */
const never = new Promise<never>(() => {});
const WAITS: Readonly<Record<string, (run: Run, execute: () => unknown) => Promise<CallOutcome>>> =
  {
    "for a write like it": (run, execute) => {
      void run.call({ id: "first", tool: "pay", args: {}, turn: 0, index: 0 }, () => never);
      return run.call({ id: "second", tool: "pay", args: {}, turn: 0, index: 1 }, execute);
    },
    "for its schema": (run, execute) =>
      run.call({ id: "checked", tool: "typed", args: {}, turn: 0, index: 0 }, execute),
  };
const slowSchema = {
  "~standard": { version: 1, vendor: "mine", validate: () => never },
} as const;

describe.each(Object.entries(WAITS))("a call that waits to begin, %s", (_, waiting) => {
  test.each(Object.entries(ENDS))("is not executed once the run has ended: %s", async (__, end) => {
    const records: TraceRecord[] = [];
    const recovery = createRecovery({
      clock: standingClock(),
      tools: {
        pay: { effect: "write", timeoutMs: false },
        typed: { effect: "read", timeoutMs: false, schema: slowSchema },
      },
      sinks: [{ write: (record) => void records.push(record) }],
    });
    const parent = recovery.run();
    const run = parent.child();
    let begun = 0;
    const outcome = waiting(run, () => {
      begun += 1;
    });
    await new Promise((resolve) => setImmediate(resolve));
    end({ run, parent });
    expect((await outcome).record).toMatchObject({ errorType: "not_executed", attemptLog: [] });
    await run.finish();
    expect(begun).toBe(0);
    // What was still to come of the run is told before its end.
    expect(records.at(-1)?.schema).toBe("recourse.run/1");
  });
});

describe("a call that waits for its next attempt", () => {
  test.each(Object.entries(ENDS))(
    "settles at once with the failure that it has when the run ends: %s",
    (_, end) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("read", "idempotent"), { minLength: 1, maxLength: 5 }),
          fc.integer({ min: 1, max: 60_000 }),
          fc.integer({ min: 0, max: 40_000 }),
          async (effects, baseMs, passMs) => {
            const clock = standingClock();
            const recovery = createRecovery({
              clock,
              tools: { read: { effect: "read" }, idempotent: { effect: "idempotent" } },
              policy: { retry: { maxAttempts: 4, baseMs, maxWaitMs: 1_000_000 } },
            });
            const parent = recovery.run();
            const run = parent.child();
            let begun = 0;
            const outcomes: CallOutcome[] = [];
            const calls = effects.map(async (tool, index) => {
              const call = { id: `${index}`, tool, args: { index }, turn: 0, index };
              outcomes.push(
                await run.call(call, () => {
                  begun += 1;
                  throw httpError(503);
                }),
              );
            });
            await clock.pass(0);
            await clock.pass(passMs);
            const before = begun;
            end({ run, parent });
            await clock.pass(0);
            expect(outcomes).toHaveLength(effects.length);
            expect(begun).toBe(before);
            for (const { record } of outcomes) {
              expect(record).toMatchObject({ ok: false, errorType: "upstream" });
              expect(record.decision).not.toBe("retry");
            }
            const attempts = outcomes.reduce(
              (sum, { record }) => sum + record.attemptLog.length,
              0,
            );
            expect(attempts).toBe(begun);
            await Promise.all(calls);
          },
        ),
        { numRuns: RUNS },
      ),
    LIMIT_MS,
  );

  test("settles at once when a call beside it halts the run", async () => {
    const clock = standingClock();
    const recovery = createRecovery({
      clock,
      tools: { read: { effect: "read" }, ledger: { effect: "write", critical: true } },
    });
    const run = recovery.run();
    const waiting = run.call({ id: "a", tool: "read", args: {}, turn: 0, index: 0 }, () => {
      throw httpError(503);
    });
    await clock.pass(0);
    const halting = run.call({ id: "b", tool: "ledger", args: {}, turn: 0, index: 1 }, () => {
      throw httpError(403);
    });
    expect((await halting).halt?.reason).toBe("forbidden");
    const { record } = await waiting;
    expect(record.attemptLog).toHaveLength(1);
    expect(run.report().stopReason).toBe("forbidden");
  });

  test("settles at once when a run beside it uses up what they share", async () => {
    const clock = standingClock();
    const recovery = createRecovery({
      clock,
      tools: { read: { effect: "read" } },
      policy: { errors: 1 },
    });
    const parent = recovery.run();
    const [one, other] = [parent.child(), parent.child()];
    const waiting = one.call({ id: "a", tool: "read", args: {}, turn: 0 }, () => {
      throw httpError(503);
    });
    await clock.pass(0);
    await other.call({ id: "b", tool: "read", args: {}, turn: 0 }, () => {
      throw httpError(404);
    });
    expect(other.closeTurn()?.reason).toBe("tool_error_budget");
    expect((await waiting).record.attemptLog).toHaveLength(1);
    expect(one.halt?.reason).toBe("tool_error_budget");
  });
});

test("however many wait, Node warns of no leak", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on("warning", onWarning);
  const recovery = createRecovery({
    clock: standingClock(),
    tools: {
      pay: { effect: "write", timeoutMs: false },
      typed: { effect: "read", timeoutMs: false, schema: slowSchema },
      down: { effect: "read" },
    },
  });
  const run = recovery.run();
  const calls = ["pay", "typed", "down"].flatMap((tool) =>
    Array.from({ length: 30 }, (_, index) =>
      run.call({ id: `${tool}${index}`, tool, args: {}, turn: 0 }, () => {
        if (tool === "down") throw httpError(503);
        return tool === "pay" ? new Promise(() => {}) : index;
      }),
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  await run.finish();
  await Promise.all(calls.slice(1));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});
