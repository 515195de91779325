import type { CallRecord, RunRecord } from "@recourse/core";

/** What of a run is compared between frameworks. */
export interface ComparableRun {
  /** Whose run it is, for the text of a difference. */
  readonly name: string;
  readonly calls: readonly CallRecord[];
  readonly runs: readonly RunRecord[];
  /** What the model was sent for its calls, in order. */
  readonly texts: readonly string[];
  readonly stopReason: string;
}

/** What may differ between frameworks: who ran it, under which ids, when and for how long. */
const FREE: ReadonlySet<string> = new Set([
  "framework",
  "runId",
  "parentRunId",
  "callId",
  "time",
  "durationMs",
  "startedAt",
  "endedAt",
  // Tools that answered after all, once nobody waited: a matter of when the run's record is written.
  "lateSettlements",
]);

/**
 * Where runs of one scenario part, in words; empty when they agree. Call records and run records
 * are compared field by field apart from ids and times, the texts byte for byte; each run with the
 * first.
 */
export function runDifferences(runs: readonly ComparableRun[]): readonly string[] {
  const [first, ...others] = runs;
  if (first === undefined) return [];
  return others.flatMap((other) => {
    const pair = `${first.name} and ${other.name}`;
    return [
      ...partings(`${pair}: call`, inOrder(first.calls), inOrder(other.calls)),
      ...partings(`${pair}: run`, first.runs.map(comparable), other.runs.map(comparable)),
      ...partings(`${pair}: text`, first.texts, other.texts),
      ...partings(`${pair}: stop reason`, [first.stopReason], [other.stopReason]),
    ];
  });
}

function inOrder(calls: readonly CallRecord[]): readonly unknown[] {
  return calls.toSorted((a, b) => a.turn - b.turn || a.index - b.index).map(comparable);
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !FREE.has(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, comparable(item)]));
}

function partings(
  what: string,
  left: readonly unknown[],
  right: readonly unknown[],
): readonly string[] {
  const count = Math.max(left.length, right.length);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
    fieldsApart(left[index], right[index], "").map(
      ([path, a, b]) => `${what} ${index}${path}: ${shown(a)} against ${shown(b)}`,
    ),
  );
}

function fieldsApart(
  left: unknown,
  right: unknown,
  path: string,
): readonly (readonly [string, unknown, unknown])[] {
  if (Object.is(left, right)) return [];
  if (!isRecord(left) || !isRecord(right)) return [[path, left, right]];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return keys.flatMap((key) => fieldsApart(left[key], right[key], `${path}.${key}`));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
