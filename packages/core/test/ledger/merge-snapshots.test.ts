import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeSnapshots } from "../../src/adapter.ts";
import { createRecovery, type RunSnapshot } from "../../src/index.ts";
import { systemError } from "../engine/support/harness.ts";
import { RUNS } from "../engine/support/script.ts";

/** Longer than vitest's own limit, for as many cases as are asked for. */
const LIMIT_MS = 300_000;

interface Branch {
  /** By turn: what is called at which position, and what becomes of it. */
  readonly turns: readonly (readonly { index: number; tool: string; gives: string }[])[];
  /** The framework's number of the first of them: one branch may be ahead of another. */
  readonly from?: number;
  readonly startMs: number;
  readonly closed?: boolean;
  readonly compacted?: boolean;
  readonly stopped: boolean;
}

/** What one of several parallel branches knows in the end. */
async function snapshotOf(branch: Branch): Promise<RunSnapshot> {
  const { turns, startMs, stopped, from = 0, closed = false, compacted = false } = branch;
  let now = startMs;
  const clock = { now: () => now, random: () => 0, setTimeout: () => 0, clearTimeout: () => {} };
  const tools = { look: { effect: "read" }, book: { effect: "write" } } as const;
  const policy = { retry: false } as const;
  const run = createRecovery({ clock, tools, policy, onEvent: () => {} }).run({ id: "r" });
  for (const [nth, calls] of turns.entries()) {
    const turn = from + nth;
    for (const { index, tool, gives } of calls) {
      await run.call({ id: `${turn}.${index}`, tool, args: { index }, turn, index }, () => {
        if (gives === "lost") throw systemError("ECONNRESET");
        if (gives === "bug") throw new TypeError("no such thing");
        return gives;
      });
      now += 1;
    }
  }
  if (compacted) run.contextChanged();
  if (closed) run.closeTurn();
  if (stopped) run.stop();
  return run.toJSON();
}

const call = fc.record({
  index: fc.nat(2),
  tool: fc.constantFrom("look", "book", "undeclared"),
  gives: fc.constantFrom("tea", "", "lost", "bug"),
});
const turn = fc.uniqueArray(call, { selector: ({ index }) => index, minLength: 1, maxLength: 3 });
const branches: fc.Arbitrary<Branch[]> = fc.array(
  fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
    from: fc.nat(2),
    startMs: fc.nat(2),
    closed: fc.boolean(),
    compacted: fc.boolean(),
    stopped: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

describe("snapshots of one run from parallel branches", () => {
  it(
    "come to the same in whatever order and however often they are merged",
    { timeout: LIMIT_MS },
    () =>
      fc.assert(
        fc.asyncProperty(branches, fc.infiniteStream(fc.nat()), async (given, ranks) => {
          const snapshots: RunSnapshot[] = [];
          for (const branch of given) snapshots.push(await snapshotOf(branch));
          const shuffled = snapshots
            .map((snapshot) => ({ snapshot, rank: ranks.next().value as number }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ snapshot }) => snapshot);
          const once = snapshots.reduce(mergeSnapshots);
          expect([...shuffled, ...snapshots].reduce(mergeSnapshots)).toEqual(once);
          // Branches that were merged among themselves first.
          const half = Math.ceil(shuffled.length / 2);
          const parts = [shuffled.slice(0, half), shuffled.slice(half)].filter(
            (part) => part.length > 0,
          );
          expect(parts.map((part) => part.reduce(mergeSnapshots)).reduce(mergeSnapshots)).toEqual(
            once,
          );
        }),
        { numRuns: RUNS },
      ),
  );

  it("keep the halt of a branch that closed as many turns as the other", async () => {
    const turns = [[{ index: 0, tool: "look", gives: "tea" }]];
    const going = await snapshotOf({ turns, startMs: 0, stopped: false });
    const stopped = await snapshotOf({ turns, startMs: 1, stopped: true });
    expect(mergeSnapshots(going, stopped).halt?.reason).toBe("host");
    expect(mergeSnapshots(stopped, going).halt?.reason).toBe("host");
  });
});
