import { type CallRecord, metricsOf, type TraceRecord } from "@recourse/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Analysis } from "../../src/index.ts";
import { callRecord, failedCall, runRecord } from "../support/records.ts";
import { seeded } from "../support/sample-trace.ts";

function analyse(records: readonly TraceRecord[], by?: string): Analysis {
  const analysis = new Analysis({ by });
  for (const record of records) {
    if (record.schema === "recourse.run/1") analysis.run(record);
    else analysis.call(record);
  }
  return analysis;
}

/** Traces of some runs in which anything may happen, interleaved. */
function anyTrace(seed: number): TraceRecord[] {
  const chance = seeded(seed);
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T;
  const records: TraceRecord[] = [];
  for (let n = 0; n < 120; n++) {
    const runId = `run-${Math.floor(chance() * 8)}`;
    const fields: Partial<CallRecord> = {
      runId,
      framework: Number(runId.slice(4)) % 2 === 0 ? "ai-sdk" : "langgraph",
      turn: Math.floor(n / 8) + 1,
      index: Math.floor(chance() * 3),
      tool: pick("a", "b", "c"),
      signature: `s${Math.floor(chance() * 6)}`,
      outcomeHash: `o${Math.floor(chance() * 3)}`,
      attemptLog: Array.from({ length: Math.floor(chance() * 4) }, (_, at) => ({
        waitMs: at * 100,
        durationMs: 5,
      })),
      contentTokens: Math.floor(chance() * 90),
    };
    if (chance() < 0.05)
      records.push(runRecord({ ...labels(fields), stopReason: pick("completed", "forbidden") }));
    else if (chance() < 0.45) {
      records.push(
        failedCall({
          ...fields,
          errorType: pick("timeout", "invalid_args", "rejected", "not_executed", "repeated_call"),
          decision: pick("retry", "refuse", "repair"),
        }),
      );
    } else
      records.push(
        callRecord({
          ...fields,
          ...(chance() < 0.2 ? { errorType: "empty_result" as const } : {}),
        }),
      );
  }
  return records;
}

function labels({
  runId = "run",
  framework = "none",
}: Partial<CallRecord>): Pick<CallRecord, "runId" | "framework"> {
  return { runId, framework };
}

