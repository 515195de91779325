import type { CallRecord, RunRecord } from "@recourse/core";
import type { ScenarioOutcome } from "@recourse/example-support-desk";
import { textOf } from "@recourse/testing";

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
]);

/**
 * Where the Recourse columns of one scenario part, in words; empty when they agree. Compares call
 * records and run records field by field, and the texts that the model was sent.
 */
export function differences(outcomes: readonly ScenarioOutcome[]): readonly string[] {
  const [first, ...others] = outcomes.filter((outcome) => outcome.variant === "recourse");
  if (first === undefined) return [];
  return others.flatMap((other) => {
    const pair = `${first.framework} and ${other.framework}`;
    return [
      ...partings(`${pair}: call`, comparable(first.calls), comparable(other.calls)),
      ...partings(`${pair}: run`, comparable(first.runs), comparable(other.runs)),
      ...partings(`${pair}: text`, toolTexts(first), toolTexts(other)),
      ...partings(`${pair}: stop reason`, [first.result.stopReason], [other.result.stopReason]),
    ];
  });
}

/** Records in call order, without what may differ. */
function comparable(records: readonly (CallRecord | RunRecord)[]): readonly unknown[] {
  const ordered = records.toSorted((a, b) => position(a) - position(b));
  return ordered.map((record) => without(record));
}

function position(record: CallRecord | RunRecord): number {
  return record.schema === "recourse.call/1" ? record.turn * 1000 + record.index : 0;
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !FREE.has(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, without(item)]));
}

/** What the model was sent for each of its calls, in order. */
function toolTexts(outcome: ScenarioOutcome): readonly string[] {
  const messages = outcome.exchanges.at(-1)?.request.messages ?? [];
  return messages.filter((message) => message.role === "tool").map(textOf);
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
