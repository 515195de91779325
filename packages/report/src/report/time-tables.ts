import type { Analysis } from "../analyse/analysis.ts";
import { MOST_TURNS } from "../analyse/group.ts";
import type { WaitBucket } from "../analyse/waits.ts";
import { cell, duration, type Table } from "../render/table.ts";

/** How many turns recovered error episodes took, by group. */
export function turnsTable(analysis: Analysis): Table {
  const groups = analysis.groups.sorted();
  return {
    title: `Turns to recover, by ${analysis.by}`,
    columns: [
      { key: "turns", label: "turns" },
      ...groups.map(([name]) => ({ key: `group:${name}`, label: name })),
    ],
    rows: Array.from({ length: MOST_TURNS + 1 }, (_, turns) => ({
      turns: cell.text(turnsLabel(turns)),
      ...Object.fromEntries(
        groups.map(([name, group]) => [
          `group:${name}`,
          cell.count(group.turnsToRecover[turns] ?? 0),
        ]),
      ),
    })),
    notes: [
      "From a tool's first failure to its next success in the same run. 0: a parallel call of the same turn.",
    ],
  };
}

/** A number of turns; the last row takes all that is above. */
export function turnsLabel(turns: number): string {
  return turns === MOST_TURNS ? `${turns} or more` : String(turns);
}

/** What happened when, in at most so many rows. */
export function timelineTable({ timeline }: Analysis, most?: number): Table {
  const buckets = timeline.buckets(most);
  const width = buckets[0]?.widthMs;
  return {
    title: "Over time",
    columns: [
      { key: "from", label: "from" },
      { key: "calls", label: "calls" },
      { key: "errors", label: "errors" },
      { key: "wasted", label: "wasted" },
      { key: "error_tokens", label: "error tokens" },
      { key: "wait_ms", label: "retry wait" },
    ],
    rows: buckets.map((bucket) => ({
      from: cell.text(timeText(bucket.start)),
      calls: cell.count(bucket.calls),
      errors: cell.count(bucket.errors),
      wasted: cell.count(bucket.wasted),
      error_tokens: cell.count(bucket.errorTokens),
      wait_ms: cell.ms(bucket.waitMs),
    })),
    ...(width === undefined ? {} : { notes: [`Each row is ${duration(width)}. Times are UTC.`] }),
  };
}

/** A moment as ISO 8601 without its fraction, in UTC. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** How long retries kept calls waiting. */
export function waitsTable({ waits }: Analysis): Table {
  return {
    title: "Retry waits of calls that were tried more than once",
    columns: [
      { key: "waited", label: "waited" },
      { key: "calls", label: "calls" },
    ],
    rows: waits.buckets().map((bucket, index, buckets) => ({
      waited: cell.text(waitLabel(bucket, buckets[index - 1])),
      calls: cell.count(bucket.calls),
    })),
  };
}

/** The bounds of a bucket in words. */
export function waitLabel({ upToMs }: WaitBucket, before: WaitBucket | undefined): string {
  if (upToMs === undefined) return `over ${duration(before?.upToMs ?? 0)}`;
  return `up to ${duration(upToMs)}`;
}
