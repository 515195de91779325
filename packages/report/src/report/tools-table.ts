import type { Analysis } from "../analyse/analysis.ts";
import { cell, type Table } from "../render/table.ts";

/** Tools, worst first: what their failures cost. */
export function toolsTable({ tools, groups }: Analysis): Table {
  return {
    title: "Worst tools, by the tokens that their failures cost",
    columns: [
      { key: "tool", label: "tool" },
      { key: "tokens_paid", label: "tokens paid" },
      { key: "errors", label: "errors" },
      { key: "calls", label: "calls" },
      { key: "error_rate", label: "error rate" },
      { key: "recovery", label: "recovered" },
      { key: "wasted", label: "wasted" },
      { key: "refused", label: "refused" },
      { key: "wait_ms", label: "retry wait" },
      { key: "mostly", label: "mostly" },
    ],
    rows: tools.rows(groups.openRuns()).map((row) => ({
      tool: cell.text(row.tool),
      tokens_paid: cell.count(row.tokensPaid),
      errors: cell.count(row.errors),
      calls: cell.count(row.calls),
      error_rate: cell.rate(row.errorRate),
      recovery: cell.rate(row.recovery),
      wasted: cell.count(row.wasted),
      refused: cell.count(row.refused),
      wait_ms: cell.ms(row.waitMs),
      mostly: cell.text(row.mostly),
    })),
    notes: [
      "Tokens paid: each failure text once, and again for every later turn that carried it along.",
    ],
  };
}
