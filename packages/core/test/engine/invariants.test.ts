import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallRecord, TraceRecord } from "../../src/index.ts";
import { portableSha256Hex } from "../../src/ledger/sha256.ts";
import {
  essence,
  mildScripts,
  newRecovery,
  play,
  RUNS,
  type Script,
  scripts,
} from "./support/script.ts";

/** Longer than vitest's own limit: thousands of runs take their time. */
const LIMIT_MS = 300_000;

/** Fails with the seed and the path by which fast-check finds the case again. */
function always<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(arbitrary, holds), { numRuns: RUNS });
}

const ranks = fc.infiniteStream(fc.nat(100)).map((stream) => {
  const known = new Map<string, number>();
  return (turn: number, index: number): number => {
    const key = `${turn}.${index}`;
    if (!known.has(key)) known.set(key, stream.next().value as number);
    return known.get(key) as number;
  };
});

const callRecords = (records: readonly TraceRecord[]): CallRecord[] =>
  records.filter((record) => record.schema === "recourse.call/1");

describe("whatever is called, in whatever order", () => {
  test(
    "every call position has exactly one result and one record, with duplicate, empty and missing ids",
    () =>
      always(fc.tuple(scripts(), ranks), async ([script, rank]) => {
        const records: TraceRecord[] = [];
        const recovery = newRecovery({ sinks: [{ write: (r) => void records.push(r) }] });
        const { traces } = await play(script, { recovery, rank });
        const asked = script.flatMap((steps, turn) => steps.map((_, index) => `${turn}.${index}`));
        expect(traces.map(({ turn, index }) => `${turn}.${index}`)).toEqual(asked);
        for (const { outcome } of traces) expect(typeof outcome.content).toBe("string");
        const written = callRecords(records).map(({ turn, index }) => `${turn}.${index}`);
        expect(written.sort()).toEqual([...asked].sort());
      }),
    LIMIT_MS,
  );

  test(
    "nothing begins after a halt",
    () =>
      always(fc.tuple(scripts(), ranks), async ([script, rank]) => {
        const { traces } = await play(script, { rank });
        const halted = traces.findIndex(({ outcome }) => outcome.halt !== undefined);
        if (halted < 0) return;
        const turn = traces[halted]?.turn ?? 0;
        // Siblings of the halting turn had begun; every later turn must be still.
        for (const trace of traces.filter((each) => each.turn > turn)) {
          expect(trace.executed).toBe(false);
          expect(trace.outcome.record.errorType).toBe("not_executed");
        }
      }),
    LIMIT_MS,
  );

  test(
    "a write with an unknown outcome is not executed again unverified",
    () =>
      always(mildScripts, async (script) => {
        const policy = { retry: false, failedTurns: false, errors: false, cycle: false } as const;
        const { traces } = await play(script, { options: { policy } });
        const waiting = new Map<string, { turn: number; verify: string | undefined }>();
        for (const { turn, index, executed, outcome } of traces) {
          const { record } = outcome;
          const step = script[turn]?.[index];
          const open = waiting.get(record.signature);
          if (open !== undefined && executed && open.turn < turn) {
            const verified = traces.some(
              (other) =>
                other.turn > open.turn &&
                other.turn < turn &&
                other.outcome.ok &&
                other.outcome.record.effect === "read" &&
                (open.verify === undefined || other.outcome.record.tool === open.verify),
            );
            expect(verified, `${step?.tool} in turn ${turn}`).toBe(true);
          }
          if (record.effect !== "write" || !executed) continue;
          if (record.outcome === "unknown")
            waiting.set(record.signature, { turn, verify: record.verify });
          else if (record.ok) waiting.delete(record.signature);
        }
      }),
    LIMIT_MS,
  );

  test(
    "the record says what the model saw, byte for byte",
    () =>
      always(scripts(), async (script) => {
        const { traces } = await play(script);
        for (const { outcome } of traces) {
          expect(outcome.record.contentHash).toBe(portableSha256Hex(outcome.content));
          expect(outcome.record.contentChars).toBe(outcome.content.length);
        }
      }),
    LIMIT_MS,
  );

  test(
    "any order of settling a turn's parallel calls gives the same texts, counters and stop reason",
    () =>
      always(fc.tuple(scripts(), ranks, ranks), async ([script, a, b]) => {
        const one = essence(await play(script, { rank: a }));
        expect(essence(await play(script, { rank: b }))).toEqual(one);
      }),
    LIMIT_MS,
  );

  test(
    "cutting a run at any turns, JSON.stringify, resuming: the same decisions as without the cuts",
    () =>
      always(fc.tuple(scripts(), fc.uniqueArray(fc.nat(12))), async ([script, cuts]) => {
        const whole = essence(await play(script));
        expect(essence(await play(script, { cuts: new Set(cuts) }))).toEqual(whole);
      }),
    LIMIT_MS,
  );

  test(
    "playing a turn again changes nothing: the framework re-ran a node",
    () =>
      always(fc.tuple(scripts({ ids: false }), fc.nat(11)), async ([script, at]) => {
        const again: Script = script;
        const once = await play(script.slice(0, at + 1));
        const turn = Math.min(at, script.length - 1);
        const executions = once.traces.filter(({ executed }) => executed).length;
        let repeated = 0;
        for (const [index, step] of (again[turn] ?? []).entries()) {
          const trace = once.traces.find((each) => each.turn === turn && each.index === index);
          const outcome = await once.run.call(
            { id: `${turn}.${index}`, tool: step.tool, args: { n: step.args }, turn, index },
            () => {
              repeated++;
              return "again";
            },
          );
          expect(outcome.content).toBe(trace?.outcome.content);
        }
        expect(repeated).toBe(0);
        expect(executions).toBe(once.traces.filter(({ executed }) => executed).length);
        expect(once.run.counters).toEqual(once.counters);
      }),
    LIMIT_MS,
  );
});
