import { cell, count, type Table } from "../render/table.ts";
import type { ReplaySums } from "./replay-sums.ts";
import type { RunCollector } from "./run-collector.ts";

/** What another policy would have stopped, saved, and wrongly stopped. */
export function replayTables(sums: ReplaySums, collector: RunCollector): readonly Table[] {
  return [
    stoppedTable(sums),
    savedTable(sums),
    wrongTable(sums),
    reasonsTable(sums),
    namesTable(sums, collector),
  ];
}

function stoppedTable(sums: ReplaySums): Table {
  return amounts("What this policy would have done", [
    ["runs", sums.runs],
    ["ended by it, as they were", sums.stoppedAsRecorded],
    ["ended by it, earlier or otherwise than they were", sums.stopped],
    ["ended by a limit, and let go on by it", sums.letGoOn],
    ["executed calls that it would have refused", sums.refused.calls],
    ["refused calls that it would have executed", sums.executed],
  ]);
}

function savedTable({ refused, afterEnd, turnsSaved }: ReplaySums): Table {
  const row = (what: string, of: ReplaySums["refused"], turns?: number): Table["rows"][number] => ({
    what: cell.text(what),
    turns: turns === undefined ? cell.none() : cell.count(turns),
    calls: cell.count(of.calls),
    attempts: cell.count(of.attempts),
    tokens: cell.count(of.tokens),
    duration_ms: cell.ms(of.durationMs),
  });
  return {
    title: "Saved",
    columns: [
      { key: "what", label: "by" },
      { key: "turns", label: "turns" },
      { key: "calls", label: "calls" },
      { key: "attempts", label: "attempts" },
      { key: "tokens", label: "tokens" },
      { key: "duration_ms", label: "time in tools" },
    ],
    rows: [row("ending runs", afterEnd, turnsSaved), row("refusing calls", refused)],
    notes: [
      "Tokens of the results' texts, read once. What the model would have said is not in it.",
    ],
  };
}

function wrongTable(sums: ReplaySums): Table {
  return amounts("Wrongly stopped", [
    ["runs that completed and would have been ended before", sums.completedAnyway],
    ["calls after such an end, of any run, that succeeded", sums.laterSuccesses],
    ["calls that would have been refused and brought something new", sums.usefulRefused],
  ]);
}

function reasonsTable({ reasons }: ReplaySums): Table {
  return {
    title: "Ended by this policy, by reason",
    columns: [
      { key: "reason", label: "reason" },
      { key: "runs", label: "runs" },
      { key: "completed", label: "completed anyway" },
      { key: "calls", label: "calls saved" },
      { key: "tokens", label: "tokens saved" },
    ],
    rows: [...reasons]
      .sort(([, a], [, b]) => b.runs - a.runs)
      .map(([reason, row]) => ({
        reason: cell.text(reason),
        runs: cell.count(row.runs),
        completed: cell.count(row.completed),
        calls: cell.count(row.calls),
        tokens: cell.count(row.tokens),
      })),
  };
}

function namesTable(
  { wronglyStopped, completedAnyway }: ReplaySums,
  collector: RunCollector,
): Table {
  const { split, cut } = collector;
  return {
    title: "Runs that completed and would have been ended",
    columns: [
      { key: "run_id", label: "run" },
      { key: "turn", label: "ended in turn" },
      { key: "reason", label: "reason" },
      { key: "rule", label: "rule" },
      { key: "successes", label: "later successes" },
    ],
    rows: wronglyStopped.map((run) => ({
      run_id: cell.text(run.runId),
      turn: cell.count(run.turn),
      reason: cell.text(run.reason),
      rule: cell.text(run.rule),
      successes: cell.count(run.successes),
    })),
    notes: [
      ...(completedAnyway > wronglyStopped.length
        ? [`${count(completedAnyway - wronglyStopped.length)} further ones are left out here.`]
        : []),
      ...(split > 0
        ? [`${count(split)} parts of runs lay far apart in the trace and were replayed alone.`]
        : []),
      ...(cut > 0 ? [`${count(cut)} calls of very long runs were left out.`] : []),
      "Exact up to the first call on which the policies differ: from there on the model might have gone another way. Waits and retries are not replayed.",
    ],
  };
}

function amounts(title: string, rows: readonly (readonly [string, number])[]): Table {
  return {
    title,
    columns: [
      { key: "what", label: "" },
      { key: "count", label: "count" },
    ],
    rows: rows.map(([what, amount]) => ({ what: cell.text(what), count: cell.count(amount) })),
  };
}