describe("an analysis", () => {
  test("has the metrics that core has, in all and by group", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const records = anyTrace(seed);
        const analysis = analyse(records);
        expect(analysis.metrics()).toEqual(inAll(records));
        for (const [name, group] of analysis.groups.sorted()) {
          expect(group.metrics()).toEqual(
            metricsOf(records.filter(({ framework }) => framework === name)),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  test("calls a hand-written loop what it is, and not by the word that it is recorded under", () => {
    const byHand = callRecord({ framework: "none" });
    const groups = analyse([byHand, runRecord({ framework: "none" })]).groups.sorted();
    expect(groups.map(([name]) => name)).toEqual(["no framework"]);
  });

  test("has tools and runs that add up to the metrics", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const analysis = analyse(anyTrace(seed));
        const metrics = analysis.metrics();
        const rows = analysis.tools.rows(analysis.groups.openRuns());
        const sum = (of: (row: (typeof rows)[number]) => number): number =>
          rows.reduce((total, row) => total + of(row), 0);
        expect(sum(({ calls }) => calls)).toBe(metrics.calls);
        expect(sum(({ errors }) => errors)).toBe(metrics.errors);
        expect(sum(({ wasted }) => wasted)).toBe(metrics.wasted.count);
        expect(sum(({ refused }) => refused)).toBe(metrics.refused);
        expect(sum(({ waitMs }) => waitMs)).toBe(metrics.addedWaitMs);
        expect(sum(({ recovery }) => recovery.count)).toBe(metrics.recovery.count);
        expect(sum(({ recovery }) => recovery.of)).toBe(metrics.recovery.of);
        expect(sum(({ tokensPaid }) => tokensPaid)).toBe(
          metrics.errorTokens + metrics.errorTokensResent,
        );
        const byRun = analysis.groups.sorted().map(([, group]) => group.byRun());
        const recovered = byRun.reduce(
          (total, runs) => total + runs.ratio("recovery").plain().count,
          0,
        );
        expect(recovered).toBe(metrics.recovery.count);
        expect(byRun.reduce((total, { runs }) => total + runs, 0)).toBe(metrics.runs);
      }),
      { numRuns: 60 },
    );
  });

  test("counts a trace that is read twice once", () => {
    const records = anyTrace(7);
    expect(analyse([...records, ...records]).metrics().calls).toBe(
      analyse(records).metrics().calls,
    );
  });

  test("puts the tool first whose failures cost the most, re-sent tokens included", () => {
    const analysis = analyse([
      failedCall({ turn: 1, tool: "early", contentTokens: 30 }),
      ...[2, 3, 4].map((turn) => callRecord({ turn, tool: "fine" })),
      failedCall({ turn: 5, tool: "late", contentTokens: 100 }),
    ]);
    const rows = analysis.tools.rows(analysis.groups.openRuns());
    expect(rows.map(({ tool, tokensPaid }) => [tool, tokensPaid])).toEqual([
      ["early", 30 + 4 * 30],
      ["late", 100],
      ["fine", 0],
    ]);
  });

  test("groups by any label, and names those that lack it", () => {
    const records = [
      callRecord({ runId: "1", attributes: { tenant: "acme", tier: 2 } }),
      callRecord({ runId: "2", model: "m" }),
    ];
    const groups = (by: string): string[] =>
      analyse(records, by)
        .groups.sorted()
        .map(([name]) => name);
    expect(groups("tenant")).toEqual(["(none)", "acme"]);
    expect(groups("tier")).toEqual(["(none)", "2"]);
    expect(groups("model")).toEqual(["(none)", "m"]);
    expect(groups("framework")).toEqual(["langgraph"]);
  });

  test("keeps fifty groups apart and counts the rest together", () => {
    const records = Array.from({ length: 80 }, (_, n) =>
      callRecord({ runId: `r${n}`, framework: `framework-${n}` }),
    );
    const groups = analyse(records).groups.sorted();
    expect(groups).toHaveLength(51);
    expect(groups.find(([name]) => name === "(others)")?.[1].metrics().calls).toBe(30);
  });

  test("forgets runs that went quiet without losing their numbers", () => {
    const analysis = new Analysis();
    for (let n = 0; n < 90_000; n++) {
      const runId = `r${Math.floor(n / 3)}`;
      analysis.call(
        n % 3 === 0 ? failedCall({ runId, turn: 1 }) : callRecord({ runId, turn: (n % 3) + 1 }),
      );
    }
    const open = [...analysis.groups.openRuns()].length;
    expect(open).toBeLessThan(12_000);
    expect(analysis.metrics()).toMatchObject({ runs: 30_000, calls: 90_000, errors: 30_000 });
    expect(analysis.metrics().recovery).toMatchObject({ count: 30_000, of: 30_000 });
    const [row] = analysis.tools.rows(analysis.groups.openRuns());
    expect(row?.tokensPaid).toBe(30_000 * 60 * 3);
  });

  test("says when, in steps that read well, without gaps", () => {
    const at = (seconds: number): CallRecord =>
      callRecord({
        turn: seconds,
        signature: `s${seconds}`,
        time: new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString(),
      });
    const buckets = analyse([at(0), at(10), at(3_600)]).timeline.buckets();
    expect(buckets[0]?.widthMs).toBe(300_000);
    expect(buckets.map(({ calls }) => calls)).toEqual([2, ...Array(11).fill(0), 1]);
    const few = analyse([at(0), at(10), at(3_600)]).timeline.buckets(5);
    expect(few.map(({ widthMs, calls }) => [widthMs, calls])).toEqual([
      [900_000, 2],
      ...Array(3).fill([900_000, 0]),
      [900_000, 1],
    ]);
  });

  test("names the exact call of an incident, the ends of runs first", () => {
    const tripped = { rule: "repeated_call", tool: "search", args: '{"q":"x"}', signature: "s" };
    const { incidents } = analyse([
      failedCall({ turn: 1, errorType: "repeated_call", decision: "refuse", tripped }),
      failedCall({ turn: 2, errorType: "repeated_call", decision: "refuse", tripped }),
      runRecord({ stopReason: "no_progress", tripped: { ...tripped, rule: "cycle" } }),
    ]);
    expect(incidents.rows().map(({ end, count, tripped: by }) => [end, count, by.args])).toEqual([
      ["no_progress", 1, '{"q":"x"}'],
      ["refused", 2, '{"q":"x"}'],
    ]);
  });
});

/** Core's metrics, with the empty counts that come of adding groups up. */
function inAll(records: readonly TraceRecord[]): unknown {
  const { turnsToRecover, ...metrics } = metricsOf(records);
  return { ...metrics, turnsToRecover: expect.closeTo(turnsToRecover, 9) };
}
