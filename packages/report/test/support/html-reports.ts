import type { TraceRecord } from "@recourse/core";
import { Analysis, renderHtml } from "../../src/index.ts";
import { callRecord, failedCall, runRecord } from "./records.ts";
import { runSample } from "./sample-trace.ts";

/** A report of some records. */
export function reportOf(records: readonly TraceRecord[]): string {
  const analysis = new Analysis();
  for (const record of records) {
    if (record.schema === "recourse.run/1") analysis.run(record);
    else analysis.call(record);
  }
  return renderHtml(analysis, { source: "traces/", summary: "Some calls." });
}

/** A report of runs of the real engine, with failures of many kinds. */
export async function sampleReport(runs = 32): Promise<string> {
  const records: TraceRecord[] = [];
  await runSample([{ write: (record) => void records.push(record) }], { runs });
  return reportOf(records);
}

/** What would do harm if any text of a record were taken for anything but text. */
export const HOSTILE: readonly string[] = [
  "<script>document.title='owned'</script>",
  "<img src=x onerror=\"document.title='owned'\">",
  "\"><svg onload=document.title='owned'>",
  "</style></svg></text><b id=owned>",
  "{{constructor.constructor('document.title=`owned`')()}}",
  "\u202egnp.exe\u0000\u001b[31m",
  "x".repeat(5_000),
];

/** A report in which every text that comes from records is hostile. */
export function hostileReport(): string {
  const records = HOSTILE.flatMap((text, at): TraceRecord[] => {
    const labels = { runId: text, framework: text, model: text, agent: text };
    const tripped = {
      rule: text,
      tool: text,
      args: text,
      signature: String(at),
      counter: text,
      value: 1,
      limit: 1,
      detail: text,
    };
    return [
      failedCall({ ...labels, tool: text, turn: 1, time: new Date(at * 1e9).toISOString() }),
      failedCall({
        ...labels,
        tool: text,
        turn: 2,
        errorType: "repeated_call",
        decision: "refuse",
        tripped,
      }),
      callRecord({
        ...labels,
        tool: text,
        turn: 3,
        attemptLog: [
          { waitMs: 0, durationMs: 1 },
          { waitMs: 9, durationMs: 1 },
        ],
      }),
      runRecord({ ...labels, stopReason: "no_progress", tripped, endedAt: text }),
    ];
  });
  return reportOf(records);
}
