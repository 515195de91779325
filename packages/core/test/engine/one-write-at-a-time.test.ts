import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallOutcome } from "../../src/index.ts";
import { harness } from "./support/harness.ts";
import { RUNS } from "./support/script.ts";

/** Longer than vitest's own limit, for as many cases as are asked for. */
const LIMIT_MS = 300_000;

/** What happens next to identical writes. */
const step = fc.record({
  does: fc.constantFrom("ask", "ask", "settle", "close"),
  later: fc.boolean(),
});

/** Lets everything happen that waits for nothing but its turn. */
const quiet = () => new Promise((resolve) => setImmediate(resolve));

test(
  "of identical writes never two run at once, whatever turns they belong to and whenever these are closed",
  { timeout: LIMIT_MS },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
        const h = harness({
          tools: { pay: { effect: "write", timeoutMs: false } },
          policy: { repeats: false, cycle: false },
        });
        const begun: (() => void)[] = [];
        const asked: Promise<CallOutcome>[] = [];
        let turn = 0;
        let most = 0;
        for (const { does, later } of steps) {
          if (later) turn += 1;
          if (does === "close") h.run.closeTurn();
          else if (does === "settle") begun.shift()?.();
          else {
            const call = { id: `${asked.length}`, tool: "pay", args: {}, turn };
            const execute = () =>
              new Promise<string>((settle) => void begun.push(() => settle("paid")));
            asked.push(h.run.call(call, execute));
          }
          await quiet();
          most = Math.max(most, begun.length);
        }
        let outcomes: readonly CallOutcome[] = [];
        void Promise.all(asked).then((all) => {
          outcomes = all;
        });
        for (let rounds = 0; rounds < 1_000 && outcomes.length < asked.length; rounds++) {
          begun.shift()?.();
          await quiet();
          most = Math.max(most, begun.length);
        }
        expect(outcomes.map(({ ok }) => ok)).toEqual(asked.map(() => true));
        expect(most).toBeLessThanOrEqual(1);
      }),
      { numRuns: RUNS },
    ),
);
