import type { Analysis } from "../analyse/analysis.ts";
import { cell, type Table } from "../render/table.ts";

/** The metrics of every report, a row per group. */
export function groupsTable(analysis: Analysis): Table {
  return {
    title: `Metrics by ${analysis.by}`,
    columns: [
      { key: "group", label: analysis.by },
      { key: "runs", label: "runs" },
      { key: "calls", label: "calls" },
      { key: "attempts", label: "attempts" },
      { key: "error_rate", label: "error rate" },
      { key: "recovery", label: "recovered" },
      { key: "turns_to_recover", label: "turns to recover" },
      { key: "host_recovered", label: "recovered by retry" },
      { key: "wasted", label: "wasted" },
      { key: "refused", label: "refused" },
      { key: "error_tokens", label: "error tokens" },
      { key: "error_tokens_resent", label: "re-sent" },
      { key: "wait_ms", label: "retry wait" },
    ],
    rows: analysis.groups.sorted().map(([name, group]) => {
      const metrics = group.metrics();
      return {
        group: cell.text(name),
        runs: cell.count(metrics.runs),
        calls: cell.count(metrics.calls),
        attempts: cell.count(metrics.attempts),
        error_rate: cell.rate(metrics.errorRate),
        recovery: cell.rate(metrics.recovery),
        turns_to_recover:
          metrics.recovery.count === 0 ? cell.none() : cell.number(metrics.turnsToRecover),
        host_recovered: cell.rate(metrics.hostRecovered),
        wasted: cell.rate(metrics.wasted),
        refused: cell.count(metrics.refused),
        error_tokens: cell.count(metrics.errorTokens),
        error_tokens_resent: cell.count(metrics.errorTokensResent),
        wait_ms: cell.ms(metrics.addedWaitMs),
      };
    }),
    notes: ["Rates carry 95 % Wilson intervals."],
  };
}
